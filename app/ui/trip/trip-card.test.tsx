import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DepositFate } from '#app/domain/group/deposit-fate.ts'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import type { OwnTripPlace, TripView } from '#app/services/groups/trip-views.server.ts'
import { OwnPart } from './own-part.tsx'
import { People } from './people.tsx'
import { shownStatus } from './status-badge.tsx'
import { TripLine } from './trip-line.tsx'

const own: OwnTripPlace = {
  participantId: 'par_1',
  party: {
    people: 2,
    terminal: 'T2',
    flightNumber: 'BA38',
    flightTime: Date.parse('2026-12-06T06:00:00Z'),
    nLocation: '8 Park Row',
    bigLuggage: 2,
    smallLuggage: 1,
    bag: 1,
  },
  depositStory: { fate: 'counted', amount: 2000, back: 0 },
  paymentStatus: 'DEPOSIT',
  remaining: null,
  canExit: true,
  released: false,
  refundedAmount: 0,
  refundOwed: { deposit: 0, balance: 0 },
  ride: null,
}
const trip: TripView = {
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
  texts: null,
  ownTexts: null,
  own,
  button: 'joined',
}

const render = (element: ReactElement) =>
  renderToStaticMarkup(
    <I18nProvider language="zh" t={getT('zh')}>
      {element}
    </I18nProvider>,
  )
const textOf = (element: ReactElement) =>
  render(element)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('the number of people is given in words, with the number missing while others can join', () => {
  expect(textOf(<People trip={trip} open />)).toBe('已有 3 人，最多 6 人 还差 1 人成团')
  expect(textOf(<People trip={{ ...trip, neededPassengers: 0 }} open />)).toBe(
    '已有 3 人，最多 6 人 人数够了',
  )
  expect(textOf(<People trip={trip} open={false} />)).toBe('已有 3 人，最多 6 人')
})
test('a trip whose cutoff has passed is not shown as open to join', () => {
  expect(shownStatus(trip, 999)).toBe('OPEN')
  expect(shownStatus(trip, 1000)).toBe('deciding')
  expect(shownStatus({ ...trip, status: 'FULL' }, 1000)).toBe('deciding')
  expect(shownStatus({ ...trip, status: 'SUCCESS' }, 1000)).toBe('SUCCESS')
})
test('a one-day trip shows its day once', () => {
  expect(textOf(<TripLine trip={trip} />)).toBe(
    '湖区两日游 12月6日 周日 08:00 – 12月7日 周一 20:00',
  )
  const oneDay = { ...trip, tripEndAt: Date.parse('2026-12-06T20:00:00Z') }
  expect(textOf(<TripLine trip={oneDay} />)).toBe('湖区两日游 12月6日 周日 08:00 – 20:00')
})
test.each<[string, Partial<TripView>, Partial<OwnTripPlace>]>([
  ['押金 £20 已付。到截止时间看人数', {}, {}],
  ['正在确认人数', { cutoffAt: 0 }, {}],
  [
    '12月5日 周六 08:00 前付清余款',
    { status: 'SUCCESS', button: 'payBalance' },
    { remaining: 6000 },
  ],
  ['正在和银行核对你的付款', { status: 'SUCCESS' }, { remaining: 6000 }],
  ['押金和余款都已付清', { status: 'SUCCESS' }, { paymentStatus: 'PAID', remaining: 0 }],
  ['没有成团。押金 £20 全额退回原卡', { status: 'FAILED' }, { paymentStatus: 'REFUNDED' }],
  ['这次出行已经结束。', { status: 'COMPLETED' }, { paymentStatus: 'PAID' }],
])('the student’s own place says: %s', (text, change, place) => {
  const mine = { ...own, ...place }
  expect(textOf(<OwnPart trip={{ ...trip, ...change, own: mine }} own={mine} now={0} />)).toContain(
    text,
  )
})
test('the student’s details are listed, without travel details that were not given', () => {
  const html = textOf(<OwnPart trip={trip} own={own} now={0} />)
  for (const text of [
    '2 人',
    'BA38 · 12月6日 周日 06:00',
    'T2',
    '8 Park Row',
    '£20，已付',
    '成团后再付',
  ])
    expect(html).toContain(text)
  const creator = {
    ...own,
    party: { ...own.party, people: 1, terminal: null, flightTime: null, nLocation: null },
  }
  expect(textOf(<OwnPart trip={trip} own={creator} now={0} />)).not.toMatch(/航班|地址|行李/)
})

test('on a trip without flights the student’s details are address and luggage', () => {
  const party = { ...own.party, terminal: null, flightNumber: null, flightTime: null }
  const text = textOf(<OwnPart trip={trip} own={{ ...own, party }} now={0} />)
  expect(text).toContain('8 Park Row')
  expect(text).toContain('行李')
  expect(text).not.toMatch(/航班|航站楼|1970/)
})

test('a released place shows its deposit as kept only if it was not refunded', () => {
  const said = (fate: DepositFate, back = 0) => {
    const depositStory = { fate, amount: 2000, back }
    const gone: OwnTripPlace = { ...own, released: true, canExit: false, depositStory }
    return textOf(
      <OwnPart trip={{ ...trip, own: gone, status: 'SUCCESS' }} own={gone} now={2000} />,
    )
  }
  expect(said('kept')).toContain('押金 £20 不退')
  expect(said('partBack', 500)).toContain('押金已退 £5 到原卡')
  expect(said('partBack', 500)).toContain('£20，其中 £5 已退回')
  expect(said('back', 2000)).toContain('£20 已退回')
  for (const text of [said('partBack', 500), said('back', 2000)]) expect(text).not.toContain('不退')
  expect(said('kept')).not.toMatch(/已付|成团后再付/)
})

test('what has gone back of a paid balance is told', () => {
  const paid: OwnTripPlace = { ...own, paymentStatus: 'PAID', refundedAmount: 700 }
  const text = textOf(<OwnPart trip={{ ...trip, own: paid }} own={paid} now={0} />)
  expect(text).toContain('一共退回 £7，已退回原卡')
})
