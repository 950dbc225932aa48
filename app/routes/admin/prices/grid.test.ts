import { expect, test } from 'vitest'
import type { Translate } from '#app/i18n/keys.ts'
import { bringGridOnto, checkGrid, readGrid, textsOf } from './grid.server.ts'

const t: Translate = (key) => key
const lines = [
  { airportId: 'air_lhr', prices: [15500, 7900, 5400, 4200, 3550] },
  { airportId: 'air_new', prices: [null, null, null, null, null] },
] as const
const opened = { texts: textsOf(lines), was: textsOf(lines) }
const typed = (change: Record<string, string>) => ({
  ...opened,
  texts: { ...opened.texts, ...change },
})

test('a grid shows pounds with two digits and reads them back', () => {
  expect(opened.texts).toMatchObject({
    'air_lhr.1': '155.00',
    'air_lhr.5': '35.50',
    'air_new.1': '',
  })
  const form = new FormData()
  for (const [name, text] of Object.entries(opened.texts)) {
    form.set(`price.${name}`, text)
    form.set(`was.${name}`, text)
  }
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
  expect(Object.keys(checkGrid(t, typed(emptied), lines).errors)).toHaveLength(5)
})

test('others’ saved prices replace untouched cells, and appear beside edited ones', () => {
  const now = [{ airportId: 'air_lhr', prices: [16000, 8100, 5300, 4200, 3550] }] as const
  const mine = typed({ 'air_lhr.2': '80', 'air_lhr.3': '53', 'air_lhr.5': 'oops' })
  const { grid, theirs } = bringGridOnto(mine, now)
  expect(grid.texts).toEqual({
    'air_lhr.1': '160.00',
    'air_lhr.2': '80',
    'air_lhr.3': '53',
    'air_lhr.4': '42.00',
    'air_lhr.5': 'oops',
  })
  expect(theirs).toEqual({ 'air_lhr.2': '81.00' })
  // On a second merge there is no conflict left: the typed price is wanted.
  expect(bringGridOnto(grid, now).theirs).toEqual({})
})
