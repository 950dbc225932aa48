import { expect, test } from 'vitest'
import { servicePageOf } from './catalog.server.ts'

const period = (fromDay: string, toDay: string) => ({ id: fromDay, fromDay, toDay, label: '圣诞' })

test.each([
  ['on its last day', '2026-12-27', ['2026-12-20', '2027-02-10']],
  ['the day after', '2026-12-28', ['2027-02-10']],
  ['when all are over', '2027-02-15', []],
])('a special period is announced until it is over: %s', (_, today, told) => {
  const periods = [period('2026-12-20', '2026-12-27'), period('2027-02-10', '2027-02-14')]
  const offer = { airports: [], prices: [], periods, descriptions: [] }
  const { prices } = servicePageOf(offer, 'carpool', 'zh', today)
  expect(prices.periods.map(({ from }) => from)).toEqual(told)
})
