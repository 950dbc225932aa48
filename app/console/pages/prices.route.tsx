import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { priceDoubts } from '#app/catalog/rules/pricing/prices.ts'
import { answerTable, openTable, tableEditor } from '#app/console/http/table-editor.server.ts'
import { pricesInOrder, priceTableSchema } from '#app/console/schemas/offer.server.ts'
import { cellName, type PricedAirport, pricesTable } from '#app/console/service/prices.server.ts'
import { TableEditor } from '#app/console/ui/table-editor.tsx'
import { useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { amountText } from '#app/kernel/money.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'

export const handle: PageHandle = { title: 'admin:price.title', console: true }

const TABLES = ['normal', 'special'] as const

/** The table named in a page's address. */
const tableOf = (request: Request) =>
  new URL(request.url).searchParams.get('table') === 'special' ? 'special' : 'normal'

const lineOf = (lines: PricedAirport[], id: string | undefined) =>
  lines.find(({ airportId }) => airportId === id)

const editor = tableEditor({
  scope: 'catalog',
  table: (context, request) => pricesTable(context, tableOf(request)),
  schema: priceTableSchema,
  id: 'airportId',
  rows: 'fixed',
  itemsOf: (lines) =>
    lines.map(({ airportId, prices }) => ({
      airportId,
      prices: Object.fromEntries(prices.map((price, at) => [at + 1, price])),
    })),
  wanted: (items) =>
    items.map(({ airportId, prices }) => ({ airportId, prices: pricesInOrder(prices) })),
  nameOf: ({ language }, { row: { airportId = '' }, table }) =>
    lineOf(table, airportId)?.name[language] ?? airportId,
  groups({ t }, { row, table }) {
    const { active = true, prices = [] } = lineOf(table, row.airportId) ?? {}
    const hints = [
      !active && t('admin:airport.isClosed'),
      isUnpriced(prices) && t('admin:price.unpriced'),
    ]
    return [
      {
        hint: hints.filter(Boolean).join(' · '),
        fields: prices.map((price, at) => ({
          name: `prices.${at + 1}`,
          label: t('admin:price.people', { count: at + 1 }),
          kind: 'gbp',
          wrong: t('admin:price.cell.invalid'),
          // Somebody else may have saved a price for an airport that had none in this form.
          missing: price
            ? t('admin:price.cell.emptied', { price: amountText(price) })
            : t('admin:price.cell.missing'),
        })),
      },
    ]
  },
  mayBeBlank: ({ row, table }) => isUnpriced(lineOf(table, row.airportId)?.prices ?? []),
  amountName: ({ airportId = '' }, field) =>
    cellName({ airportId, people: Number(field.split('.')[1]) }),
  shown: doubtsIn,
  saved: (request) => {
    const table = tableOf(request)
    return { to: `/admin/prices?table=${table}`, key: `admin:price.saved.${table}` }
  },
})

const isUnpriced = (prices: PricedAirport['prices']) => prices.every((price) => price === null)

/** New prices that look like mistakes; those that looked odd before do not count. */
function doubtsIn({ t, language }: AppContext, before: PricedAirport[], after: PricedAirport[]) {
  const deposit = formatOf(t).money(DEPOSIT_PENCE)
  const old = priceDoubts(before).map(cellName)
  return priceDoubts(after)
    .filter((doubt) => !old.includes(cellName(doubt)))
    .map(({ airportId, people, kind }) => {
      const airport = lineOf(after, airportId)?.name[language] ?? airportId
      const where = `${airport} · ${t('admin:price.people', { count: people })}`
      return `${where} · ${t(`admin:price.doubt.${kind}`, { deposit })}`
    })
}

export const loader = async (args: LoaderFunctionArgs) => ({
  draft: (await openTable(args, editor)).draft,
  table: tableOf(args.request),
})
export const action = (args: ActionFunctionArgs) => answerTable(args, editor)

/** Both price tables, each a grid: changes are previewed before they are saved. */
export default function Prices() {
  const t = useT()
  const { table, draft: opened } = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  const doubts = draft.shown ?? []
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
      <TableEditor
        draft={draft}
        columns="grid-cols-2 sm:grid-cols-5"
        after={
          <>
            {doubts.length > 0 && (
              <Banner tone="warn" title={t('admin:price.doubt.title')}>
                <ul>
                  {doubts.map((doubt) => (
                    <li key={doubt}>{doubt}</li>
                  ))}
                </ul>
              </Banner>
            )}
            <p className="text-14 text-muted">{t('admin:price.promise')}</p>
          </>
        }
      />
    </Page>
  )
}
