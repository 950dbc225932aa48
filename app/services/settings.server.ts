import type { Db } from '#db/db.ts'
import { listSettings } from '#db/queries/settings.ts'

/** What holds until the people who run the service set something else (DESIGN section 3). */
const DEFAULTS = {
  /** Points that stand for £1 of a balance. */
  pointsPerPound: 100,
  /** Points that a member earns for each pound paid. */
  pointsEarnedPerPound: 1,
  /** Pence that a mail order costs before postage; 0: nothing is to be paid. */
  mailBasePrice: 1000,
  /** Pence that a moving order costs before the work itself; 0: nothing is to be paid. */
  moveBasePrice: 2000,
  /** Pence a person that a trip costs beside the deposit, unless it says otherwise. */
  tripBalancePrice: 3000,
} as const satisfies Record<string, number>

export type Settings = Record<keyof typeof DEFAULTS, number>

export type SettingsService = { read(): Promise<Settings> }

/** The numbers that can be changed without a new version. Read anew each time: one small table. */
export function createSettings({ db }: { db: Db }): SettingsService {
  return {
    async read() {
      const set = new Map((await listSettings(db)).map(({ key, value }) => [key, value]))
      const entries = Object.entries(DEFAULTS).map(([key, value]) => [key, Number(set.get(key) ?? value)])
      return Object.fromEntries(entries) as Settings
    },
  }
}
