import type { AdminId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { CARRIERS, PRICE_FIELDS } from '#app/domain/order/postage.ts'
import { ok, type Result } from '#app/domain/result.ts'
import type { Clock } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { type PostagePriceRow, postageWrites, readPostageTable } from '#db/queries/admin-texts.ts'
import { replaceTable, type Versioned } from './replace-table.server.ts'
import { type RowChanges, type Rows, rowChanges } from './row-changes.ts'

/** A row as the postage table of the API has it: kilograms, and fen or null by carrier. */
export type PostageItem = { id: string; kg: number } & Record<
  (typeof PRICE_FIELDS)[keyof typeof PRICE_FIELDS],
  MinorUnits | null
>
/** One that may be new. */
export type PostageDraft = Omit<PostageItem, 'id'> & { id?: string | undefined }

/** In the order in which tables and forms show them. */
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

/** Rows with an id each: the one that was sent, or a new one; the lightest first. */
const withIds = (drafts: PostageDraft[]): PostageItem[] =>
  drafts
    .map((draft) => ({ ...draft, id: draft.id ?? `postage_${crypto.randomUUID()}` }))
    .sort((a, b) => a.kg - b.kg)

/** What a table would change; null for nothing. */
export const postageChanges = (before: PostageItem[], after: PostageItem[]): RowChanges | null =>
  rowChanges(byId(before), byId(after))

/** The postage table as a whole, for those who set it. */
export function createAdminPostage({ db, clock }: { db: Db; clock: Clock }) {
  async function read(): Promise<Versioned<PostageItem[]>> {
    const { rows, version } = await readPostageTable(db)
    return { table: rows.map(toItem), version }
  }
  return {
    read,

    /**
     * Replaces the table. Fails with versionConflict when it is no longer the one that was `seen`.
     */
    async put(
      adminId: AdminId,
      seen: number,
      drafts: PostageDraft[],
    ): Promise<Result<Versioned<PostageItem[]>>> {
      const [standing, table] = [await read(), withIds(drafts)]
      const version = await replaceTable({
        db,
        at: clock.now(),
        adminId,
        name: 'postage',
        action: 'postageSet',
        seen,
        standing: standing.version,
        change: postageChanges(standing.table, table),
        writes: postageWrites(db, table.map(toRow)),
      })
      return version.ok ? ok({ table, version: version.value }) : version
    },
  }
}
