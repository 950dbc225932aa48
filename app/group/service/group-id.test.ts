import { expect, test } from 'vitest'
import type { UserId } from '#app/kernel/id.ts'
import { carpoolIdFor, carpoolIdOf, isCarpoolId, newParticipantId } from './group-id.server.ts'

const ann = 'usr_ann' as UserId

test('the same user and attempt give the same carpool, and anything else another', async () => {
  const id = await carpoolIdFor(ann, 'a', 0)
  expect(isCarpoolId(id)).toBe(true)
  expect(await carpoolIdFor(ann, 'a', 0)).toBe(id)
  const others = await Promise.all([
    carpoolIdFor(ann, 'a', 1),
    carpoolIdFor(ann, 'b', 0),
    carpoolIdFor('usr_bob' as UserId, 'a', 0),
    carpoolIdFor('usr_ann"' as UserId, 'a', 0),
  ])
  expect(new Set([id, ...others]).size).toBe(5)
})

test('a participant’s id leads to its carpool, and a foreign id to none', async () => {
  const id = await carpoolIdFor(ann, 'a', 0)
  const participant = newParticipantId(id)
  expect(carpoolIdOf(participant)).toBe(id)
  expect(newParticipantId(id)).not.toBe(participant)
  for (const wrong of ['', 'par_x', id, `${participant}x`, participant.toUpperCase(), 'par_../..'])
    expect(carpoolIdOf(wrong)).toBeNull()
  for (const wrong of ['', 'car_x', `${id} `, id.toUpperCase()])
    expect(isCarpoolId(wrong)).toBe(false)
})
