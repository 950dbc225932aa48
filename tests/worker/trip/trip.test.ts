import { describe, expect, test } from 'vitest'
import {
  confirmDeposit,
  giveUpPlace,
  holdInGroup,
  leaveGroup,
  prepareBalance,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { confirmBalanceSent, createTrip, findTrip } from '#app/trip/service/trips.server.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { filledForm } from '#tests/worker/forms/filled.ts'
import { browserOf, newStudent, noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  deliver,
  eventsOf,
  fault,
  intentIdOf,
  sumsOf as moneyOf,
  must,
  pay,
  services,
  stripe,
} from '#tests/worker/world/services.ts'
import {
  draft,
  draftTrip,
  holdPlace,
  join,
  openTrip,
  party,
  stateOf,
  untilCutoff,
  untilEnd,
} from '#tests/worker/world/trips.ts'

const taken = { status: 'succeeded', received: 2000, refunded: 0 }
const returned = { status: 'succeeded', received: 2000, refunded: 2000 }

test.each([
  [true, { bigLuggage: '2', smallLuggage: '1', bag: '1', people: '1' }],
  [false, { bigLuggage: '0', smallLuggage: '0', bag: '1', people: '1' }],
])(
  'whether it asks for a flight (%j) says what luggage its form begins with',
  async (needsFlight, values) => {
    const { id } = await openTrip({ needsFlight })
    const browser = await browserOf(await newStudent())
    expect(filledForm(await browser.get(`/trip/${id}/join`), 'nLocation')).toMatchObject(values)
  },
)

test('the console says of a place that it is not said yet how it travels', async () => {
  const { id } = await openTrip()
  const page = await visitorOf(await newAdmin()).get(`/admin/trips/${id}`)
  expect(textOf(page)).toMatch(/Nottingham address\s*Not said yet/)
})

describe('starting a trip', () => {
  test('opens it with the creator’s deposit, which is charged at once', async () => {
    const trip = await draftTrip()
    expect(await findTrip(services, trip.id, student()), 'nobody sees it before').toBeNull()
    expect(await stripe.paymentIntents.retrieve(trip.intentId)).toMatchObject({
      amount: 2000,
      capture_method: 'automatic',
      metadata: { purpose: 'tripDeposit', tripId: trip.id, participantId: trip.participantId },
    })
    expect(codeOf(await confirmDeposit(tripKind, services, trip.creator, trip.id))).toBe(
      'paymentNotConfirmed',
    )
    await pay(trip.clientSecret)
    expect(must(await confirmDeposit(tripKind, services, trip.creator, trip.id))).toMatchObject({
      status: 'OPEN',
      button: 'joined',
      currentPassengers: 1,
      neededPassengers: 1,
      own: { party: { people: 1 }, paymentStatus: 'DEPOSIT' },
    })
    expect(await findTrip(services, trip.id, student())).toMatchObject({
      status: 'OPEN',
      button: 'join',
      own: null,
    })
    expect(await moneyOf(trip.intentId)).toEqual(taken)
  })

  test('twice simultaneously makes one trip, and giving it up cancels its payment', async () => {
    const creator = student()
    const attemptId = crypto.randomUUID()
    const made = await Promise.all(
      [1, 2, 3].map(() => createTrip(services, creator, draft(), attemptId)),
    )
    const ids = made.map((one) => must(one).id)
    expect(new Set(ids).size).toBe(1)
    const [id = 'trip_'] = ids
    const { clientSecret } = must(await prepareDeposit(tripKind, services, creator, id))
    expect(must(await giveUpPlace(tripKind, services, creator, id)).snapshot.state.tripName).toBe(
      '湖区两日游',
    )
    expect((await moneyOf(intentIdOf(clientSecret))).status).toBe('canceled')
    expect((await stateOf(id)).status).toBe('CANCELLED')
    expect(
      must(await createTrip(services, creator, draft(), attemptId)).id,
      'sent again, it is another',
    ).not.toBe(id)
  })
})

describe('joining and leaving', () => {
  test('takes a seat with a deposit, and leaving before the cutoff frees the seat and refunds it', async () => {
    const trip = await openTrip({ maxPassengers: 2 })
    const bob = await join(trip.id)
    expect(await findTrip(services, trip.id, student())).toMatchObject({
      status: 'FULL',
      button: 'ended',
    })
    expect(codeOf(await holdInGroup(tripKind, services, student(), trip.id, party()))).toBe(
      'carpoolFull',
    )
    must(await leaveGroup(tripKind, services, bob.viewer, trip.id))
    await advance(0)
    expect(await moneyOf(bob.intentId)).toEqual(returned)
    expect(await findTrip(services, trip.id, bob.viewer)).toMatchObject({
      status: 'OPEN',
      own: null,
    })
    await join(trip.id)
    expect((await stateOf(trip.id)).status).toBe('FULL')
  })

  test('the webhook alone confirms a seat, however often and in whatever order its events arrive', async () => {
    await fault('drop-events', 100_000)
    const trip = await openTrip()
    const bob = await holdPlace(trip.id)
    await pay(bob.clientSecret)
    const events = (await eventsOf(bob.intentId)).reverse()
    for (const event of [...events, ...events]) expect(await deliver(event)).toBe(200)
    expect(await findTrip(services, trip.id, bob.viewer)).toMatchObject({
      own: { paymentStatus: 'DEPOSIT' },
    })
    expect(await moneyOf(bob.intentId)).toEqual(taken)
  })
})

describe('the cutoff', () => {
  test('with exactly the minimum of people the trip goes ahead and balances are due', async () => {
    const trip = await openTrip({ minPassengers: 3 })
    const bob = await join(trip.id, { people: 2 })
    await advance(await untilCutoff(trip.id))
    expect((await stateOf(trip.id)).status).toBe('SUCCESS')
    expect(await noticesOf(bob.viewer)).toEqual(['tripConfirmed'])
    expect(await findTrip(services, trip.id, bob.viewer)).toMatchObject({
      button: 'payBalance',
      own: { remaining: 6000 },
    })
    const payable = must(await prepareBalance(tripKind, services, bob.viewer, trip.id))
    expect(payable).toMatchObject({ amount: 6000, pointsDeducted: 0 })
    await pay(payable.clientSecret ?? '')
    const sent = { intentId: intentIdOf(payable.clientSecret ?? ''), price: 3000 }
    expect(must(await confirmBalanceSent(services, bob.viewer, trip.id, sent))).toMatchObject({
      button: 'joined',
    })
    expect(codeOf(await leaveGroup(tripKind, services, bob.viewer, trip.id))).toBe('cutoffPassed')
    await advance(await untilEnd(trip.id))
    expect((await stateOf(trip.id)).status).toBe('COMPLETED')
    expect(await moneyOf(trip.intentId)).toEqual(taken)
  })
})
