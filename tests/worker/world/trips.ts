import { env } from 'cloudflare:workers'
import type { Party } from '#app/group/rules/state.ts'
import type { TripSnapshot } from '#app/group/service/group-objects.server.ts'
import { confirmDeposit, holdInGroup, prepareDeposit } from '#app/group/service/groups.server.ts'
import type { TripId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { parseTime } from '#app/kernel/time.ts'
import type { Terms, TripState } from '#app/trip/rules/state.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { createTrip, setBalancePrice, type TripDraft } from '#app/trip/service/trips.server.ts'
import { student } from './people.ts'
import { dayIn, intentIdOf, must, now, pay, services } from './services.ts'

const at = (days: number, time: string) => must(parseTime(`${dayIn(days)}T${time}`))

/** A trip in ten days, its cutoff in five. */
export const draft = (change: Partial<TripDraft> = {}): TripDraft => ({
  tripName: '湖区两日游',
  minPassengers: 2,
  maxPassengers: 4,
  cutoffAt: at(5, '18:00'),
  tripStartAt: at(10, '08:00'),
  tripEndAt: at(11, '20:00'),
  ...change,
})

export const party = (change: Partial<Party> = {}): Party => ({
  people: 1,
  terminal: 'T2',
  flightNumber: 'BA038',
  flightTime: at(10, '06:00'),
  nLocation: '1 Castle Boulevard',
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
  ...change,
})

/** A trip whose creator's deposit is not paid yet, at a price set by an administrator. */
export async function draftTrip(
  { balancePrice = 3000, ...change }: Partial<Terms> = {},
  creator = student(),
) {
  const { id } = must(await createTrip(services, creator, draft(change), crypto.randomUUID()))
  must(await setBalancePrice(services, id, balancePrice))
  const { clientSecret, participantId } = must(
    await prepareDeposit(tripKind, services, creator, id),
  )
  return { id, creator, participantId, clientSecret, intentId: intentIdOf(clientSecret) }
}

/** A trip that others can join. */
export async function openTrip(change: Partial<Terms> = {}, creator = student()) {
  const trip = await draftTrip(change, creator)
  await pay(trip.clientSecret)
  must(await confirmDeposit(tripKind, services, trip.creator, trip.id))
  return trip
}

/** A hold with its payment begun. */
export async function holdPlace(id: TripId, change: Partial<Party> = {}, viewer = student()) {
  const { id: participantId } = must(
    await holdInGroup(tripKind, services, viewer, id, party(change)),
  )
  const { clientSecret } = must(await prepareDeposit(tripKind, services, viewer, id))
  return { id, viewer, participantId, clientSecret, intentId: intentIdOf(clientSecret) }
}

/** A confirmed place. */
export async function join(id: TripId, change: Partial<Party> = {}, viewer = student()) {
  const held = await holdPlace(id, change, viewer)
  await pay(held.clientSecret)
  must(await confirmDeposit(tripKind, services, held.viewer, id))
  return held
}

export async function stateOf(id: TripId): Promise<TripState> {
  const snapshot = (await env.TRIP.getByName(id).snapshot()) as unknown as TripSnapshot | null
  if (!snapshot) throw new Error('no trip')
  return snapshot.state
}

export const untilCutoff = async (id: TripId) => (await stateOf(id)).cutoffAt - now()
export const untilEnd = async (id: TripId) => (await stateOf(id)).tripEndAt - now() + hours(1)
