import { amountText, minorUnitsOf } from '#app/domain/money.ts'
import { CARRIERS, gramsOf, PRICE_FIELDS } from '#app/domain/order/postage.ts'
import type { Texts } from '#app/http/table-editor.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import {
  POSTAGE_FIELDS,
  type PostageDraft,
  type PostageItem,
  postageChanges,
} from '#app/services/admin/postage.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import { BLANK_ROW } from './blank-row.ts'

/** A row as typed: kilograms, and yuan by carrier. */
export const textsOfItem = ({ id, kg, ...prices }: PostageItem): Texts => ({
  id,
  kg: String(kg),
  ...Object.fromEntries(POSTAGE_FIELDS.map((field) => [field, amountText(prices[field])])),
})

/** The rows that are not blank, with every field. */
export const withoutBlanks = (rows: Texts[]): Texts[] =>
  rows
    .map((row) => ({ ...BLANK_ROW, ...row }))
    .filter(({ id: _, ...typed }) => Object.values(typed).some((text) => text.trim() !== ''))

/**
 * The body the API would receive. Anything unreadable becomes NaN, which the schema refuses at that
 * field.
 */
export const bodyOf = (rows: Texts[]) => ({
  items: rows.map(({ id, kg = '', ...prices }) => ({
    ...(id && { id }),
    kg: kg.trim() === '' ? undefined : (gramsOf(kg) ?? Number.NaN) / 1000,
    ...Object.fromEntries(POSTAGE_FIELDS.map((field) => [field, fenOf(prices[field] ?? '')])),
  })),
})

const fenOf = (yuan: string): number | null =>
  yuan.trim() === '' ? null : (minorUnitsOf(yuan) ?? Number.NaN)

/** What saving would change, one line per price. */
export function changesOf(t: Translate, before: PostageItem[], drafts: PostageDraft[]): Change[] {
  const after = drafts.map((draft, at) => ({ ...draft, id: draft.id ?? `new${at}` }))
  const changes = postageChanges(before, after)
  if (!changes) return []
  const format = formatOf(t)
  const weight = (kg: unknown) => t('order:postage.kg', { kg: Number(kg) })
  const price = (fen: unknown) =>
    typeof fen === 'number' ? format.money(fen, 'cny') : t('order:postage.notTaken')
  const old = new Map(before.map((row) => [row.id, row]))
  const lines = CARRIERS.map((carrier) => ({
    field: PRICE_FIELDS[carrier],
    name: t(`order:carrier.${carrier}`),
  }))
  const whole = (row: PostageItem) =>
    lines
      .filter(({ field }) => row[field] !== null)
      .map(({ field, name }) => `${name} ${price(row[field])}`)
      .join(t('admin:postage.and')) || t('order:postage.notTaken')
  const made = after.filter(({ id }) => !old.has(id))
  const gone = before.filter(({ id }) => changes.after[id] === null)
  return [
    ...after.flatMap((row) => {
      const [was, is, full] = [changes.before[row.id], changes.after[row.id], old.get(row.id)]
      if (!was || !is || !full) return []
      const at = weight(full.kg)
      return [
        ...('kg' in is
          ? [{ what: t('admin:postage.weightOf', { at }), before: at, after: weight(is.kg) }]
          : []),
        ...lines
          .filter(({ field }) => field in is)
          .map(({ field, name }) => ({
            what: `${at} · ${name}`,
            before: price(was[field]),
            after: price(is[field]),
          })),
      ]
    }),
    ...made.map((row) => ({
      what: t('admin:postage.newRow', { at: weight(row.kg) }),
      before: t('admin:draft.nothing'),
      after: whole(row),
    })),
    ...gone.map((row) => ({
      what: t('admin:postage.goneRow', { at: weight(row.kg) }),
      before: whole(row),
      after: t('admin:draft.nothing'),
    })),
  ]
}
