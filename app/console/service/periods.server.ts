import {
  overlapsIn,
  type SpecialPeriod,
  sortPeriods,
  without,
} from '#app/catalog/rules/pricing/periods.ts'
import { periodWrites, readPeriods } from '#app/console/rows/admin-tables.server.ts'
import { ok } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { adminTable } from './admin-table.server.ts'

/** The London days on which the special price table applies, in order. */
export const periodsTable = (context: Needs<'db' | 'clock'>) =>
  adminTable<SpecialPeriod[], readonly SpecialPeriod[]>(context, {
    name: 'specialPeriods',
    action: 'specialPeriodsSet',
    read: () => readPeriods(context.db),
    next(wanted) {
      // app/console/schemas/offer has refused them.
      if (overlapsIn(wanted).length > 0) throw new Error('periods that overlap')
      return ok(sortPeriods(wanted))
    },
    changes(before, after) {
      const [gone, come] = [without(before, after), without(after, before)]
      return gone.length + come.length > 0 ? { before: gone, after: come } : null
    },
    // The days decide which of two prices is paid.
    guarded: (before, after) => without(before, after).length + without(after, before).length > 0,
    writes: (_, after) => periodWrites(context.db, after),
  })
