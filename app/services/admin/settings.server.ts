import type { AdminId } from '#app/domain/id.ts'
import { ok, type Result } from '#app/domain/result.ts'
import { type NumberSettings, numbersOf, type TextSettings, textsOf } from '#app/domain/settings.ts'
import type { Clock } from '#app/domain/time.ts'
import type { SiteTextsService } from '#app/services/catalog/site-texts.server.ts'
import type { Db } from '#db/db.ts'
import { readSettingsTable, settingWrites } from '#db/queries/admin-tables.ts'
import { replaceTable, type Versioned } from './admin-table.server.ts'
import { type Flat, rowChanges } from './row-changes.ts'

export type AllSettings = NumberSettings & TextSettings

/** What would change, by setting; null for nothing. */
export function settingChanges(
  before: AllSettings,
  after: AllSettings,
): { before: Flat; after: Flat } | null {
  const changes = rowChanges({ all: before }, { all: after })
  return changes && { before: changes.before.all ?? {}, after: changes.after.all ?? {} }
}

type Deps = { db: Db; clock: Clock; site: Pick<SiteTextsService, 'builtIn' | 'forget'> }

/** All fees, rates, contact details and page notices at once, for administrators. */
export function createAdminSettings({ db, clock, site }: Deps) {
  async function read(): Promise<Versioned<AllSettings>> {
    const { rows, version } = await readSettingsTable(db)
    return { table: withBuiltIns({ ...numbersOf(rows), ...textsOf(rows) }), version }
  }
  /** The values that will apply: an empty contact falls back to the installation's. */
  const withBuiltIns = (wanted: AllSettings): AllSettings => ({
    ...wanted,
    contactLink: wanted.contactLink || site.builtIn.link,
    contactName: wanted.contactName || site.builtIn.name,
  })
  return {
    read,
    withBuiltIns,

    /**
     * Stores the settings that differ from the current ones; all others keep following the built-in
     * values. An empty text restores the built-in one. Fails with versionConflict if the settings
     * have changed since version `seen`.
     */
    async put(
      adminId: AdminId,
      seen: number,
      wanted: AllSettings,
    ): Promise<Result<Versioned<AllSettings>>> {
      const standing = await read()
      const table = withBuiltIns(wanted)
      const change = settingChanges(standing.table, table)
      const changed = Object.keys(change?.after ?? {}) as (keyof AllSettings)[]
      const values = Object.fromEntries(
        changed.map((name) => [name, wanted[name] === '' ? null : wanted[name]]),
      )
      const version = await replaceTable({
        db,
        at: clock.now(),
        adminId,
        name: 'settings',
        action: 'settingsSet',
        seen,
        standing: standing.version,
        change,
        writes: settingWrites(db, values, clock.now()),
      })
      if (!version.ok) return version
      site.forget()
      return ok({ table, version: version.value })
    },
  }
}
