import { expect, test } from 'vitest'
import { londonWall, parseTime } from '#app/kernel/time.ts'
import { instantOfWall } from './wall.ts'

test('a London local time means the same instant as on the server', () => {
  for (const wall of [
    '2026-01-05T09:30',
    '2026-07-05T09:30',
    '2026-03-29T00:30',
    '2026-03-29T02:30',
    '2026-10-25T03:00',
  ]) {
    const onServer = parseTime(wall)
    expect(onServer.ok && onServer.value, wall).toBe(instantOfWall(wall, londonWall))
  }
})

test('an incomplete time has no meaning yet', () => {
  for (const wall of [undefined, '', '2026-01-05', '2026-13-40T10:00'])
    expect(instantOfWall(wall, londonWall)).toBeNull()
})
