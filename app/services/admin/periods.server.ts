import type { AdminId } from '#app/domain/id.ts'
import { overlapsIn, type SpecialPeriod, sortPeriods, without } from '#app/domain/offer/periods.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { readPeriods, writePeriods } from '#db/queries/admin-catalog.ts'

export type { SpecialPeriod }

/** The London days on which the special price table applies. */
export function createAdminPeriods({ db, clock }: { db: Db; clock: Clock }) {
  const read = (): Promise<{ version: number; periods: SpecialPeriod[] }> => readPeriods(db)
  return {
    read,

    /**
     * Replaces the whole list if it is still at version `seen`. The periods do not overlap
     * (app/schemas/admin-offer). Returns the new list in order. Fails with versionConflict.
     */
    async replace(
      adminId: AdminId,
      seen: number,
      sent: readonly SpecialPeriod[],
    ): Promise<Result<{ version: number; periods: SpecialPeriod[] }>> {
      if (overlapsIn(sent).length > 0) throw new Error('periods that overlap')
      const { version, periods: before } = await read()
      if (version !== seen) return fail('versionConflict')
      const after = sortPeriods(sent)
      const [gone, come] = [without(before, after), without(after, before)]
      if (gone.length + come.length === 0) return ok({ version, periods: before })
      const written = await writePeriods(db, seen, after, {
        at: clock.now(),
        adminId,
        action: 'specialPeriodsSet',
        subject: 'specialPeriods',
        before: gone,
        after: come,
      })
      return written === null ? fail('versionConflict') : ok({ version: written, periods: after })
    },
  }
}
