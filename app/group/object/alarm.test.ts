import { expect, test } from 'vitest'
import { Alarm } from './alarm.ts'

/** A fake platform that counts how often an alarm is set. */
function platform(at: number | null = null) {
  const world = { at, sets: 0, full: false }
  const set = async (next: number | null) => {
    world.sets++
    if (world.full) throw new Error('the disk is full')
    world.at = next
  }
  const alarm = new Alarm({
    getAlarm: async () => world.at,
    setAlarm: async (next) => set(Number(next)),
    deleteAlarm: async () => set(null),
  })
  return { world, alarm }
}

test('the alarm is moved only if that changes something', async () => {
  const { world, alarm } = platform()
  await alarm.set(100)
  await alarm.set(100)
  await alarm.set(200)
  await alarm.set(null)
  await alarm.set(null)
  expect(world).toMatchObject({ at: null, sets: 3 })
})

test('the alarm is moved to an earlier time, never to a later one', async () => {
  const { world, alarm } = platform(100)
  await alarm.look()
  await alarm.setBy(150, 0)
  expect(world).toMatchObject({ at: 100, sets: 0 })
  await alarm.setBy(50, 0)
  expect(world).toMatchObject({ at: 50, sets: 1 })
})

test('an alarm that fired, was lost or could not be set is set again', async () => {
  const { world, alarm } = platform()
  await alarm.setBy(100, 0)
  alarm.wentOff()
  await alarm.setBy(150, 101)
  expect(world.at).toBe(150)
  // Its time has passed and it has not gone off.
  await alarm.setBy(300, 200)
  expect(world.at).toBe(300)
  world.at = null
  await alarm.look()
  await alarm.set(300)
  expect(world.at).toBe(300)
  world.full = true
  await alarm.set(400)
  world.full = false
  await alarm.set(400)
  expect(world.at).toBe(400)
})

test('an alarm set while the platform is asked is newer than the platform’s answer', async () => {
  const { world, alarm } = platform(100)
  const looked = alarm.look()
  await alarm.set(200)
  await looked
  await alarm.set(100)
  expect(world.at).toBe(100)
})
