import { amountChanges } from '#app/catalog/rules/pricing/leaps.ts'
import {
  MONEY_NAMES,
  type NumberSettings,
  numbersOf,
  type TextSettings,
  textsOf,
} from '#app/catalog/rules/settings.ts'
import { forgetSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import { readSettingsTable, settingWrites } from '#app/console/rows/admin-tables.server.ts'
import { ok } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { adminTable } from './admin-table.server.ts'
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

const moneyIn = (all: AllSettings) => new Map(MONEY_NAMES.map((name) => [name, all[name]]))

/** All fees, rates, contact details and page notices at once, for administrators. */
export function settingsTable(context: Needs<'db' | 'clock' | 'config'>) {
  const { db, clock, config } = context
  /** The values that will apply: an empty contact falls back to the installation's. */
  const withBuiltIns = (wanted: AllSettings): AllSettings => ({
    ...wanted,
    contactLink: wanted.contactLink || config.contact.link,
    contactName: wanted.contactName || config.contact.name,
  })
  return adminTable<AllSettings, AllSettings>(context, {
    name: 'settings',
    action: 'settingsSet',
    async read() {
      const { rows, version } = await readSettingsTable(db)
      return { table: withBuiltIns({ ...numbersOf(rows), ...textsOf(rows) }), version }
    },
    next: (wanted) => ok(withBuiltIns(wanted)),
    changes: settingChanges,
    amounts: (before, after) => amountChanges(moneyIn(before), moneyIn(after)),
    // Students write to this contact about their money.
    guarded: (before, after) =>
      before.contactLink !== after.contactLink || before.contactName !== after.contactName,
    /**
     * Only differences are stored; everything else follows the built-in values. An empty text
     * restores the built-in one.
     */
    writes(before, after, wanted) {
      const changed = Object.keys(settingChanges(before, after)?.after ?? {})
      const values = changed.map((name) => [name, wanted[name as keyof AllSettings]] as const)
      return settingWrites(
        db,
        Object.fromEntries(values.map(([name, value]) => [name, value === '' ? null : value])),
        clock.now(),
      )
    },
    written: () => forgetSiteTexts(context),
  })
}
