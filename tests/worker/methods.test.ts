import { exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveUpPlace } from '#app/group/service/groups.server.ts'
import { DECLINES_PER_HOUR, HOLD_MS, minutes } from '#app/kernel/limits.ts'
import { payBase } from '#app/orders/service/orders.server.ts'
import { balanceDueOf } from '#app/trip/rules/permissions.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { switchSetting } from './text-kit.ts'
import { beginBalance, completeCar, holdSeat, openCar } from './world/cars.ts'
import { begin, newOrder, refundsOf, rowOf } from './world/orders.ts'
import { browserOf, newStudent } from './world/people.ts'
import {
  advance,
  codeOf,
  eventsOf,
  fault,
  moneyOf,
  must,
  now,
  ORIGIN,
  pay,
  services,
  stripe,
  sumsOf,
} from './world/services.ts'
import { holdPlace, join, openTrip, stateOf, untilCutoff } from './world/trips.ts'

/** Paying in another app, without scripts: Alipay leads away and back, WeChat scans a code. */

beforeEach(async () => {
  await switchSetting('alipay', 1)
  await switchSetting('wechatPay', 1)
})

type Method = 'alipay' | 'wechat_pay'

/** A student in front of the payment page of something that is charged at once. */
async function orderPage() {
  const order = await newOrder()
  const page = `/pay/base-${order.id}`
  const browser = await browserOf(order.owner)
  const press = (method: Method) => browser.post(page, { intent: 'begin', method })
  const wait = async () => {
    const shown = await browser.get(`${page}/return`)
    return leadsTo(shown) ?? textOf(shown)
  }
  const intent = async () => {
    const id = (await rowOf(order.id))?.intentId
    if (!id) throw new Error('no payment was begun')
    return stripe.paymentIntents.retrieve(id)
  }
  return { order, page, browser, press, wait, intent, done: `/mail/done/${order.id}` }
}

/** Where the other app waits for its user. */
const appOf = async (intent: Awaited<ReturnType<typeof stripe.paymentIntents.retrieve>>) =>
  intent.next_action?.alipay_handle_redirect?.url ??
  intent.next_action?.wechat_pay_display_qr_code?.data ??
  ''

/** What the user of the other app decides. Returns the address that it leads back to. */
async function decide(app: string, result: 'complete' | 'fail' | 'late'): Promise<string> {
  const body = new URLSearchParams({ result })
  const answer = await exports.default.fetch(app, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(303)
  const to = answer.headers.get('Location') ?? ''
  expect(to).toContain(`${ORIGIN}/neighbourhelp/pay/`)
  return to.slice(`${ORIGIN}/neighbourhelp`.length)
}

/** The other app's answer to a payment that it was processing. */
const end = (intent: string, step: 'succeed' | 'fail') =>
  exports.default.fetch(`${ORIGIN}/__dev/stripe/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ intent, step }),
  })

describe('a payment may be made with', () => {
  const BOTH = ['card', 'alipay', 'wechat_pay']

  test('what its page offers, whatever it is for', async () => {
    const [traveller, rider] = [await newStudent(), await newStudent()]
    const seat = await holdSeat(await openCar(), {}, await newStudent())
    const trip = await openTrip({ minPassengers: 2 })
    const held = await holdPlace(trip.id, {}, traveller)
    const order = await newOrder()
    const base = await begin(order)
    const [first] = (await completeCar([rider, await newStudent()])).seats
    if (!first) throw new Error('no seat')
    const balance = await beginBalance(first)
    const cases = [
      [seat.viewer, `deposit-${seat.participantId}`, seat.intentId, ['card']],
      [traveller, `deposit-${trip.id}`, held.intentId, BOTH],
      [order.owner, `base-${order.id}`, base.intentId, BOTH],
      [rider, `balance-${first.participantId}`, balance.intentId, BOTH],
    ] as const
    for (const [viewer, charge, intentId, types] of cases) {
      const intent = await stripe.paymentIntents.retrieve(String(intentId))
      expect(intent.payment_method_types, charge).toEqual(types)
      expect(intent.allowed_payment_method_types, charge).toEqual(types)
      const { html } = await (await browserOf(viewer)).get(`/pay/${charge}`)
      const offered = [...html.matchAll(/<input type="radio"[^>]*value="(\w+)"/g)]
      // A single way is no choice.
      expect(offered.map(([, value]) => value)).toEqual(types.length === 1 ? [] : types)
    }
  })

  test('cards alone while the others are off, and the page says so', async () => {
    await switchSetting('wechatPay', 0)
    const { order, page, browser, press, intent } = await orderPage()
    expect(textOf(await browser.get(page))).toContain('微信支付暂不支持')
    await switchSetting('alipay', 0)
    await begin(order)
    expect((await intent()).payment_method_types).toEqual(['card'])
    // A page that was opened before.
    const refused = await press('alipay')
    expect([refused.status, (await intent()).status]).toEqual([409, 'requires_payment_method'])
    // Switched on, the payment that was begun may be made with it too.
    await switchSetting('alipay', 1)
    expect(leadsTo(await press('alipay'))).toBe(`${page}/return`)
    expect((await intent()).status).toBe('requires_action')
  })

  test('not with Alipay inside WeChat, which does not open it', async () => {
    const { page, browser } = await orderPage()
    const agent = { 'User-Agent': 'Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0' }
    const shown = await browser.get(page, agent)
    expect(textOf(shown)).toContain('支付宝、Apple Pay、Google Pay 在这个 App 里用不了')
    expect(shown.html).not.toContain('value="alipay"')
    expect(shown.html).toContain('value="wechat_pay"')
  })
})

describe('Alipay', () => {
  test('leads away and back to the page after the payment', async () => {
    const { page, browser, press, intent, wait, done } = await orderPage()
    expect(leadsTo(await press('alipay'))).toBe(`${page}/return`)
    const app = await appOf(await intent())
    expect((await browser.get(`${page}/return`)).html).toContain(`href="${app}"`)
    expect(await wait()).toContain('还没在支付宝付完')
    const back = await decide(app, 'complete')
    expect(back).toContain('payment_intent_client_secret=')
    // The secret does not stay in the address, nor in what other sites are told.
    expect(leadsTo(await browser.get(back))).toBe(`${page}/return`)
    expect(await wait()).toBe(done)
    expect(await sumsOf((await intent()).id)).toMatchObject({ received: 1000, refunded: 0 })
  })

  test('refused or left, says that nothing was taken, and any way can be tried again', async () => {
    const { order, page, press, intent, wait, done, browser } = await orderPage()
    await press('alipay')
    await decide(await appOf(await intent()), 'fail')
    expect(await wait()).toContain('没有付成，没有扣款')
    expect((await browser.get(`${page}/return`)).html).toContain(`href="/neighbourhelp${page}"`)
    await press('alipay')
    // Left without an answer: the same page of Alipay is still the one to go on with.
    const app = await appOf(await intent())
    await press('alipay')
    expect(await appOf(await intent())).toBe(app)
    await pay((await begin(order)).clientSecret)
    expect(await wait()).toBe(done)
    // Agreed to after all: one payment is charged once.
    await decide(app, 'complete')
    expect(await sumsOf((await intent()).id)).toMatchObject({ received: 1000, refunded: 0 })
  })

  test('refused again and again is no card that was tried out', async () => {
    const { order, press, intent } = await orderPage()
    for (let at = 0; at <= DECLINES_PER_HOUR; at++) {
      await press('alipay')
      await decide(await appOf(await intent()), 'fail')
      await advance(0)
    }
    const types = (await eventsOf((await intent()).id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'payment_intent.payment_failed')).toHaveLength(
      DECLINES_PER_HOUR + 1,
    )
    expect(codeOf(await payBase(services, order.owner, 'mail', order.id))).toBe('ok')
  })

  test('whose answer is lost at the press is gone on with at the next', async () => {
    const { page, press, intent, wait, done } = await orderPage()
    await fault('lose-answers', 2, { path: '/confirm', key: 'secret' })
    expect((await press('alipay')).status).toBe(409)
    expect(leadsTo(await press('alipay'))).toBe(`${page}/return`)
    await decide(await appOf(await intent()), 'complete')
    expect(await wait()).toBe(done)
  })
})

describe('a payment that the other app is processing', () => {
  test('is explained, is not begun again, and counts once it is through', async () => {
    const { order, page, press, intent, wait, browser, done } = await orderPage()
    await press('alipay')
    await decide(await appOf(await intent()), 'late')
    expect(await wait()).toContain('银行还在处理这笔付款')
    expect(leadsTo(await press('alipay'))).toBe(`${page}/return`)
    expect(leadsTo(await press('wechat_pay'))).toBe(`${page}/return`)
    const start = await browser.post(`${page}/begin`, {})
    expect(JSON.parse(start.html)).toEqual({ kind: 'elsewhere' })
    // Long past the time to pay, the order is still kept.
    await advance(minutes(90))
    expect(await rowOf(order.id)).toMatchObject({ payment: 'awaiting' })
    await end((await intent()).id, 'succeed')
    await advance(0)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid' })
    expect(await wait()).toBe(done)
  })

  test.each(['succeed', 'fail'] as const)(
    'keeps a place past its time, until it is known to %s',
    async (step) => {
      const viewer = await newStudent()
      const trip = await openTrip({ minPassengers: 2 })
      const held = await holdPlace(trip.id, {}, viewer)
      const browser = await browserOf(viewer)
      const page = `/pay/deposit-${trip.id}`
      await browser.post(page, { intent: 'begin', method: 'wechat_pay' })
      const intent = await stripe.paymentIntents.retrieve(held.intentId)
      await decide(await appOf(intent), 'late')
      await advance(HOLD_MS + minutes(30))
      const seat = async () =>
        (await stateOf(trip.id)).participants.find((p) => p.userId === viewer.id)?.seat
      expect([await seat(), await moneyOf(held.intentId)]).toEqual(['lapsing', 'processing'])
      expect(textOf(await browser.get(`${page}/return`))).toContain('银行还在处理')
      await end(held.intentId, step)
      await advance(minutes(61))
      expect(await seat()).toBe(step === 'succeed' ? 'taken' : 'gone')
      const back = leadsTo(await browser.get(`${page}/return`))
      expect(back).toBe(step === 'succeed' ? `/trip/done/${trip.id}` : page)
      expect(await refundsOf(held.intentId)).toBe(0)
    },
  )

  test('goes back if its place was given up meanwhile', async () => {
    const viewer = await newStudent()
    const trip = await openTrip({ minPassengers: 2 })
    const held = await holdPlace(trip.id, {}, viewer)
    const browser = await browserOf(viewer)
    await browser.post(`/pay/deposit-${trip.id}`, { intent: 'begin', method: 'alipay' })
    await decide(await appOf(await stripe.paymentIntents.retrieve(held.intentId)), 'late')
    must(await giveUpPlace(tripKind, services, viewer, trip.id))
    await end(held.intentId, 'succeed')
    await advance(minutes(61))
    expect(await sumsOf(held.intentId)).toMatchObject({ received: 2000, refunded: 2000 })
  })

  test('pays a balance that was due meanwhile', async () => {
    const viewer = await newStudent()
    const trip = await openTrip({ minPassengers: 2 })
    await join(trip.id, {}, viewer)
    await advance(await untilCutoff(trip.id))
    const browser = await browserOf(viewer)
    const page = `/pay/balance-${trip.id}`
    await browser.post(page, { intent: 'begin', method: 'alipay', amount: '3000' })
    const own = async () =>
      (await stateOf(trip.id)).participants.find((p) => p.userId === viewer.id)
    const intentId = (await own())?.balance.intentId ?? ''
    await decide(await appOf(await stripe.paymentIntents.retrieve(intentId)), 'late')
    await advance(balanceDueOf(await stateOf(trip.id)) - now() + minutes(61))
    expect(await own()).toMatchObject({ seat: 'taken', balance: { state: 'closing' } })
    await end(intentId, 'succeed')
    await advance(minutes(61))
    expect(await own()).toMatchObject({ seat: 'taken', balance: { state: 'paid', paid: 3000 } })
  })
})

describe('WeChat Pay', () => {
  test('shows a code with its sum, the same one after the page was closed', async () => {
    const { page, press, intent, browser, wait, done } = await orderPage()
    expect(leadsTo(await press('wechat_pay'))).toBe(`${page}/return`)
    const shown = await browser.get(`${page}/return`)
    expect(textOf(shown)).toContain('£10')
    expect(shown.html).toMatch(/<img src="data:image\/svg\+xml,[^"]+" alt="微信付款码"/)
    const app = await appOf(await intent())
    expect(textOf(await browser.get(page))).toContain('看一下结果')
    await press('wechat_pay')
    expect(await appOf(await intent())).toBe(app)
    await decide(app, 'complete')
    expect(await wait()).toBe(done)
  })

  test('says on a phone that its own screen cannot be scanned', async () => {
    const { page, press, browser } = await orderPage()
    await press('wechat_pay')
    const agent = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Mobile Safari/537.36' }
    expect(textOf(await browser.get(`${page}/return`, agent))).toContain('微信扫不了本机屏幕')
  })
})

test('another student’s address of a payment, or another payment in it, settles nothing', async () => {
  const [mine, others] = [await orderPage(), await orderPage()]
  await mine.press('alipay')
  await others.press('alipay')
  await decide(await appOf(await others.intent()), 'complete')
  expect((await mine.browser.get(`${others.page}/return`)).status).toBe(404)
  const forged = `${mine.page}/return?payment_intent=${(await others.intent()).id}&redirect_status=succeeded`
  expect(leadsTo(await mine.browser.get(forged))).toBe(`${mine.page}/return`)
  expect(await mine.wait()).toContain('还没在支付宝付完')
  expect(await rowOf(mine.order.id)).toMatchObject({ payment: 'awaiting' })
})
