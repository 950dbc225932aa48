import { expect, test } from 'vitest'
import { rowsIn } from './d1.ts'
import { changesBetween } from './rebuild-changes.ts'

const car = { id: 'car_1', version: 7, status: 'OPEN', next_due_at: 5, flight_numbers: '["BA038"]' }
const place = { id: 'par_1', version: 3, seat: 'taken', party: '1 Castle Boulevard' }
const trip = { id: 'trip_1', version: 2, status: 'OPEN' }
const model = { groups: [car, trip], participants: [place] }

test('a rebuild that wrote identical rows changed nothing, whatever their versions', () => {
  const after = {
    ...model,
    groups: [{ ...car, version: 8 }, trip],
    participants: [{ ...place, version: 8 }],
  }
  expect(changesBetween(model, after)).toEqual([])
})

test('every changed row is listed with its columns, without values', () => {
  const after = {
    ...model,
    groups: [
      { ...car, status: 'FULL', next_due_at: null },
      { ...trip, status: 'SUCCESS' },
    ],
    participants: [{ ...place, party: '2 Castle Boulevard' }],
  }
  expect(changesBetween(model, after)).toEqual([
    { table: 'groups', id: 'car_1', columns: ['status', 'next_due_at'] },
    { table: 'groups', id: 'trip_1', columns: ['status'] },
    { table: 'participants', id: 'par_1', columns: ['party'] },
  ])
})

test('an added or a removed row is a change', () => {
  const after = { ...model, groups: [trip], participants: [place, { ...place, id: 'par_2' }] }
  expect(changesBetween(model, after)).toEqual([
    { table: 'groups', id: 'car_1', columns: ['id'] },
    { table: 'participants', id: 'par_2', columns: ['id'] },
  ])
})

test('rows are found in wrangler’s output, even after a warning and when there are none', () => {
  const printed = (results: object[]) =>
    JSON.stringify([{ results, success: true, meta: {} }], null, 2)
  expect(rowsIn(printed([{ n: 1 }]))).toEqual([{ n: 1 }])
  expect(rowsIn(`▲ [WARNING] an old version\n\n${printed([{ n: 2 }])}\n`)).toEqual([{ n: 2 }])
  expect(rowsIn(printed([]))).toEqual([])
  expect(() => rowsIn('nothing at all')).toThrow('no result')
})
