import { afterEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '#app/domain/limits.ts'
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
  stripe,
  stripeDown,
  stripeUp,
  trips,
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

afterEach(stripeUp)

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
    expect(await trips.find(trip.id, student()), 'nobody sees it before').toBeNull()
    expect(await stripe.paymentIntents.retrieve(trip.intentId)).toMatchObject({
      amount: 2000,
      capture_method: 'automatic',
      metadata: { purpose: 'tripDeposit', tripId: trip.id, participantId: trip.participantId },
    })
    expect(codeOf(await trips.confirmDeposit(trip.creator, trip.id))).toBe('paymentNotConfirmed')
    await pay(trip.clientSecret)
    expect(must(await trips.confirmDeposit(trip.creator, trip.id))).toMatchObject({
      status: 'OPEN',
      button: 'joined',
      currentPassengers: 1,
      neededPassengers: 1,
      own: { party: { people: 1 }, paymentStatus: 'DEPOSIT' },
    })
    expect(await trips.find(trip.id, student())).toMatchObject({
      status: 'OPEN',
      button: 'join',
      own: null,
    })
    expect(await moneyOf(trip.intentId)).toEqual(taken)
  })

  test('twice simultaneously makes one trip, and giving it up cancels its payment', async () => {
    const creator = student()
    const attemptId = crypto.randomUUID()
    const made = await Promise.all([1, 2, 3].map(() => trips.create(creator, draft(), attemptId)))
    const ids = made.map((one) => must(one).id)
    expect(new Set(ids).size).toBe(1)
    const [id = 'trip_'] = ids
    const { clientSecret } = must(await trips.payDeposit(creator, id))
    expect(must(await trips.giveUp(creator, id)).snapshot.state.tripName).toBe('湖区两日游')
    expect((await moneyOf(intentIdOf(clientSecret))).status).toBe('canceled')
    expect((await stateOf(id)).status).toBe('CANCELLED')
    expect(
      must(await trips.create(creator, draft(), attemptId)).id,
      'sent again, it is another',
    ).not.toBe(id)
  })

  test('without a payment for half an hour ends it', async () => {
    const trip = await draftTrip()
    await advance(minutes(30))
    expect((await stateOf(trip.id)).status).toBe('CANCELLED')
    expect((await moneyOf(trip.intentId)).status).toBe('canceled')
  })
})

describe('joining and leaving', () => {
  test('takes a seat with a deposit, and leaving before the cutoff frees the seat and refunds it', async () => {
    const trip = await openTrip({ maxPassengers: 2 })
    const bob = await join(trip.id)
    expect(await trips.find(trip.id, student())).toMatchObject({ status: 'FULL', button: 'ended' })
    expect(codeOf(await trips.hold(student(), trip.id, party()))).toBe('carpoolFull')
    must(await trips.exit(bob.viewer, trip.id))
    await advance(0)
    expect(await moneyOf(bob.intentId)).toEqual(returned)
    expect(await trips.find(trip.id, bob.viewer)).toMatchObject({ status: 'OPEN', own: null })
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
    expect(await trips.find(trip.id, bob.viewer)).toMatchObject({
      own: { paymentStatus: 'DEPOSIT' },
    })
    expect(await moneyOf(bob.intentId)).toEqual(taken)
  })

  test('another student’s payment, amount or place does not count', async () => {
    const trip = await openTrip()
    const bob = await join(trip.id)
    const eve = await holdPlace(trip.id)
    const sent = { intentId: bob.intentId, price: 2000 }
    const none = { intentId: null, price: 0 }
    expect(codeOf(await trips.confirmJoinSent(eve.viewer, trip.id, sent, none))).toBe(
      'paymentNotConfirmed',
    )
    expect(
      codeOf(await trips.confirmJoinSent(eve.viewer, trip.id, { ...sent, price: 1 }, none)),
    ).toBe('invalidPaymentAmount')
    expect(codeOf(await trips.payDeposit(student(), trip.id))).toBe('notFound')
    expect(codeOf(await trips.giveUp(student(), trip.id))).toBe('notFound')
    expect(codeOf(await trips.exit(student(), trip.id))).toBe('notFound')
  })
})

describe('the cutoff', () => {
  test('with exactly the minimum of people the trip goes ahead and balances are due', async () => {
    const trip = await openTrip({ minPassengers: 3 })
    const bob = await join(trip.id, { people: 2 })
    await advance(await untilCutoff(trip.id))
    expect((await stateOf(trip.id)).status).toBe('SUCCESS')
    expect(await noticesOf(bob.viewer)).toEqual(['tripConfirmed'])
    expect(await trips.find(trip.id, bob.viewer)).toMatchObject({
      button: 'payBalance',
      own: { remaining: 6000 },
    })
    const payable = must(await trips.payBalance(bob.viewer, trip.id))
    expect(payable).toMatchObject({ amount: 6000, pointsDeducted: 0 })
    await pay(payable.clientSecret ?? '')
    const sent = { intentId: intentIdOf(payable.clientSecret ?? ''), price: 3000 }
    expect(must(await trips.confirmBalanceSent(bob.viewer, trip.id, sent))).toMatchObject({
      button: 'joined',
    })
    expect(codeOf(await trips.exit(bob.viewer, trip.id))).toBe('cutoffPassed')
    await advance(await untilEnd(trip.id))
    expect((await stateOf(trip.id)).status).toBe('COMPLETED')
    expect(await moneyOf(trip.intentId)).toEqual(taken)
  })

  test('with one person too few it fails, and everyone is refunded the deposit at once', async () => {
    const trip = await openTrip({ minPassengers: 4 })
    const others = await Promise.all([join(trip.id), join(trip.id)])
    await advance(await untilCutoff(trip.id))
    expect((await stateOf(trip.id)).status).toBe('FAILED')
    for (const { intentId } of [trip, ...others]) expect(await moneyOf(intentId)).toEqual(returned)
    for (const { viewer } of others) expect(await noticesOf(viewer)).toEqual(['tripFailed'])
    // Each participant finds it where they look for it, with what became of the deposit.
    expect((await trips.list({ tab: 'end', limit: 10 }, trip.creator)).items).toMatchObject([
      { id: trip.id, button: 'ended', own: { paymentStatus: 'REFUNDED', canExit: false } },
    ])
  })

  test('waits for a payment in progress: paid in time it counts, unpaid it does not', async () => {
    await fault('drop-events', 100_000)
    const late = await openTrip()
    const never = await openTrip()
    await advance((await untilCutoff(late.id)) - minutes(5))
    const paid = await holdPlace(late.id)
    const unpaid = await holdPlace(never.id)
    await pay(paid.clientSecret)
    await advance(minutes(6))
    expect((await stateOf(late.id)).status).toBe('SUCCESS')
    expect((await stateOf(never.id)).status).toBe('FAILED')
    expect((await moneyOf(unpaid.intentId)).status).toBe('canceled')
    expect(await moneyOf(never.intentId)).toEqual(returned)
  })

  test('refunds are retried while Stripe is down, and made once', async () => {
    const trip = await openTrip({ minPassengers: 3 })
    const bob = await join(trip.id)
    await stripeDown()
    await advance(await untilCutoff(trip.id))
    expect((await stateOf(trip.id)).status).toBe('FAILED')
    await stripeUp()
    await advance(hours(1))
    for (const { intentId } of [trip, bob]) {
      expect(await moneyOf(intentId)).toEqual(returned)
      expect((await stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(1)
    }
  })
})

describe('the balance price', () => {
  test('may change until someone has paid it, and not while someone is about to', async () => {
    const trip = await openTrip({ minPassengers: 1 })
    must(await trips.setBalancePrice(trip.id, 4500))
    await advance(await untilCutoff(trip.id))
    const payable = must(await trips.payBalance(trip.creator, trip.id))
    expect(payable.amount).toBe(4500)
    expect(codeOf(await trips.setBalancePrice(trip.id, 9900))).toBe('unavailable')
    must(await trips.giveUpBalance(trip.creator, trip.id))
    must(await trips.setBalancePrice(trip.id, 4000))
    const again = must(await trips.payBalance(trip.creator, trip.id))
    expect(again.amount).toBe(4000)
    await pay(again.clientSecret ?? '')
    must(await trips.confirmBalance(trip.creator, trip.id))
    expect(codeOf(await trips.setBalancePrice(trip.id, 1))).toBe('alreadyPaid')
    const old = { intentId: intentIdOf(again.clientSecret ?? ''), price: 4500 }
    expect(codeOf(await trips.confirmBalanceSent(trip.creator, trip.id, old))).toBe(
      'invalidPaymentAmount',
    )
  })

  test('updates everyone’s amount due at once when it changes', async () => {
    const trip = await openTrip({ minPassengers: 1 })
    const { viewer } = await join(trip.id, { people: 2 })
    await advance(await untilCutoff(trip.id))
    expect((await stateOf(trip.id)).status).toBe('SUCCESS')
    must(await trips.setBalancePrice(trip.id, 2500))
    const remaining = async (who: typeof viewer) => (await trips.find(trip.id, who))?.own?.remaining
    expect([await remaining(trip.creator), await remaining(viewer)]).toEqual([2500, 5000])
  })
})

test('of a hundred students racing for the last three places three get one, and nobody else has paid', async () => {
  const trip = await openTrip({ maxPassengers: 4 })
  const racers = Array.from({ length: 100 }, () => student())
  const held = await Promise.all(racers.map((viewer) => trips.hold(viewer, trip.id, party())))
  const codes = held.map(codeOf)
  expect(codes.filter((code) => code === 'ok')).toHaveLength(3)
  expect(codes.filter((code) => code === 'carpoolFull')).toHaveLength(97)
  for (const [index, viewer] of racers.entries()) {
    if (!held[index]?.ok) continue
    const { clientSecret } = must(await trips.payDeposit(viewer, trip.id))
    await pay(clientSecret)
    must(await trips.confirmDeposit(viewer, trip.id))
  }
  expect(await trips.find(trip.id, student())).toMatchObject({
    status: 'FULL',
    currentPassengers: 4,
  })
})

describe('the list', () => {
  test('shows trips not yet joined until their cutoff’s day, and own trips on the other tab', async () => {
    const viewer = student()
    const name = `同游${crypto.randomUUID().slice(0, 8)}`
    const trip = await openTrip({ tripName: name })
    const list = (tab: 'start' | 'end', more = {}) =>
      trips.list({ tab, name, limit: 10, ...more }, viewer)
    expect((await list('start')).items).toMatchObject([{ id: trip.id, button: 'join' }])
    expect((await list('end')).items).toEqual([])
    must(await trips.hold(viewer, trip.id, party()))
    await pay(must(await trips.payDeposit(viewer, trip.id)).clientSecret)
    must(await trips.confirmDeposit(viewer, trip.id))
    expect((await list('start')).items).toEqual([])
    expect((await list('end')).items).toMatchObject([{ id: trip.id, button: 'joined' }])
    await advance((await untilCutoff(trip.id)) + hours(24))
    expect((await trips.list({ tab: 'start', name, limit: 10 }, student())).items).toEqual([])
    expect((await list('end')).items).toHaveLength(1)
  })
})
