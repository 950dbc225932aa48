import { amountChanges } from '#app/catalog/rules/pricing/leaps.ts'
import {
  type PostagePriceRow,
  postageWrites,
  readPostageTable,
} from '#app/console/rows/admin-tables.server.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { ok } from '#app/kernel/result.ts'
import { CARRIERS, PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { adminTable } from './admin-table.server.ts'
import { type Rows, rowChanges } from './row-changes.ts'

/** A row of the API's postage table: kilograms, and a price in fen, or null, per carrier. */
type PostageItem = { id: string; kg: number } & Record<
  (typeof PRICE_FIELDS)[keyof typeof PRICE_FIELDS],
  MinorUnits | null
>
/** A row that may be new. */
type PostageDraft = Omit<PostageItem, 'id'> & { id?: string | undefined }

/** In display order, for tables and forms. */
export const POSTAGE_FIELDS = CARRIERS.map((carrier) => PRICE_FIELDS[carrier])

const gramsOf = ({ kg }: { kg: number }): number => Math.round(kg * 1000)

function toRow({ id, kg, ...prices }: PostageItem): PostagePriceRow {
  return { ...prices, id, grams: gramsOf({ kg }) }
}

function toItem({ id, grams, ...prices }: PostagePriceRow): PostageItem {
  return { ...prices, id, kg: grams / 1000 }
}

const byId = (items: PostageItem[]): Rows =>
  Object.fromEntries(items.map(({ id, ...row }) => [id, row]))

/**
 * `1.5.royalMail` is the price for 1.5 kg: recreating a row under another id does not hide a
 * change.
 */
const byWeight = (items: PostageItem[]) =>
  new Map(
    items.flatMap((item) =>
      POSTAGE_FIELDS.map((field) => [`${item.kg}.${field}`, item[field]] as const),
    ),
  )

/** Gives each row an id, either the one sent or a new one, and sorts the lightest first. */
const withIds = (drafts: PostageDraft[]): PostageItem[] =>
  drafts
    .map((draft) => ({ ...draft, id: draft.id ?? `postage_${crypto.randomUUID()}` }))
    .sort((a, b) => a.kg - b.kg)

/** The whole postage table, for administrators. */
export const postageTable = (context: Needs<'db' | 'clock'>) =>
  adminTable<PostageItem[], PostageDraft[]>(context, {
    name: 'postage',
    action: 'postageSet',
    async read() {
      const { rows, version } = await readPostageTable(context.db)
      return { table: rows.map(toItem), version }
    },
    next: (drafts) => ok(withIds(drafts)),
    changes: (before, after) => rowChanges(byId(before), byId(after)),
    amounts: (before, after) => amountChanges(byWeight(before), byWeight(after)),
    writes: (_, after) => postageWrites(context.db, after.map(toRow)),
  })
