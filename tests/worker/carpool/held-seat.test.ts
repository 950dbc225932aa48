import { expect, test } from 'vitest'
import { newStudent } from '#tests/worker/api/world.ts'
import { insertCar } from '#tests/worker/rows.ts'
import { devClock } from '#workers/dev/clock.ts'
import { carpools } from './kit.ts'

test('the list points to the hold that ends first, and to no ended one', async () => {
  const { id: userId } = await newStudent()
  const now = devClock.now()
  const hold = (createdAt: number, holdExpiresAt: number) =>
    insertCar({}, { userId, seat: 'held', createdAt, holdExpiresAt })
  await hold(now - 3, now - 1)
  expect(await carpools.heldSeat({ id: userId })).toBeNull()
  await hold(now - 2, now + 60_000)
  const { participantId } = await hold(now - 1, now + 30_000)
  expect(await carpools.heldSeat({ id: userId })).toMatchObject({ participantId })
})
