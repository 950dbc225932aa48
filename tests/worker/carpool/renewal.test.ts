import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { readDepositStanding, repayDeposit } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { draftPayableCarpool } from '#app/carpool/service/carpools.server.ts'
import { confirmDeposit, leaveGroup } from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { hours, minutes, RENEW_BEFORE_MS, UNDER_WAY_MS } from '#app/kernel/limits.ts'
import { createPayments, ofPlace } from '#app/payments/service/payments.server.ts'
import {
  carOf,
  depositIntentOf,
  draft,
  fireAlarm,
  goTo,
  inDays,
  intentsFor,
  joinCar,
  moneyFor,
  openCar,
  payBalance,
  placeIn,
  recordFor,
  stub,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  config,
  fault,
  intentIdOf,
  moneyOf,
  must,
  now,
  passTime,
  pay,
  services,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

const DAY = hours(24)
const oneHold = { taken: 0, holds: 1, open: 0 }
const payments = createPayments({
  secretKey: config.stripe.secretKey,
  fetch: devRuntime(env).fetch,
})

/** A car three weeks ahead whose creator allows the card to be charged again. */
async function consented(card = 'pm_card_visa', maxPassengers = 3) {
  const car = await openCar({ maxPassengers, ...inDays(21) }, { consent: true, card })
  await advance(0)
  return { ...car, viewer: car.creator }
}
type Seat = Awaited<ReturnType<typeof consented>>

/** The same with a saved card other than the one that paid. */
async function consentedWith(cardOf: (customerId: string) => Promise<string> | string) {
  await fault('drop-events', 100_000)
  const viewer = student()
  const made = must(
    await draftPayableCarpool(
      services,
      viewer,
      draft({ maxPassengers: 3, ...inDays(21) }),
      'other card',
    ),
  )
  await pay(made.clientSecret, 'pm_card_visa', { consent: true })
  const { facts } = must(ofPlace(await payments.read(intentIdOf(made.clientSecret))))
  if (!facts.card) throw new Error('no card was kept')
  const { customerId } = facts.card
  const card = { customerId, paymentMethodId: await cardOf(customerId) }
  await stub(made.groupId).execute({ type: 'settle', facts: { ...facts, card } })
  await stripeUp()
  const { groupId: carpoolId, participantId } = made
  const flightTime = (await carOf(carpoolId)).participants[0]?.party.flightTime
  return { carpoolId, participantId, viewer, creator: viewer, flightTime } satisfies Seat
}

const holdOf = async (seat: Seat) => (await placeIn(seat.carpoolId, seat.participantId)).hold
const renewalAt = async (seat: Seat) => ((await holdOf(seat)).captureBefore ?? 0) - RENEW_BEFORE_MS
const standingOf = async ({ viewer, participantId }: Seat) =>
  must(await readDepositStanding(services, viewer, participantId))

/** The lifetime of each of a student's holds, in seconds, earliest first. */
async function holdsOf(viewer: Viewer) {
  const intents = await intentsFor(viewer)
  return intents
    .map(({ created, canceled_at }) => ({
      from: created,
      to: canceled_at ?? Number.POSITIVE_INFINITY,
    }))
    .sort((a, b) => a.from - b.from)
}

test('a car opened three weeks ahead keeps its deposits without any action', async () => {
  const car = await consented()
  const bob = await joinCar(car, { consent: true })
  const { cutoffAt, carpoolAt } = await carOf(car.carpoolId)
  // The last seat is taken before members are reminded that it is free.
  while (now() + 2 * DAY < cutoffAt) {
    await advance(DAY)
    for (const viewer of [car.viewer, bob.viewer]) expect(await moneyFor(viewer)).toEqual(oneHold)
    expect(await standingOf(car)).toMatchObject({
      isValid: true,
      status: 'held',
      clientSecret: null,
    })
  }
  for (const viewer of [car.viewer, bob.viewer]) {
    const holds = await holdsOf(viewer)
    expect(holds.length).toBeGreaterThanOrEqual(3)
    for (const [n, next] of holds.slice(1).entries()) {
      const swap = (holds[n]?.to ?? 0) - next.from
      expect(swap, 'the old hold lives until the new one is there').toBeGreaterThanOrEqual(0)
      expect(swap, 'and no longer than the swap needs').toBeLessThan(60)
    }
  }
  const cat = await joinCar(car)
  await advance(0)
  for (const seat of [car, bob, cat]) {
    expect(await moneyFor(seat.viewer)).toEqual({ taken: 2000, holds: 0, open: 0 })
    await payBalance(seat)
  }
  expect(await noticesOf(car.viewer)).toEqual(['groupComplete', 'groupPaid'])
  await goTo(carpoolAt + UNDER_WAY_MS)
  const { status, basePrice } = await recordFor(car)
  expect(status).toBe('COMPLETED')
  for (const seat of [car, bob, cat])
    expect(await moneyFor(seat.viewer)).toEqual({ taken: basePrice, holds: 0, open: 0 })
})

test('a card whose bank asks for 3-D Secure only once is renewed too', async () => {
  const car = await consented('pm_card_authenticationRequiredOnSetup')
  const first = await depositIntentOf(car.carpoolId, car.participantId)
  await goTo(await renewalAt(car))
  expect(await depositIntentOf(car.carpoolId, car.participantId)).not.toBe(first)
  expect(await moneyOf(first)).toBe('canceled')
  expect(await moneyFor(car.viewer)).toEqual(oneHold)
})

const failing = [
  { what: 'asks for 3-D Secure', make: () => consented('pm_card_authenticationRequired') },
  {
    what: 'says no',
    make: () =>
      consentedWith(async (customer) => {
        const method = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
          customer,
        })
        return method.id
      }),
  },
]
test.each(failing)(
  'when the bank $what, the student is notified before the hold is gone, and a new payment replaces it',
  async ({ make }) => {
    const car = await make()
    const first = await depositIntentOf(car.carpoolId, car.participantId)
    await goTo(await renewalAt(car))
    expect(await noticesOf(car.viewer)).toEqual(['renewalFailed'])
    expect(await moneyOf(first)).toBe('requires_capture')
    const { clientSecret, ...standing } = await standingOf(car)
    expect(standing).toEqual({ carpoolId: car.carpoolId, isValid: false, status: 'expiring' })
    expect((await recordFor(car)).actions).toContain('payDeposit')
    const again = must(await repayDeposit(services, car.viewer, car.participantId, true))
    expect(again.clientSecret).toBe(clientSecret)
    await pay(again.clientSecret, 'pm_card_visa', { consent: true })
    must(await confirmDeposit(carpoolKind, services, car.viewer, car.participantId))
    await advance(0)
    expect(await standingOf(car)).toMatchObject({
      isValid: true,
      status: 'held',
      clientSecret: null,
    })
    expect(await moneyOf(first)).toBe('canceled')
    expect(await moneyFor(car.viewer)).toEqual(oneHold)
    await goTo(await renewalAt(car))
    expect(await moneyFor(car.viewer)).toEqual(oneHold)
    expect(await noticesOf(car.viewer)).toEqual(['renewalFailed'])
  },
)

const gone = [
  { what: 'was never there', make: () => consentedWith(() => 'pm_gone') },
  {
    what: 'was removed from its customer',
    make: async () => {
      const car = await consented()
      await stripe.paymentMethods.detach((await holdOf(car)).card?.paymentMethodId ?? '')
      return car
    },
  },
]
test.each(gone)(
  'a saved card that $what: the student is notified, and pays with another',
  async ({ make }) => {
    const car = await make()
    await goTo(await renewalAt(car))
    expect(await noticesOf(car.viewer)).toEqual(['renewalFailed'])
    expect(await standingOf(car)).toMatchObject({
      isValid: false,
      status: 'expiring',
      clientSecret: null,
    })
    const again = must(await repayDeposit(services, car.viewer, car.participantId, true))
    await pay(again.clientSecret)
    must(await confirmDeposit(carpoolKind, services, car.viewer, car.participantId))
    await advance(0)
    expect(await moneyFor(car.viewer)).toEqual(oneHold)
  },
)

test('a place left during its renewal keeps no hold', async () => {
  const car = await consented()
  await fault('drop-events', 100_000)
  await passTime((await renewalAt(car)) - now() + 1000)
  await fault('lose-answers', 100, { method: 'POST', path: '/v1/payment_intents' })
  await fireAlarm(car.carpoolId)
  await stripeUp()
  must(await leaveGroup(carpoolKind, services, car.viewer, car.carpoolId))
  await advance(minutes(11))
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
})
