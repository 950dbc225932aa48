import { and, eq, gte, inArray, lt, lte, max, sql, sum } from 'drizzle-orm'
import type {
  AskedFlight,
  FlightStatus,
  KeptLanding,
} from '#app/features/flights/rules/flight-status.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import { FLIGHT_CALLS_MAX, FLIGHT_PLAN_DAYS } from '#app/kernel/limits.ts'
import { addDays, type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { inList } from '#db/lists.ts'
import { flightStatuses, participants } from '#db/schema.ts'

const GOING = statusesThat('going')

const isFlight = ({ number, day }: AskedFlight) =>
  and(eq(flightStatuses.day, day), eq(flightStatuses.number, number))
/** The first day of flights whose calls count. */
const planFrom = (now: Instant) => addDays(londonDay(now), -FLIGHT_PLAN_DAYS)

const arrivals = (db: Db, days: { from: LondonDay; to: LondonDay }) =>
  db
    .select({ party: participants.party, zh: carpools.airportNameZh, en: carpools.airportNameEn })
    .from(carpools)
    .innerJoin(
      participants,
      and(eq(participants.groupId, carpools.id), sql`${participants.seat} = 'taken'`),
    )
    .where(
      and(
        gte(carpools.departureDay, days.from),
        lte(carpools.departureDay, days.to),
        inArray(carpools.status, GOING),
        eq(carpools.tripType, 'PICKUP'),
      ),
    )

/**
 * The flights of confirmed places in cars that leave an airport about now: tomorrow's car may fetch
 * somebody who lands today.
 */
export async function listArrivals(db: Db, now: Instant) {
  const today = londonDay(now)
  const rows = await arrivals(db, { from: addDays(today, -1), to: addDays(today, 2) })
  return rows.map(({ party, zh, en }) => ({ party, airportName: { zh, en } }))
}

/** Known statuses of these flights, by `day number`. */
export async function readFlightStatuses(
  db: Db,
  keys: string[],
): Promise<Map<string, FlightStatus>> {
  if (keys.length === 0) return new Map()
  const key = sql<string>`${flightStatuses.day} || ' ' || ${flightStatuses.number}`
  const days = [...new Set(keys.map((one) => one.slice(0, 10)))]
  const rows = await db
    .select({
      key: key.as('key'),
      calls: flightStatuses.calls,
      askedAt: flightStatuses.askedAt,
      landings: flightStatuses.landings,
    })
    .from(flightStatuses)
    .where(and(inList(flightStatuses.day, days), inList(key, keys)))
  return new Map(rows.map(({ key, ...status }) => [key, status]))
}

/** Calls that count against the plan: those about flights of the last FLIGHT_PLAN_DAYS. */
export const countFlightCalls = (db: Db, now: Instant) =>
  db
    .select({ calls: sum(flightStatuses.calls).mapWith(Number).as('calls') })
    .from(flightStatuses)
    .where(gte(flightStatuses.day, planFrom(now)))

/**
 * Counts a call before it is made. Returns false if the flight or the plan (`calls`) has no calls
 * left, or if another request claimed it first.
 */
export async function claimFlightCall(
  db: Db,
  { number, day }: AskedFlight,
  { seen, now, calls }: { seen: number; now: Instant; calls: number },
): Promise<boolean> {
  const claimed = await db.all(sql`
    insert into flight_statuses (day, number, calls, asked_at, landings)
    select ${day}, ${number}, 1, ${now}, '[]'
    where (select coalesce(sum(calls), 0) from flight_statuses where day >= ${planFrom(now)}) < ${calls}
    on conflict (day, number) do update set calls = calls + 1, asked_at = excluded.asked_at
    where calls = ${seen} and calls < ${FLIGHT_CALLS_MAX}
    returning calls`)
  return claimed.length > 0
}

/** Stores a flight's landings. */
export const keepLandings = (db: Db, flight: AskedFlight, landings: KeptLanding[]) =>
  db.update(flightStatuses).set({ landings }).where(isFlight(flight))

/** The provider was busy: the call counts, and the flight waits as before. */
export const keepBusy = (
  db: Db,
  flight: AskedFlight,
  { until, askedAt }: { until: Instant; askedAt: Instant },
) => db.update(flightStatuses).set({ busyUntil: until, askedAt }).where(isFlight(flight))

/** Until when not to call the provider; 0 if it can be called now. */
export async function busyUntil(db: Db): Promise<Instant> {
  const [row] = await db.select({ until: max(flightStatuses.busyUntil) }).from(flightStatuses)
  return row?.until ?? 0
}

export const purgeFlightStatuses = (db: Db, now: Instant) =>
  db.delete(flightStatuses).where(lt(flightStatuses.day, planFrom(now)))
