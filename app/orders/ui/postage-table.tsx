import { useFormat, useT } from '#app/i18n/context.tsx'
import { CARRIERS, type PostageRow } from '#app/orders/rules/postage.ts'
import { Table } from '#app/web/ui/table.tsx'

/** Yuan per parcel by weight and carrier. */
export function PostageTable({ rows }: { rows: PostageRow[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Table
      caption={t('order:postage.caption')}
      captionHidden
      corner={t('order:postage.weight')}
      columns={CARRIERS.map((carrier) => ({
        key: carrier,
        label: (
          <span className="flex flex-col">
            <span className="text-ink">{carrier}</span>
            <span className="font-normal text-13">{t(`order:postage.column.${carrier}`)}</span>
          </span>
        ),
      }))}
      rows={rows.map(({ id, grams, prices }) => ({
        key: id,
        header: t('order:postage.kg', { kg: grams / 1000 }),
        cells: CARRIERS.map((carrier) => {
          const price = prices[carrier]
          return price === null ? <NotTaken key={carrier} /> : format.money(price, 'cny')
        }),
      }))}
    />
  )
}

/**
 * A dash, with words for screen readers. (Positioned, so that the hidden words stay within the
 * scrolling box.)
 */
function NotTaken() {
  const t = useT()
  return (
    <span className="relative text-muted">
      <span aria-hidden>–</span>
      <span className="for-ears">{t('order:postage.notTaken')}</span>
    </span>
  )
}
