import type { AdminId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { CARRIERS, PRICE_FIELDS } from '#app/domain/order/postage.ts'
import { ok, type Result } from '#app/domain/result.ts'
import type { Clock } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { type PostagePriceRow, postageWrites, readPostageTable } from '#db/queries/admin-tables.ts'
import { replaceTable, type Versioned } from './admin-table.server.ts'
import { type RowChanges, type Rows, rowChanges } from './row-changes.ts'

/** A row of the API's postage table: kilograms, and a price in fen, or null, per carrier. */
export type PostageItem = { id: string; kg: number } & Record<
  (typeof PRICE_FIELDS)[keyof typeof PRICE_FIELDS],
  MinorUnits | null
>
/** A row that may be new. */
export type PostageDraft = Omit<PostageItem, 'id'> & { id?: string | undefined }

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

/** Gives each row an id, either the one sent or a new one, and sorts the lightest first. */
const withIds = (drafts: PostageDraft[]): PostageItem[] =>
  drafts
    .map((draft) => ({ ...draft, id: draft.id ?? `postage_${crypto.randomUUID()}` }))
    .sort((a, b) => a.kg - b.kg)

/** What saving the table would change; null for nothing. */
export const postageChanges = (before: PostageItem[], after: PostageItem[]): RowChanges | null =>
  rowChanges(byId(before), byId(after))

/** The whole postage table, for administrators. */
export function createAdminPostage({ db, clock }: { db: Db; clock: Clock }) {
  async function read(): Promise<Versioned<PostageItem[]>> {
    const { rows, version } = await readPostageTable(db)
    return { table: rows.map(toItem), version }
  }
  return {
    read,

    /** Replaces the table. Fails with versionConflict if it has changed since version `seen`. */
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
