import { expect, test } from 'vitest'
import { freeRoom, freeRoomFor, sumOfCases } from './luggage.ts'

test.each([
  // people, big, small → big cases that still fit
  [2, 0, 0, 3],
  [3, 2, 1, 0],
  [3, 2, 2, 0],
  [3, 2, 3, -1],
  [4, 2, 1, 2],
  [5, 5, 0, 0],
  [6, 5, 4, 1],
])('a car for %d with %d big and %d small cases has room for %d', (people, big, small, free) => {
  const [bigLuggage, smallLuggage] = [big, small]
  expect(freeRoomFor(people, { bigLuggage, smallLuggage })).toBe(free)
})

test('small cases use the room for small ones first, and big ones never do', () => {
  const room = { bigCases: 2, smallCases: 3 }
  expect(freeRoom(room, { bigLuggage: 2, smallLuggage: 3 })).toBe(0)
  expect(freeRoom(room, { bigLuggage: 1, smallLuggage: 5 })).toBe(0)
  expect(freeRoom(room, { bigLuggage: 3, smallLuggage: 0 })).toBe(-1)
})

test('the luggage of a group is that of its parties', () => {
  const parties = [
    { bigLuggage: 2, smallLuggage: 1 },
    { bigLuggage: 0, smallLuggage: 4 },
  ]
  expect(sumOfCases(parties)).toEqual({ bigLuggage: 2, smallLuggage: 5 })
  expect(sumOfCases([])).toEqual({ bigLuggage: 0, smallLuggage: 0 })
})
