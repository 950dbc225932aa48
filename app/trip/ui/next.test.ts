import { expect, test } from 'vitest'
import type { DepositFate } from '#app/group/rules/deposit-fate.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import type { BareTripRecord } from '#app/trip/service/trip-views.server.ts'
import { tripNextOf } from './next.ts'

const t = getT('zh')
const trip: BareTripRecord = {
  kind: 'trip',
  id: 'trip_1',
  tripName: '湖区两日游',
  currentPassengers: 3,
  minPassengers: 4,
  maxPassengers: 6,
  neededPassengers: 1,
  tripStartAt: Date.parse('2026-12-06T08:00:00Z'),
  tripEndAt: Date.parse('2026-12-07T20:00:00Z'),
  cutoffAt: 1000,
  balanceDueAt: Date.parse('2026-12-05T08:00:00Z'),
  status: 'OPEN',
  basePrice: 2000,
  balancePrice: 3000,
  currency: 'gbp',
  needsFlight: true,
  flightTimes: [],
  button: 'joined',
  participantId: 'par_1',
  seat: 'taken',
  leaving: null,
  holdExpiresAt: null,
  party: {
    ...{ people: 2, terminal: 'T2', flightNumber: 'BA38', flightTime: 1, nLocation: '8 Park Row' },
    ...{ bigLuggage: 2, smallLuggage: 1, bag: 1 },
  },
  depositStory: { fate: 'counted', amount: 2000, back: 0 },
  paymentStatus: 'DEPOSIT',
  remaining: null,
  canExit: true,
  released: false,
  refundedAmount: 0,
  refundOwed: { deposit: 0, balance: 0 },
  ride: null,
  autoPay: null,
  creates: false,
  begun: { deposit: false, balance: false },
}
const nextOf = (change: Partial<BareTripRecord>, now = 0) =>
  tripNextOf({ ...trip, ...change }, { t, format: formatOf(t), language: 'zh', now })

test.each<[string, string, Partial<BareTripRecord>, number?]>([
  ['awaiting', '前付押金，名额才算占到', { seat: 'held', holdExpiresAt: 1 }],
  ['checking', '正在核对你的付款', { seat: 'lapsing' }],
  ['waiting', '押金 £20 已付。到截止时间看人数', {}],
  ['deciding', '正在确认人数', {}, 1000],
  [
    'balanceDue',
    '12月5日 周六 08:00 前付清余款',
    { status: 'SUCCESS', button: 'payBalance', remaining: 6000 },
  ],
  ['checking', '正在和银行核对你的付款', { status: 'SUCCESS', remaining: 6000 }],
  ['ready', '押金和余款都已付清', { status: 'SUCCESS', paymentStatus: 'PAID', remaining: 0 }],
  ['underWay', '行程进行中', { status: 'SUCCESS' }, trip.tripStartAt],
  ['refunded', '没有成团。押金 £20 全额退回原卡', { status: 'FAILED' }],
  ['refunded', '没有成团', { status: 'FAILED', seat: 'gone', leaving: 'cancelled' }],
  ['completed', '这次出行已经结束。', { status: 'COMPLETED', paymentStatus: 'PAID' }],
  ['closed', '没有人付余款', { status: 'CLOSED' }],
  ['groupCancelled', '由我们取消了', { status: 'CANCELLED' }],
  ['exited', '押金 £20 退回原卡', { seat: 'gone', leaving: 'exited' }],
  ['gone', '没有扣款', { seat: 'gone', leaving: 'expired' }],
  ['moneyBack', '押金 £20 退回原卡', { seat: 'gone', leaving: 'refunded' }],
  [
    'refundOwed',
    '退给你的 £7 被银行退了回来',
    { seat: 'gone', leaving: 'exited', refundOwed: { deposit: 700, balance: 0 } },
  ],
])('a place that is %s says: %s', (stage, text, change, now) => {
  const next = nextOf(change, now)
  expect(next.stage).toBe(stage)
  expect(next.text).toContain(text)
})

test('a released place says that its deposit is kept only if it was not refunded', () => {
  const said = (fate: DepositFate, back = 0) =>
    nextOf({
      ...{ status: 'SUCCESS', seat: 'gone', leaving: 'unpaid', released: true },
      depositStory: { fate, amount: 2000, back },
    }).text
  expect(said('kept')).toContain('押金 £20 不退')
  expect(said('partBack', 500)).toContain('押金已退 £5 到原卡')
  for (const text of [said('partBack', 500), said('back', 2000)]) expect(text).not.toContain('不退')
})

test('the one next step: to pay, to send it on, to join again, or to ask', () => {
  const to = (change: Partial<BareTripRecord>, now?: number) => nextOf(change, now).button?.to
  expect(to({ seat: 'held' })).toBe('/pay/deposit-trip_1')
  expect(to({})).toBe('/share/trip/trip_1?lang=zh')
  expect(to({ status: 'FULL' })).toBeUndefined()
  expect(to({ status: 'SUCCESS', button: 'payBalance', remaining: 1 })).toBe('/pay/balance-trip_1')
  expect(to({ seat: 'gone', leaving: 'exited' })).toBe('/trip/trip_1/join')
  expect(to({ seat: 'gone', leaving: 'exited' }, 1000)).toBeUndefined()
  expect(to({ seat: 'gone', leaving: 'unpaid' })).toBe('/#contact')
})
