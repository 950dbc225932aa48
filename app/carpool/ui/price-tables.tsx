import type { AirportPrices } from '#app/catalog/service/catalog.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { Table } from '#app/web/ui/table.tsx'

const SIZES = Array.from({ length: MAX_PASSENGERS }, (_, at) => at + 1)

/** Pence per person at each airport, by the number of people travelling. */
export function PriceTable({ title, airports }: { title: string; airports: AirportPrices[] }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  return (
    <Table
      caption={title}
      corner={t('carpool:prices.airport')}
      columns={SIZES.map((size) => ({
        key: String(size),
        label: t('carpool:prices.people', { count: size }),
      }))}
      rows={airports.map(({ id, name, prices }) => ({
        key: id,
        header: name[language],
        cells: prices.map((price) => format.money(price)),
      }))}
    />
  )
}
