import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TripType } from '#app/carpool/rules/state.ts'
import type { WishDraft } from '#app/features/wishes/rules/wish.ts'
import { purgeOldWishes, sweepWishes } from '#app/features/wishes/service/tell-wishes.server.ts'
import { makeWish } from '#app/features/wishes/service/wishes.server.ts'
import type { AirportId, CarpoolId, UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { groups, notices, seatOpenings } from '#db/schema.ts'
import { db, must, services } from '#tests/worker/world/services.ts'

const failing = (...what: unknown[]) => expect.unreachable(`a sweep failed: ${what.map(String)}`)
export const clockAt = (at: Instant) => ({
  now: () => at,
  systemTime: (instant: Instant) => instant,
})
const tellerAt = (at: Instant) => ({
  db,
  clock: clockAt(at),
  log: { info() {}, warn() {}, error: failing },
})
/** What the cron job does for wishes at a moment. */
export const sweepAt = (at: Instant) => sweepWishes(tellerAt(at))
export const purgeAt = (at: Instant) => purgeOldWishes(tellerAt(at))

export const wishFor = (at: Instant, change: Partial<WishDraft> = {}): WishDraft => ({
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  fromAt: at - hours(2),
  toAt: at + hours(2),
  people: 1,
  bigLuggage: 1,
  smallLuggage: 1,
  ...change,
})
/** A student's wish, made at a moment; by default one that a car at `at` fits. */
export const wishAt = (
  now: Instant,
  viewer: { id: UserId },
  at: Instant,
  change: Partial<WishDraft> = {},
) => makeWish({ ...services, db, clock: clockAt(now) }, viewer, wishFor(at, change)).then(must)

type Where = { tripType?: TripType; airportId?: AirportId }
type Seats = { people?: number; max?: number }
/** A car as the read model has it, which has just got seats. */
export async function carAt(
  carpoolAt: Instant,
  { tripType = 'PICKUP', airportId = 'air_lhr', people = 1, max = 4 }: Where & Seats = {},
  now: Instant = 0,
): Promise<CarpoolId> {
  const id: CarpoolId = `car_${crypto.randomUUID()}`
  await db.insert(groups).values({
    kind: 'carpool',
    id,
    version: 1,
    tripType,
    status: 'OPEN',
    airportId,
    airportNameZh: '希思罗机场',
    airportNameEn: 'Heathrow',
    terminals: ['T2'],
    currentPassengers: people,
    maxPassengers: max,
    prices: [9000, 4500, 3000, 2500, 2000],
    departureAt: carpoolAt,
    departureDay: londonDay(carpoolAt),
    cutoffAt: carpoolAt - hours(24),
    balanceDueAt: carpoolAt,
    flightTimes: [],
    flightNumbers: [],
    listed: true,
    createdAt: now,
  })
  await db.insert(seatOpenings).values({ carpoolId: id, at: now })
  return id
}

/** What somebody was told because of wishes, oldest first. */
export const toldOf = ({ id }: { id: UserId }, code: 'carFound' | 'wishesMeet' = 'carFound') =>
  db
    .select({ at: notices.createdAt, params: notices.params })
    .from(notices)
    .where(and(eq(notices.userId, id), eq(notices.code, code)))
    .orderBy(notices.createdAt)
