import { expect, test } from 'vitest'
import { isPerson, isPlate, phoneDigits, type Search, searchFor } from './search.ts'

const phone: Search = { kind: 'phone', phone: '07416121332' }
const text = (text: string, flight: string | null = null): Search => ({
  kind: 'text',
  text,
  flight,
})

test.each<[string, Search | null]>([
  ['07416121332', phone],
  ['07416 121332', phone],
  ['7416121332', phone],
  ['+447416121332', phone],
  ['+44 7416 121 332', phone],
  ['+44 (0)7416 121332', phone],
  ['0044 7416-121332', phone],
  ['０７４１６１２１３３２', phone],
  ['07416', text('07416')],
  ['usr_1A', { kind: 'id', of: 'user', id: 'usr_1a' }],
  [' car_abc ', { kind: 'id', of: 'carpool', id: 'car_abc' }],
  ['TRIP_ABC', { kind: 'id', of: 'trip', id: 'trip_abc' }],
  ['par_abc_d', { kind: 'id', of: 'place', id: 'par_abc_d' }],
  ['mail_1', { kind: 'id', of: 'order', id: 'mail_1' }],
  ['move_1', { kind: 'id', of: 'order', id: 'move_1' }],
  ['veh_1', { kind: 'id', of: 'vehicle', id: 'veh_1' }],
  ['drv_1', { kind: 'id', of: 'driver', id: 'drv_1' }],
  ['pi_3AbC', { kind: 'id', of: 'provider', id: 'pi_3AbC' }],
  ['re_3AbC', { kind: 'id', of: 'provider', id: 're_3AbC' }],
  ['dp_3AbC', { kind: 'id', of: 'provider', id: 'dp_3AbC' }],
  ['pi_../x', text('pi_../x')],
  ['ba38', text('ba38', 'BA38')],
  ['BA 38', text('BA 38', 'BA38')],
  ['mu  0551', text('mu 0551', 'MU551')],
  ['CA937/BA38', text('CA937/BA38', 'CA937')],
  ['南航 303', text('南航 303', '南航303')],
  ['U2 8001', text('U2 8001', 'U28001')],
  ['3U-8888', text('3U-8888', '3U8888')],
  ['王', text('王')],
  ['王 明', text('王 明')],
  ['Ann', text('Ann')],
  ['12 38', text('12 38')],
  ['a', null],
  ['', null],
  ['   ', null],
])('%s', (typed, expected) => {
  expect(searchFor(typed)).toEqual(expected)
})

test.each<[string, string | null]>([
  ['07416', '7416'],
  ['+447416', '7416'],
  ['0044 7416', '7416'],
  ['+8613800', '8613800'],
  ['008613800', '8613800'],
  ['7416', '7416'],
  ['741', null],
  ['x7416', null],
  ['7416x', null],
  ['', null],
])('%j looks for the phone with %j', (typed, digits) => {
  expect(phoneDigits(typed, 4)).toBe(digits)
})

test('a plate is found by any part, in any writing', () => {
  const found = ['ab12', 'AB-12 c', 'ｂ１', 'x', '', ' - '].map((t) => isPlate('AB12 CDE', t))
  expect(found).toEqual([true, true, true, false, false, false])
})

test('a person is found by a part of the name or of the phone', () => {
  const ann = { name: 'Ann Lee', phone: '07416121332' }
  const found = ['annl', 'LEE', '07416', '332', '33', '', 'x'].map((typed) => isPerson(ann, typed))
  expect(found).toEqual([true, true, true, true, false, false, false])
})
