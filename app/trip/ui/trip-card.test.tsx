import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import type { TripView } from '#app/trip/service/trip-views.server.ts'
import { People } from './people.tsx'
import { shownStatus } from './status-badge.tsx'
import { TripLine } from './trip-line.tsx'

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
  own: null,
  button: 'join',
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
