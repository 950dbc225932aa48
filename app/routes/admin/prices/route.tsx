import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { answerGrid, tableOf } from './editor.server.ts'
import { gridOf } from './grid.server.ts'
import { idOf, type Line, PriceGrid } from './price-grid.tsx'
import { PricePreview } from './price-preview.tsx'

export const handle: PageHandle = { title: 'admin:price.title', console: true }

const TABLES = ['normal', 'special'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'catalog' })
  const table = tableOf(request)
  const { lines, version } = await context.admin.prices.read(table)
  return { table, lines, grid: gridOf(lines, version) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'catalog' })
  return answerGrid(context, request, admin)
}

/** Both price tables, each a grid: changes are previewed before they are saved. */
export default function Prices() {
  const t = useT()
  const { table, lines, grid } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
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
      <Form method="post" className="flex flex-col gap-4">
        {answer?.step === 'preview' ? (
          <PricePreview lines={lines} {...answer} />
        ) : (
          <>
            {answer?.step === 'form' && answer.message && (
              <Banner tone="danger" role="alert">
                {answer.message}
              </Banner>
            )}
            {answer?.step === 'stale' && <Stale lines={lines} theirs={answer.theirs} />}
            <PriceGrid
              lines={lines}
              grid={answer?.grid ?? grid}
              errors={answer?.step === 'form' ? answer.errors : {}}
              theirs={answer?.step === 'stale' ? answer.theirs : {}}
            />
          </>
        )}
      </Form>
    </Page>
  )
}

/**
 * Another administrator has saved the table meanwhile; `theirs` holds the current values of cells
 * that both have changed.
 */
function Stale({ lines, theirs }: { lines: readonly Line[]; theirs: Record<string, string> }) {
  const t = useT()
  const language = useLanguage()
  const both = lines.flatMap(({ airportId, name, prices }) =>
    prices.flatMap((_, at) => {
      const cell = `${airportId}.${at + 1}`
      const price = theirs[cell]
      const where = t('admin:price.where', { airport: name[language], count: at + 1 })
      return price ? [{ cell, text: `${where} · ${t('admin:price.theirs', { price })}` }] : []
    }),
  )
  return (
    <Banner tone="warn" role="alert" title={t('admin:price.stale.title')}>
      {t('admin:price.stale.kept')}{' '}
      {both.length > 0 && t('admin:price.stale.both', { count: both.length })}
      <ul>
        {both.map(({ cell, text }) => (
          <li key={cell}>
            <a href={`#${idOf(cell)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
