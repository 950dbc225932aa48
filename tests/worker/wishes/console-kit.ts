import { inArray } from 'drizzle-orm'
import type { CarpoolId, UserId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { type Instant, londonDay, londonWall } from '#app/domain/time.ts'
import type { WishDraft } from '#app/domain/wish.ts'
import { makeWish } from '#app/services/wishes/wishes.server.ts'
import { participants, waits, wishes, wishNews } from '#db/schema.ts'
import { type Admin, newAdmin } from '#tests/worker/admin/kit.ts'
import { api } from '#tests/worker/api/world.ts'
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
/** What the console answers to opening a car. */
export async function openForWishes(
  at: Instant,
  { as, maxPassengers = 3, seen = 0, slot = slotOf(at) }: Asked = {},
) {
  const json = { carpoolDatetime: londonWall(at), maxPassengers, terminal: 'T2', seen }
  const admin = as ?? (await newAdmin())
  return api('POST', `/admin/wishes/${slot}/carpool`, { as: admin, json })
}
/** A car that the console has opened. */
export async function wishCar(at: Instant, asked: Asked = {}) {
  const { status, body } = await openForWishes(at, asked)
  if (status !== 201) throw new Error(`not opened: ${JSON.stringify(body)}`)
  return { carpoolId: body.carpoolId as CarpoolId, offers: body.offers as { people: number }[] }
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
