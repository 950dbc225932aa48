import { expect, test } from 'vitest'
import { effectsOf } from '#app/group/rules/effects-of.ts'
import { DRAFT_MS, HOLD_MS, hours } from '#app/kernel/limits.ts'
import { NOW, Story } from '#tests/kit/carpool.ts'
import { nextDue } from './machine.ts'
import { rules } from './rules.ts'

test('a draft is next due at its end, an open group at its cutoff, an earlier hold at its own end', () => {
  const story = new Story()
  story.draft('ann')
  expect(nextDue(story.car)).toBe(NOW + DRAFT_MS)
  story.attach('ann')
  story.settle('ann', 'held', { captureBefore: null })
  expect(nextDue(story.car)).toBe(story.car.cutoffAt)
  story.hold('bob')
  expect(nextDue(story.car)).toBe(NOW + HOLD_MS)
})

test('a hold made just before the cutoff is due at the cutoff', () => {
  const story = new Story().opened('ann')
  story.settle('ann', 'returned')
  story.now = story.car.cutoffAt - 1
  story.hold('bob')
  expect(nextDue(story.car)).toBe(story.car.cutoffAt)
})

test('a hold whose payment is being checked waits for the payment, not for time, or the alarm would loop', () => {
  const story = new Story().opened('ann')
  story.settle('ann', 'returned')
  story.hold('bob')
  story.attach('bob')
  story.tick(story.car.cutoffAt + 1)
  expect(story.place('bob').seat).toBe('lapsing')
  expect(nextDue(story.car)).toBeNull()
  story.settle('bob', 'returned')
  expect(story.car.status).toBe('FAILED')
})

test('the bank’s deadline is due once, and requests a check of the payment', () => {
  const story = new Story().opened('ann')
  const deadline = NOW + hours(24 * 6)
  story.joined('bob')
  const bob = story.place('bob')
  expect(bob.hold.captureBefore).toBe(NOW + hours(24 * 7))
  const other = new Story()
  other.draft('ann')
  other.attach('ann')
  other.settle('ann', 'held', { captureBefore: deadline })
  expect(nextDue(other.car)).toBe(deadline)
  other.tick(deadline)
  const passed = other.events.at(-1)
  expect(passed).toEqual({ type: 'depositDeadlinePassed', participantId: 'par_ann' })
  expect(passed && effectsOf(rules, passed, other.car)).toEqual([
    { kind: 'check', participantId: 'par_ann', intentId: 'pi_ann' },
  ])
  expect(nextDue(other.car)).toBe(other.car.cutoffAt)
})

test('final states are never due', () => {
  const full = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
  full.settle('ann', 'captured')
  full.settle('bob', 'captured')
  expect(nextDue(full.car)).toBe(full.car.cutoffAt)
  full.tick(full.car.cutoffAt)
  expect(full.car.status).toBe('CLOSED')
  expect(nextDue(full.car)).toBeNull()
  const cancelled = new Story()
  cancelled.draft('ann')
  cancelled.giveUp('ann')
  expect(nextDue(cancelled.car)).toBeNull()
})
