import { listSettings } from '#app/catalog/rows/settings.server.ts'
import { numbersOf } from '#app/catalog/rules/settings.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/**
 * Numbers that can be changed without a deploy. Never cached, since amounts of money depend on
 * them; it is one small table.
 */
export const readSettings = async ({ db }: Needs<'db'>) =>
  numbersOf(await batchRead(db, listSettings(db)))
