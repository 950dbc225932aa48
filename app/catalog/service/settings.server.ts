import { listSettings } from '#app/catalog/rows/settings.server.ts'
import { type NumberSettings, numbersOf } from '#app/catalog/rules/settings.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Db } from '#db/db.ts'

export type SettingsService = { read(): Promise<NumberSettings> }

/**
 * The numbers that can be changed without a deploy. Read every time, since amounts of money are
 * calculated from them; it is one small table.
 */
export const createSettings = ({ db }: { db: Db }): SettingsService => ({
  read: async () => numbersOf(await batchRead(db, listSettings(db))),
})
