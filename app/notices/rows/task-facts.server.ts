import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Seat } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { groups, participants } from '#db/schema.ts'

/** D1 allows a function at most 32 arguments: an object, and a name and a value per field. */
const FIELDS_MAX = 15
const joined = (parts: SQL[]) => sql.join(parts, sql`, `)

/** A JSON object of T, field by field, so that the compiler finds missing facts. */
export function objectOf<T>(fields: Record<keyof T & string, SQLWrapper>): SQL {
  const all = Object.entries<SQLWrapper>(fields)
  const setIn = (object: SQL, from: number): SQL => {
    const some = all.slice(from, from + FIELDS_MAX)
    if (some.length === 0) return object
    const pairs = joined(some.map(([name, value]) => sql`${sql.raw(`'$.${name}'`)}, ${value}`))
    return setIn(sql`json_set(${object}, ${pairs})`, from + FIELDS_MAX)
  }
  return setIn(sql`'{}'`, 0)
}
export const isTrue = (is: SQLWrapper): SQL => sql`json(iif(${is}, 'true', 'false'))`

/** Seat and status as a place's owner sees them (`seenByOwner` in app/group/rules/state.ts). */
export const seenColumns = {
  seat: sql<Seat>`iif(${participants.seat} = 'out', 'taken', ${participants.seat})`,
  status: sql<GroupStatus>`iif(${participants.seat} = 'out', 'FAILED', ${groups.status})`,
}

/**
 * The facts that decide about the tasks of a place in a carpool or on a trip, as columns: for the
 * list of tasks (app/reminders/rules/task.ts) and for notices.
 */
export const ofPlaceTask = {
  ...seenColumns,
  paymentStatus: participants.paymentStatus,
  holdExpiresAt: participants.holdExpiresAt,
  remaining: sql`${participants.originalRemaining} - ${participants.deductedAmount}`,
  depositStatus: participants.depositStatus,
  renewalFailed: isTrue(participants.renewalFailed),
  captureBefore: participants.captureBeforeAt,
  isAboard: isTrue(sql`${participants.ride} ->> '$.progress.mark' = 'onBoard'`),
  party: sql`${participants.party} ->> 'people'`,
  carpoolAt: groups.departureAt,
  tripStartAt: groups.departureAt,
  cutoffAt: groups.cutoffAt,
  balanceDueAt: groups.balanceDueAt,
  tripType: groups.tripType,
  maxPeople: groups.maxPassengers,
  prices: sql`json(${groups.prices})`,
}
