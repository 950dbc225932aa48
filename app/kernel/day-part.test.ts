import { expect, test } from 'vitest'
import { DAY_PARTS, partAt, spanOfDay, USUAL_TIME } from './day-part.ts'
import { hours } from './limits.ts'
import { londonWall } from './time.ts'

test('the parts of a day follow one another and make up the day, on days of any length', () => {
  for (const [day, length] of [
    ['2026-12-12', 24],
    ['2027-03-28', 23],
    ['2026-10-25', 25],
  ] as const) {
    const whole = spanOfDay(day)
    expect(whole.before - whole.from).toBe(hours(length))
    const parts = DAY_PARTS.map((part) => spanOfDay(day, part))
    expect(parts.map(({ from }) => londonWall(from))).toEqual([
      `${day}T00:00`,
      `${day}T12:00`,
      `${day}T18:00`,
    ])
    expect(parts.map(({ before }) => before)).toEqual([
      ...parts.slice(1).map(({ from }) => from),
      whole.before,
    ])
  }
})

test('the time that is usual in a part is in it', () => {
  for (const part of DAY_PARTS) {
    const { from, before } = spanOfDay('2026-12-12', part)
    const wall = `2026-12-12T${USUAL_TIME[part]}`
    expect(londonWall(from) <= wall && wall < londonWall(before - 1)).toBe(true)
  }
})

test('an instant is in the part whose span it is in', () => {
  for (const part of DAY_PARTS) {
    const { from, before } = spanOfDay('2026-07-12', part)
    expect([from, before - 1].map(partAt)).toEqual([part, part])
  }
})
