import { carpoolIdFor, newParticipantId, tripIdFor } from '#app/group/service/group-id.server.ts'
import {
  carpoolPlaceRowOf,
  carpoolRowOf,
  tripPlaceRowOf,
  tripRowOf,
} from '#app/group/service/group-rows.server.ts'
import type { OrderId, UserId } from '#app/kernel/id.ts'
import { londonDay } from '#app/kernel/time.ts'
import type { carpools, trips } from '#db/kinds.ts'
import { groups, orders, participants, users } from '#db/schema.ts'
import { Story as CarStory } from '#tests/kit/carpool.ts'
import { Story as TripStory } from '#tests/kit/trip.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

/** Rows of the read model and the orders' table, for things that no object knows. */

const { car } = new CarStory().opened('ann')
const { trip } = new TripStory().opened('ann')

type Of<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

const dayOf = ({ departureAt }: { departureAt?: number }) =>
  departureAt !== undefined && { departureDay: londonDay(departureAt) }

/** An open carpool with its creator's place. */
export async function insertCar(
  change: Of<typeof carpools> = {},
  place: Of<typeof participants> = {},
) {
  const userId: UserId = `usr_${crypto.randomUUID()}`
  const id = await carpoolIdFor(userId, userId, 0)
  const participantId = newParticipantId(id)
  const [creator] = car.participants
  if (!creator) throw new Error('a carpool has a creator')
  const own = { id: participantId, groupId: id, userId }
  await db
    .insert(groups)
    .values({ ...carpoolRowOf(car, { version: 1 }), id, ...dayOf(change), ...change })
  await db.insert(participants).values({ ...carpoolPlaceRowOf(car, creator, 1), ...own, ...place })
  return { id, participantId }
}

/** An open trip with its creator's place. */
export async function insertTrip(
  change: Of<typeof trips> = {},
  place: Of<typeof participants> = {},
) {
  const userId: UserId = `usr_${crypto.randomUUID()}`
  const id = await tripIdFor(userId, userId, 0)
  const participantId = newParticipantId(id)
  const [creator] = trip.participants
  if (!creator) throw new Error('a trip has a creator')
  const own = { id: participantId, groupId: id, userId }
  await db
    .insert(groups)
    .values({ ...tripRowOf(trip, { version: 1 }), id, ...dayOf(change), ...change })
  await db.insert(participants).values({ ...tripPlaceRowOf(trip, creator, 1), ...own, ...place })
  return { id, participantId }
}

/** A paid mail order of a new student, to be collected today. */
export async function insertOrder(change: Of<typeof orders> = {}): Promise<OrderId> {
  const { id: userId } = await newStudent()
  const id = `mail_${crypto.randomUUID()}` as const
  await db.insert(orders).values({
    id,
    kind: 'mail',
    userId,
    attemptId: id,
    status: 'open',
    payment: 'paid',
    baseAmount: 1500,
    userName: '王明',
    tel: '07700900123',
    isHelp: false,
    estBoxNum: 1,
    fromAddress: 'a',
    fromZip: 'b',
    toAddress: 'c',
    toZip: 'd',
    sendDate: londonDay(devClock.now()),
    sendDaytime: true,
    publicText: '',
    ownText: '',
    createdAt: devClock.now(),
    payBefore: devClock.now(),
    ...change,
  })
  return id
}

/** An account created at that moment. */
export async function insertUser(createdAt: number): Promise<UserId> {
  const id: UserId = `usr_${crypto.randomUUID()}`
  await db.insert(users).values({
    id,
    phone: id,
    email: id,
    emailKey: id,
    name: '王明',
    wechat: 'wang_ming',
    passwordHash: 'none',
    accountType: 'NORMAL',
    createdAt,
    updatedAt: createdAt,
  })
  return id
}
