import { amountText, minorUnitsOf } from '#app/domain/money.ts'
import { CARRIERS, gramsOf, PRICE_FIELDS } from '#app/domain/order/postage.ts'
import {
  checkItems,
  readItems,
  type TableEditor,
  withoutBlanks,
} from '#app/http/table-editor.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { postageBody } from '#app/schemas/admin-texts.server.ts'
import {
  POSTAGE_FIELDS,
  type PostageDraft,
  type PostageItem,
  postageChanges,
} from '#app/services/admin/postage.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import type { Texts } from '#app/ui/admin/table-editor.tsx'

/** The postage table by weight: kilograms, and yuan by carrier. Field names are the API's. */
export const postageEditor: TableEditor<PostageItem[], PostageDraft[]> = {
  scope: 'catalog',
  table: ({ admin }) => admin.postage,
  rowsOf: (table) =>
    table.map(({ id, kg, ...prices }) => ({
      id,
      kg: String(kg),
      ...Object.fromEntries(POSTAGE_FIELDS.map((field) => [field, amountText(prices[field])])),
    })),
  readRows: readItems,
  blank: { id: '', kg: '', ...Object.fromEntries(POSTAGE_FIELDS.map((field) => [field, ''])) },
  filled: withoutBlanks,
  check: (context, rows) => checkItems(context, postageBody, rows.map(itemOf)),
  preview: ({ t }, before, after) => ({ changes: changesOf(t, before, after) }),
  saved: () => ({ to: '/admin/postage', key: 'admin:postage.saved' }),
}

/** A row as the API would receive it. The schema refuses NaN, which is anything unreadable. */
const itemOf = ({ id, kg = '', ...prices }: Texts) => ({
  ...(id && { id }),
  kg: kg.trim() === '' ? undefined : (gramsOf(kg) ?? Number.NaN) / 1000,
  ...Object.fromEntries(POSTAGE_FIELDS.map((field) => [field, fenOf(prices[field] ?? '')])),
})

const fenOf = (yuan: string): number | null =>
  yuan.trim() === '' ? null : (minorUnitsOf(yuan) ?? Number.NaN)

/** What saving would change, one line per price. */
function changesOf(t: Translate, before: PostageItem[], after: PostageItem[]): Change[] {
  const changes = postageChanges(before, after)
  if (!changes) return []
  const format = formatOf(t)
  const weight = (kg: unknown) => t('order:postage.kg', { kg: Number(kg) })
  const price = (fen: unknown) =>
    typeof fen === 'number' ? format.money(fen, 'cny') : t('order:postage.notTaken')
  const lines = CARRIERS.map((carrier) => ({
    field: PRICE_FIELDS[carrier],
    name: t(`order:carrier.${carrier}`),
  }))
  const whole = (row: PostageItem) =>
    lines
      .filter(({ field }) => row[field] !== null)
      .map(({ field, name }) => `${name} ${price(row[field])}`)
      .join(t('admin:postage.and')) || t('order:postage.notTaken')
  const nothing = t('admin:draft.nothing')
  return [
    ...before.flatMap(({ id, kg }) => {
      const [was, is] = [changes.before[id], changes.after[id]]
      if (!was || !is) return []
      const at = weight(kg)
      const newWeight = { what: t('admin:postage.weightOf', { at }), before: at }
      return [
        ...('kg' in is ? [{ ...newWeight, after: weight(is.kg) }] : []),
        ...lines
          .filter(({ field }) => field in is)
          .map(({ field, name }) => ({
            name: `${kg}.${field}`,
            what: `${at} · ${name}`,
            before: price(was[field]),
            after: price(is[field]),
          })),
      ]
    }),
    ...after
      .filter(({ id }) => changes.before[id] === null)
      .map((row) => ({
        what: t('admin:postage.newRow', { at: weight(row.kg) }),
        before: nothing,
        after: whole(row),
      })),
    ...before
      .filter(({ id }) => changes.after[id] === null)
      .map((row) => ({
        what: t('admin:postage.goneRow', { at: weight(row.kg) }),
        before: whole(row),
        after: nothing,
      })),
  ]
}
