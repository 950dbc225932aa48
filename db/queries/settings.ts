import type { Db } from '#db/db.ts'
import { settings } from '#db/schema.ts'

/**
 * Every setting that has been changed from its default, also those that this version does not know.
 */
export const listSettings = (db: Db) =>
  db.select({ key: settings.key, value: settings.value }).from(settings)
