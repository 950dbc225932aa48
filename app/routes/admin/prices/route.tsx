import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerTable, openTable } from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { type Draft, EditForm, PreviewForm, PreviewSection } from '#app/ui/admin/table-editor.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { pricesEditor, tableOf } from './editor.server.ts'
import { AirportLine, idOf, type Line, useCells } from './price-grid.tsx'

export const handle: PageHandle = { title: 'admin:price.title', console: true }

const TABLES = ['normal', 'special'] as const

export async function loader(args: LoaderFunctionArgs) {
  const { table: lines, draft } = await openTable(args, pricesEditor)
  return { table: tableOf(args.request), lines, draft }
}
export const action = (args: ActionFunctionArgs) => answerTable(args, pricesEditor)

/** Both price tables, each a grid: changes are previewed before they are saved. */
export default function Prices() {
  const t = useT()
  const { table, lines, draft: opened } = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  return (
    <Page title={t('admin:price.title')} lead={t('admin:price.lead')}>
      <Tabs
        label={t('admin:price.tables')}
        items={TABLES.map((name) => ({
          to: `/admin/prices?table=${name}`,
          label: t(`admin:price.table.${name}`),
          current: name === table,
        }))}
      />
      {draft.step === 'preview' ? (
        <Preview draft={draft} />
      ) : (
        <PriceForm lines={lines} draft={draft} />
      )}
    </Page>
  )
}

function PriceForm({ lines, draft }: { lines: readonly Line[]; draft: Draft<unknown> }) {
  const t = useT()
  const cells = useCells(lines)
  const summary = Object.entries(draft.errors).map(([name, text]) => {
    const cell = cells.find((one) => one.name === name)
    return cell ? { fieldId: idOf(name), text: `${cell.where} · ${text}` } : { text }
  })
  return (
    <EditForm draft={draft} summary={summary} preview={t('admin:price.preview')}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {lines.map((line) => (
          <li key={line.airportId}>
            <AirportLine line={line} draft={draft} />
          </li>
        ))}
      </ul>
    </EditForm>
  )
}

/** What saving would change, and which changes look like mistakes. */
function Preview({ draft }: { draft: Draft<string[]> }) {
  const t = useT()
  const { changes, shown: doubts } = draft
  return (
    <PreviewSection title={t('admin:price.previewTitle', { count: changes.length })}>
      <PreviewForm
        draft={draft}
        nameOf={(cell) => `price.${cell}`}
        after={
          <>
            {doubts && doubts.length > 0 && (
              <Banner tone="warn" title={t('admin:price.doubt.title')}>
                <ul>
                  {doubts.map((doubt) => (
                    <li key={doubt}>{doubt}</li>
                  ))}
                </ul>
              </Banner>
            )}
            {changes.length > 0 && <p className="text-14 text-muted">{t('admin:price.promise')}</p>}
          </>
        }
      />
    </PreviewSection>
  )
}
