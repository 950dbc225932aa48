import { inArray } from 'drizzle-orm'
import type { UserId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { type Instant, londonDay } from '#app/domain/time.ts'
import type { WishDraft } from '#app/domain/wish.ts'
import { openForWishes } from '#app/services/wishes/open-car.server.ts'
import { makeWish } from '#app/services/wishes/wishes.server.ts'
import { participants, waits, wishes, wishNews } from '#db/schema.ts'
import { type Admin, newAdmin } from '#tests/worker/admin/kit.ts'
import { carOf, db, inDays, must } from '#tests/worker/carpool/kit.ts'
import { newStudent, services } from '#tests/worker/orders/kit.ts'

/** Wishes for a car, which the console then opens. */

/** The departure that is wished for: in the afternoon, so that its part of the day is. */
export const wished = (days: number) => inDays(days).carpoolAt
export const slotOf = (at: Instant) => `PICKUP.air_lhr.${londonDay(at)}.afternoon`

/** A student who wishes for a car at about `at`. */
export async function wisher(at: Instant, change: Partial<WishDraft> = {}) {
  const viewer = await newStudent()
  const draft = { tripType: 'PICKUP', airportId: 'air_lhr', people: 1 } as const
  const luggage = { bigLuggage: 1, smallLuggage: 1 }
  const window = { fromAt: at, toAt: at + hours(2) }
  const wishId = must(
    await makeWish(services, viewer, { ...draft, ...luggage, ...window, ...change }),
  )
  return { ...viewer, wishId }
}

type Asked = { as?: Admin; maxPassengers?: number; seen?: number; slot?: string }
/** Opens a car as the console does. */
export async function openCarFor(
  at: Instant,
  { as, maxPassengers = 3, seen = 0, slot = slotOf(at) }: Asked = {},
) {
  const { id: by } = as ?? (await newAdmin())
  const car = { slot, carpoolAt: at, maxPassengers, terminal: 'T2', seen } as const
  return openForWishes(services, { by, ...car })
}
/** A car that the console has opened. */
export async function wishCar(at: Instant, asked: Asked = {}) {
  const { carpoolId, offered } = must(await openCarFor(at, asked))
  return { carpoolId, offers: offered }
}

/** To whom seats are offered, in the order of the list. */
export const offeredIn = async (carpoolId: string): Promise<UserId[]> =>
  ((await carOf(carpoolId)).waiting ?? [])
    .filter(({ offeredUntil }) => offeredUntil !== null)
    .map(({ userId }) => userId)

/** Nobody wishes for anything, so that tests do not meet each other's students. */
export async function noWishes(): Promise<void> {
  await db.delete(wishes)
  await db.delete(wishNews)
}
export const rowsAbout = (ids: UserId[]) => ({
  waits: db.select().from(waits).where(inArray(waits.userId, ids)),
  places: db.select().from(participants).where(inArray(participants.userId, ids)),
})
