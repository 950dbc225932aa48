import type { Db } from '#db/db.ts'
import { settings } from '#db/schema.ts'

/** Every setting changed from its default, including those this version does not know. */
export const listSettings = (db: Db) =>
  db.select({ key: settings.key, value: settings.value }).from(settings)
