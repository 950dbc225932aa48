import { expect, test } from 'vitest'
import type { Translate } from '#app/i18n/keys.ts'
import { checkGrid, readGrid, textsOf } from './grid.server.ts'

const t: Translate = (key) => key
const lines = [
  { airportId: 'air_lhr', prices: [15500, 7900, 5400, 4200, 3550] },
  { airportId: 'air_new', prices: [null, null, null, null, null] },
] as const
const opened = textsOf(lines)
const typed = (change: Record<string, string>) => ({ ...opened, ...change })

test('a grid shows pounds with two digits and reads them back', () => {
  expect(opened).toMatchObject({
    'air_lhr.1': '155.00',
    'air_lhr.5': '35.50',
    'air_new.1': '',
  })
  const form = new FormData()
  for (const [name, text] of Object.entries(opened)) form.set(`price.${name}`, text)
  expect(readGrid(form, lines)).toEqual(opened)
  expect(checkGrid(t, opened, lines)).toEqual({
    sent: [{ airportId: 'air_lhr', prices: [15500, 7900, 5400, 4200, 3550] }],
    errors: {},
  })
})

test.each([
  ['80', 8000],
  ['80.5', 8050],
  ['£80.05', 8005],
  ['８０．５', 8050],
  ['0.01', 1],
  ['1000', 100_000],
])('%s is %i pence', (text, pence) => {
  expect(checkGrid(t, typed({ 'air_lhr.2': text }), lines).sent[0]?.prices[1]).toBe(pence)
})

test.each(['abc', '0', '0.00', '-5', '80.505', '1000.01', '8e2', '1/2'])(
  '%s is not a price',
  (text) => {
    expect(checkGrid(t, typed({ 'air_lhr.2': text }), lines).errors).toEqual({
      'air_lhr.2': 'admin:price.cell.invalid',
    })
  },
)

test('an airport without prices may stay so, and one with some prices needs all', () => {
  expect(Object.keys(checkGrid(t, typed({ 'air_new.1': '50' }), lines).errors)).toEqual(
    [2, 3, 4, 5].map((people) => `air_new.${people}`),
  )
  const emptied = Object.fromEntries([1, 2, 3, 4, 5].map((people) => [`air_lhr.${people}`, ' ']))
  expect(Object.values(checkGrid(t, typed(emptied), lines).errors)).toEqual(
    Array(5).fill('admin:price.cell.emptied'),
  )
})
