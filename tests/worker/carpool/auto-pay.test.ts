import { beforeEach, describe, expect, test } from 'vitest'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { cancelGroup } from '#app/console/service/groups.server.ts'
import { AUTO_PAY_VERSION } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import { confirmDeposit } from '#app/group/service/groups.server.ts'
import { AUTO_PAY_BEFORE_DUE_MS, AUTO_PAY_TOLD_MS, hours } from '#app/kernel/limits.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import {
  type Car,
  carOf,
  goTo,
  holdSeat,
  inDays,
  intentsFor,
  moneyFor,
  openCar,
  placeIn,
  rowsOf,
} from '#tests/worker/world/cars.ts'
import {
  browserOf,
  makeMember,
  newStudent,
  noticesOf,
  noticesWith,
  pointsOf,
  type Student,
} from '#tests/worker/world/people.ts'
import {
  advance,
  fault,
  must,
  passChallenge,
  pay,
  services,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'

/** A balance that pays itself, from the tick at the deposit to the card. */

let bob: Student
beforeEach(async () => {
  bob = await newStudent()
})

/** Bob holds a seat of a car for two, ticks the box, and pays the deposit; the car is complete. */
async function agreed(card = 'pm_card_visa') {
  const car: Car = await openCar({ maxPassengers: 2, ...inDays(8) })
  const { participantId } = await holdSeat(car, {}, bob)
  const browser = await browserOf(bob, 'en')
  const page = `/pay/deposit-${participantId}`
  const shown = await browser.get(page)
  expect(shown.html).toContain('name="autoPay"')
  expect(shown.html).not.toMatch(/name="autoPay"[^>]*checked/)
  const filling = 'fills'
  const begun = await browser.post(`${page}/begin`, { filling, autoPay: 'yes' })
  const { clientSecret } = JSON.parse(begun.html)
  const { id, status } = await pay(clientSecret, card, { consent: true })
  if (status === 'requires_action') await passChallenge(id)
  must(await confirmDeposit(carpoolKind, services, bob, participantId))
  await advance(0)
  const due = balanceDueOf(await carOf(car.carpoolId))
  const chargeAt = due - AUTO_PAY_BEFORE_DUE_MS
  return { ...car, participantId, browser, due, chargeAt, tellAt: chargeAt - AUTO_PAY_TOLD_MS }
}
type Agreed = Awaited<ReturnType<typeof agreed>>
const placeOf = ({ carpoolId, participantId }: Agreed) => placeIn(carpoolId, participantId)
const balancesOf = async () =>
  (await intentsFor(bob)).filter(({ metadata }) => metadata.purpose === 'carpoolBalance')

test('what was ticked is told a day before, charged once, and paid', async () => {
  const car = await agreed()
  const record = `/carpool/record/${car.participantId}`
  expect((await placeOf(car)).hold.card).not.toBeNull()
  const data = JSON.stringify(must(await readOwnData(services, bob.id, 'en')))
  expect(data).toContain(AUTO_PAY_VERSION)
  await goTo(car.tellAt)
  expect(await noticesOf(bob)).toContain('autoPayTold')
  expect((await car.browser.get(record)).html).toContain(`/carpool/auto-pay/${car.participantId}`)
  await goTo(car.chargeAt)
  const place = await placeOf(car)
  const balances = await balancesOf()
  expect(balances.map(({ status, amount }) => [status, amount])).toEqual([
    ['succeeded', place.balance.paid],
  ])
  expect([place.balance.state, place.balance.paid > 0]).toEqual(['paid', true])
  expect(await noticesWith(bob, 'balancePaid')).toHaveLength(1)
  expect((await car.browser.get(record)).html).not.toContain('auto-pay')
  await goTo(car.due)
  expect((await placeOf(car)).seat).toBe('taken')
  expect(await balancesOf()).toHaveLength(1)
})

test('it is turned off without scripts, by its owner alone, and nothing is charged', async () => {
  const car = await agreed()
  await goTo(car.tellAt)
  const page = `/carpool/auto-pay/${car.participantId}`
  const browser = await browserOf(bob, 'en')
  expect(textOf(await browser.get(page))).toContain('at most £')
  expect((await (await browserOf(await newStudent())).get(page)).status).toBe(404)
  expect(leadsTo(await browser.post(page, {}))).toBe(`/carpool/record/${car.participantId}`)
  expect(textOf(await browser.get(page))).toContain('is off')
  await goTo(car.chargeAt)
  expect([await balancesOf(), (await placeOf(car)).balance.state]).toEqual([[], 'open'])
})

test.each([
  ['asks for its owner', 'pm_card_authenticationRequired', async () => {}],
  [
    'is detached',
    'pm_card_visa',
    async (car: Agreed) => {
      const { paymentMethodId } = (await placeOf(car)).hold.card ?? { paymentMethodId: '' }
      await stripe.paymentMethods.detach(paymentMethodId)
    },
  ],
])(
  'a card that %s: told at once, nothing charged, and it is paid by hand',
  async (_, card, act) => {
    const car = await agreed(card)
    await goTo(car.tellAt)
    await act(car)
    await goTo(car.chargeAt)
    await advance(0)
    expect(await noticesOf(bob)).toContain('autoPayFailed')
    expect((await placeOf(car)).balance).toMatchObject({ state: 'open', intentId: null })
    expect((await balancesOf()).every(({ status }) => status === 'canceled')).toBe(true)
    const due = await car.browser.get(`/pay/balance-${car.participantId}`)
    expect(due.status).toBe(200)
    expect(await rowsOf(car.carpoolId, "SELECT key FROM outbox WHERE key LIKE 'autoPay%'")).toEqual(
      [],
    )
  },
)

describe('while Stripe is in trouble', () => {
  test.each([
    ['loses its answers', 'lose-answers'],
    ['only returns errors', 'fail-calls'],
  ])('and %s, the card is charged once and the seat kept', async (_, kind) => {
    const car = await agreed()
    await goTo(car.tellAt)
    await fault(kind, 6, { method: 'POST' })
    await goTo(car.chargeAt)
    await stripeUp()
    await advance(hours(1))
    const place = await placeOf(car)
    expect([place.seat, place.balance.state]).toEqual(['taken', 'paid'])
    const paid = (await balancesOf()).filter(({ status }) => status === 'succeeded')
    expect(paid.map(({ amount }) => amount)).toEqual([place.balance.paid])
  })

  test('until the balance is due, nothing is charged any more and the place is released', async () => {
    const car = await agreed()
    await goTo(car.tellAt)
    await fault('fail-calls', 100_000)
    await goTo(car.chargeAt)
    await advance(hours(7))
    expect((await placeOf(car)).seat).toBe('taken')
    await stripeUp()
    await advance(hours(1))
    expect(await placeOf(car)).toMatchObject({ seat: 'gone', leaving: 'unpaid' })
    expect((await balancesOf()).filter(({ status }) => status === 'succeeded')).toEqual([])
  })
})

test('points come off first, as many as are left by then, and never more than was told is charged', async () => {
  await makeMember(bob, 500)
  const car = await agreed()
  await goTo(car.tellAt)
  await goTo(car.chargeAt)
  const { quote, paid } = (await placeOf(car)).balance
  expect([quote?.points, paid, (await pointsOf(bob)).balance]).toEqual([
    500,
    (quote?.original ?? 0) - 500,
    0,
  ])
})

test('a group that is cancelled while the card is charged gives everything back', async () => {
  const car = await agreed()
  await goTo(car.tellAt)
  await fault('lose-answers', 4, { method: 'POST' })
  await goTo(car.chargeAt)
  must(await cancelGroup(services, 'carpool', car.carpoolId, 'adm_one'))
  await stripeUp()
  await advance(hours(2))
  expect(await moneyFor(bob)).toEqual({ taken: 0, holds: 0, open: 0 })
})
