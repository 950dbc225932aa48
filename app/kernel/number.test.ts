import { expect, test } from 'vitest'
import { countIn, countOf, numberOf } from './number.ts'

test.each<[string, number | null]>([
  ['0', 0],
  [' 12 ', 12],
  ['１２．５', 12.5],
  ['-3', -3],
  ['+3.25', 3.25],
  ['999999999999999', 999_999_999_999_999],
  ['1000000000000000', null],
  ['', null],
  ['-', null],
  ['.5', null],
  ['5.', null],
  ['1e3', null],
  ['0x10', null],
  ['x1', null],
  ['1 2', null],
])('%j is the number %j', (text, number) => {
  expect(numberOf(text)).toBe(number)
  const isCount = number !== null && number >= 0 && Number.isInteger(number)
  expect(countOf(text)).toBe(isCount ? number : null)
})

test('a form’s field without a count equals nothing', () => {
  const form = new FormData()
  form.set('seen', '3')
  form.set('odd', 'three')
  expect(['seen', 'odd', 'none'].map((name) => countIn(form, name))).toEqual([3, NaN, NaN])
})
