import { expect, test } from 'vitest'
import { type MoneyEffect, openIntentOf, stepFor } from '#app/group/rules/payment-step.ts'
import { HOLD_MS } from '#app/kernel/limits.ts'
import { Story } from '#tests/kit/carpool.ts'

const lapsed = () => {
  const story = new Story().opened('ann')
  story.hold('bob')
  story.attach('bob')
  story.tick(story.now + HOLD_MS)
  return story
}

test('a student paying when the hold ran out is notified, including whether money was released', () => {
  const unpaid = lapsed()
  unpaid.settle('bob', 'returned')
  expect(unpaid.notices()).toEqual(['holdExpired to usr_bob'])
  const paid = lapsed()
  paid.settle('bob', 'returned', { authorised: true })
  expect(paid.notices()).toEqual(['holdExpiredReleased to usr_bob'])
})

test('a student who gave up or never entered a card is not notified', () => {
  const gaveUp = lapsed()
  gaveUp.giveUp('bob')
  gaveUp.settle('bob', 'returned', { authorised: true })
  expect(gaveUp.notices()).toEqual([])
  const idle = new Story().opened('ann')
  idle.hold('bob')
  idle.tick(idle.now + HOLD_MS)
  expect(idle.place('bob').seat).toBe('gone')
  expect(idle.effects()).toEqual([])
})

test('everyone is notified of a full and of a failed group, and students who must pay a deposit again', () => {
  const full = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
  expect(full.notices()).toEqual(['groupComplete to usr_ann', 'groupComplete to usr_bob'])
  const failed = new Story().opened('ann')
  failed.settle('ann', 'returned')
  failed.tick(failed.car.cutoffAt)
  expect(failed.notices()).toEqual(['depositReleased to usr_ann', 'groupFailed to usr_ann'])
})

test('the notice of a full group states what is left of the fare', () => {
  const full = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
  const amounts = full.effects().flatMap((e) => (e.kind === 'notice' ? [e.params.amount] : []))
  expect(amounts).toEqual([7500, 7500])
})

test('a notice is named after its subject, so that sending it twice creates one', () => {
  const paid = lapsed()
  paid.settle('bob', 'returned', { authorised: true })
  expect(paid.effects().at(-1)).toMatchObject({ id: 'holdExpiredReleased:par_bob:pi_bob' })
})

test('notices of the same kind about different payments are different', () => {
  const story = new Story().opened('ann')
  story.settle('ann', 'returned')
  story.repaying('ann')
  story.settleNext('ann', 'held')
  story.settle('ann', 'returned', { intentId: 'next_ann' })
  const ids = story.effects().flatMap((e) => (e.kind === 'notice' ? [e.id] : []))
  expect(ids).toEqual(['depositReleased:par_ann:pi_ann', 'depositReleased:par_ann:next_ann'])
})

test('a notice names the car and place it is about', () => {
  const story = new Story().failed('ann')
  expect(story.effects().at(-1)).toEqual({
    kind: 'notice',
    id: 'groupFailed:par_ann',
    userId: 'usr_ann',
    code: 'groupFailed',
    params: { carpoolId: story.car.id, participantId: 'par_ann', carpoolAt: story.car.carpoolAt },
  })
})

const resolve: MoneyEffect = { kind: 'resolve', participantId: 'par_bob', slot: 'deposit' }
const capture: MoneyEffect = {
  kind: 'capture',
  participantId: 'par_ann',
  intentId: 'pi_ann',
  amount: 2000,
}
const check: MoneyEffect = { kind: 'check', participantId: 'par_ann', intentId: 'pi_ann' }
const release: MoneyEffect = { kind: 'release', participantId: 'par_bob', intentId: 'pi_bob' }

test.each([
  [
    resolve,
    {
      unpaid: 'release',
      processing: 'wait',
      held: 'settle',
      captured: 'settle',
      returned: 'settle',
    },
  ],
  [
    capture,
    { unpaid: 'wait', processing: 'wait', held: 'capture', captured: 'settle', returned: 'settle' },
  ],
  [
    check,
    { unpaid: 'wait', processing: 'wait', held: 'wait', captured: 'settle', returned: 'settle' },
  ],
  [
    release,
    {
      unpaid: 'release',
      processing: 'wait',
      held: 'release',
      captured: 'release',
      returned: 'settle',
    },
  ],
] as const)('%o does what the payment requires', (effect, moves) => {
  const story = lapsed()
  for (const money of ['unpaid', 'processing', 'held', 'captured', 'returned'] as const)
    expect(stepFor(effect, story.car, story.facts('bob', money)).do, money).toBe(moves[money])
})

test('a payment its owner gave up is released even when it is held', () => {
  const story = lapsed()
  story.giveUp('bob')
  for (const money of ['unpaid', 'held', 'captured'] as const)
    expect(stepFor(resolve, story.car, story.facts('bob', money)).do, money).toBe('release')
})

test('an outdated effect does nothing', () => {
  const story = lapsed()
  expect(openIntentOf(resolve, story.car)).toBe('pi_bob')
  expect(openIntentOf(capture, story.car)).toBe('pi_ann')
  expect(openIntentOf(release, story.car)).toBeNull()
  story.settle('bob', 'held')
  story.settle('ann', 'captured')
  expect(openIntentOf(resolve, story.car)).toBeNull()
  expect(openIntentOf(capture, story.car)).toBeNull()
  expect(openIntentOf(check, story.car)).toBeNull()
})
