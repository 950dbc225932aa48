import { expect, test } from 'vitest'
import { aroundChange, itemOf, readRows } from './table-rows.server.ts'

test('rows are read in the order of their numbers, whatever is missing between them', () => {
  const form = new FormData()
  for (const name of ['items.10.kg', 'version', 'items.2.zh.title', 'items.2.id', 'items.x.kg'])
    form.set(name, name)
  expect(readRows(form)).toEqual([
    { 'zh.title': 'items.2.zh.title', id: 'items.2.id' },
    { kg: 'items.10.kg' },
  ])
})

test.each([
  ['gbp', '£80.05', 8005],
  ['gbp', '８０．５', 8050],
  ['gbp', '80.505', Number.NaN],
  ['gbp', '-5', Number.NaN],
  ['gbp', ' ', undefined],
  ['cny', '1.234', Number.NaN],
  ['kg', '0.5公斤', 0.5],
  ['kg', 'light', Number.NaN],
  ['count', '1e3', Number.NaN],
  ['count', '', undefined],
  ['switch', '', 0],
  ['switch', '1', 1],
  ['text', ' as typed ', ' as typed '],
] as const)('a field of kind %s reads %j as %j', (kind, text, value) => {
  const fields = [{ name: 'prices.3', label: '', kind }]
  expect(itemOf(fields, { 'prices.3': text }, undefined)).toEqual({ prices: { 3: value } })
})

test('a blank amount that means something is null', () => {
  const fields = [{ name: 'upsUsa', label: '', kind: 'cny' as const, empty: 'not taken' }]
  expect(itemOf(fields, { id: 'postage_1' }, 'id')).toEqual({ id: 'postage_1', upsUsa: null })
})

test('for a long text only the changed part is shown, with some context', () => {
  const before = `${'a'.repeat(100)} old ${'z'.repeat(100)}`
  const after = `${'a'.repeat(100)} new ${'z'.repeat(100)}`
  expect(aroundChange(before, after)).toEqual([
    `…${'a'.repeat(11)} old ${'z'.repeat(11)}…`,
    `…${'a'.repeat(11)} new ${'z'.repeat(11)}…`,
  ])
  expect(aroundChange('押金', '押金二')).toEqual(['押金', '押金二'])
})
