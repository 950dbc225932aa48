import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { priceChanges, priceDoubts } from '#app/domain/pricing/prices.ts'
import type { TableEditor } from '#app/http/table-editor.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { cellName, type PricedAirport, type SentLine } from '#app/services/admin/prices.server.ts'
import type { Period } from '#app/services/catalog/catalog.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { checkGrid, readGrid, textsOf } from './grid.server.ts'

/** The table named in a page's address. */
export const tableOf = (request: Request): Period =>
  new URL(request.url).searchParams.get('table') === 'special' ? 'special' : 'normal'

/** A price table as one row of cells; the preview also shows which changes look like mistakes. */
export const pricesEditor: TableEditor<PricedAirport[], readonly SentLine[], string[]> = {
  scope: 'catalog',
  table: ({ admin }, request) => admin.prices(tableOf(request)),
  rowsOf: (lines) => [textsOf(lines)],
  readRows: (form, lines) => [readGrid(form, lines)],
  check({ t }, [texts = {}], lines) {
    const { sent, errors } = checkGrid(t, texts, lines)
    return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: sent }
  },
  preview: previewOf,
  saved: (request) => {
    const table = tableOf(request)
    return { to: `/admin/prices?table=${table}`, key: `admin:price.saved.${table}` }
  },
}

type Cell = { airportId: string; people: number }

function previewOf({ t, language }: AppContext, before: PricedAirport[], after: PricedAirport[]) {
  const { money } = formatOf(t)
  const where = ({ airportId, people }: Cell) => {
    const line = after.find((one) => one.airportId === airportId)
    return t('admin:price.where', { airport: line?.name[language] ?? airportId, count: people })
  }
  const changes = priceChanges(before, after).map((change) => ({
    name: cellName(change),
    what: where(change),
    before: change.before === null ? t('admin:price.none') : money(change.before),
    after: money(change.after),
  }))
  // Only warn about prices that were not already odd.
  const old = priceDoubts(before)
  const isOld = ({ airportId, people }: Cell) =>
    old.some((doubt) => doubt.airportId === airportId && doubt.people === people)
  const deposit = money(DEPOSIT_PENCE)
  const shown = priceDoubts(after)
    .filter((doubt) => !isOld(doubt))
    .map((doubt) => `${where(doubt)} · ${t(`admin:price.doubt.${doubt.kind}`, { deposit })}`)
  return { changes, shown }
}
