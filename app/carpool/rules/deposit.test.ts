import { describe, expect, test } from 'vitest'
import { openIntentOf, renewalOf, stepFor } from '#app/group/rules/payment-step.ts'
import { hours, RENEW_BEFORE_MS } from '#app/kernel/limits.ts'
import { CARD, DEPARTURE, NOW, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { nextDue } from './machine.ts'
import { actionFactsOf, isDepositValid } from './permissions.ts'

const release = (intentId: string) => ({
  kind: 'release',
  participantId: placeIdOf('ann'),
  intentId,
})
const renew = { kind: 'renew', participantId: placeIdOf('ann'), attempt: 2 } as const
const resolve = { kind: 'resolve', participantId: placeIdOf('ann'), slot: 'renewal' } as const
const valid = (story: Story) => isDepositValid(actionFactsOf(story.car, story.place('ann')))

/** Ann's group three weeks ahead; the bank keeps her deposit for `holdMs`. */
function early(card: typeof CARD | null, holdMs = hours(24 * 7), maxPassengers = 3) {
  const carpoolAt = NOW + hours(24 * 21)
  const story = new Story()
  story.draft('ann', { carpoolAt, maxPassengers }, { flightTime: carpoolAt - hours(1) })
  story.attach('ann')
  story.settle('ann', 'held', { card, captureBefore: NOW + holdMs })
  return story
}

describe('a deposit without a saved card', () => {
  test('keeps its seat when the bank releases it, and the student is asked to pay it again', () => {
    const story = early(null)
    expect(nextDue(story.car)).toBe(NOW + hours(24 * 7))
    story.settle('ann', 'returned')
    expect(story.notices()).toEqual(['depositReleased to usr_ann'])
    expect(valid(story)).toBe(false)
    expect(story.place('ann')).toMatchObject({
      seat: 'taken',
      deposit: { state: 'lost' },
      renewal: { attempt: 2 },
    })
    expect(nextDue(story.car)).toBe(story.car.cutoffAt)
  })

  test('is not paid again while it is valid', () => {
    const story = early(null)
    expect(story.repaying('ann')).toBe('alreadyPaid')
    story.captured('ann')
    expect(story.repaying('ann')).toBe('alreadyPaid')
  })

  test('can be paid again by hand, and the new hold is as good as the first', () => {
    const story = early(null)
    story.settle('ann', 'returned')
    expect(story.repaying('ann')).toBeNull()
    expect(story.repaying('ann')).toBeNull()
    expect(story.repaying('ann', 'next_other')).toBeNull()
    expect(story.place('ann').renewal).toMatchObject({ intentId: 'next_ann', state: 'begun' })
    story.settleNext('ann', 'unpaid')
    expect(valid(story)).toBe(false)
    expect(story.effectsOf(() => story.settleNext('ann', 'held'))).toEqual([])
    expect(valid(story)).toBe(true)
    expect(story.place('ann')).toMatchObject({
      deposit: { state: 'held', intentId: 'next_ann' },
      renewal: { attempt: 3, intentId: null },
      hold: { replacedAt: NOW },
    })
    const { version } = story.car
    for (const money of ['held', 'returned'] as const) story.settle('ann', money)
    story.settle('ann', 'held', { intentId: 'next_ann', attempt: 2 })
    expect(story.car.version).toBe(version)
    expect(story.car.strays).toEqual([])
  })

  test('paid again before the object knew the intent still counts', () => {
    const story = early(null)
    story.settle('ann', 'returned')
    story.settleNext('ann', 'unpaid')
    expect(story.car.strays).toEqual([])
    story.settleNext('ann', 'held')
    expect(story.place('ann').deposit).toMatchObject({ state: 'held', intentId: 'next_ann' })
  })

  test('does not wait for an intent that was released before it was attached', () => {
    const story = early(null)
    story.settle('ann', 'unpaid', { intentId: 'next_ann', attempt: 2 })
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['next_ann'])
    story.settle('ann', 'returned')
    expect(story.repaying('ann')).toBeNull()
    expect(story.place('ann').renewal).toMatchObject({ state: 'open', intentId: null, attempt: 3 })
    story.settle('ann', 'returned', { intentId: 'next_ann' })
    expect(story.attach('ann', 'next_ann', 3)).toBeNull()
    expect(story.place('ann').renewal).toMatchObject({ state: 'open', intentId: null, attempt: 4 })
    story.repaying('ann', 'next_4')
    expect(story.place('ann').renewal.intentId).toBe('next_4')
  })

  test('is requested once more when its new intent came to nothing', () => {
    const story = early(null)
    story.settle('ann', 'returned')
    story.repaying('ann')
    story.settleNext('ann', 'returned')
    expect(story.place('ann').renewal).toMatchObject({ state: 'open', attempt: 3 })
    expect(story.place('ann').deposit.state).toBe('lost')
    expect(story.attach('ann', 'next_late', 2)).toBeNull()
    expect(story.place('ann').renewal.intentId).toBeNull()
    expect(story.repaying('ann', 'next_2')).toBeNull()
    expect(story.place('ann').renewal.intentId).toBe('next_2')
  })

  test('is captured at once when it is paid again in a complete group', () => {
    const story = early(null, hours(24 * 7), 2).joined('bob', {
      flightTime: NOW + hours(24 * 21 - 1),
    })
    story.captured('bob').settle('ann', 'returned')
    story.repaying('ann')
    expect(story.effectsOf(() => story.settleNext('ann', 'held'))).toEqual([
      { kind: 'capture', participantId: placeIdOf('ann'), intentId: 'next_ann', amount: 2000 },
    ])
    expect(story.paidUp('ann').paidUp('bob').car.status).toBe('SUCCESS')
  })

  test('cannot be paid again in a failed group or once balances are due', () => {
    const failed = early(null)
    failed.settle('ann', 'returned')
    failed.tick(failed.car.cutoffAt)
    expect(failed.repaying('ann')).toBe('operationExpired')
    const gone = early(null, hours(24 * 7), 2).joined('bob', {
      flightTime: NOW + hours(24 * 21 - 1),
    })
    gone.captured('bob').settle('ann', 'returned')
    gone.now = gone.car.cutoffAt - 1
    expect(gone.repaying('ann')).toBeNull()
    gone.now = gone.car.cutoffAt
    expect(gone.repaying('ann', 'next_2')).toBe('operationExpired')
  })
})

describe('a deposit with a saved card', () => {
  test('is renewed a day before the bank releases it, without notifying anyone', () => {
    const story = early(CARD)
    const due = NOW + hours(24 * 7) - RENEW_BEFORE_MS
    expect(nextDue(story.car)).toBe(due)
    expect(story.effectsOf(() => story.tick(due - 1))).toEqual([])
    expect(story.effectsOf(() => story.tick(due))).toEqual([renew])
    expect(renewalOf(renew, story.car)?.card).toEqual(CARD)
    expect(valid(story)).toBe(true)
    expect(story.effectsOf(() => story.settleNext('ann', 'held', { card: CARD }))).toEqual([
      release('pi_ann'),
    ])
    expect(renewalOf(renew, story.car)).toBeNull()
    expect(story.place('ann')).toMatchObject({
      deposit: { state: 'held', intentId: 'next_ann' },
      hold: { renewing: 'none' },
    })
    story.settle('ann', 'returned')
    expect(story.car.strays).toEqual([])
    expect(valid(story)).toBe(true)
    expect(story.notices()).toEqual([])
    expect(nextDue(story.car)).toBe(due + hours(24 * 6))
  })

  test('is not renewed once it has been captured', () => {
    const story = early(CARD)
    story.tick(NOW + hours(24 * 7) - RENEW_BEFORE_MS)
    expect(renewalOf(renew, story.car)).not.toBeNull()
    story.settle('ann', 'captured')
    expect(renewalOf(renew, story.car)).toBeNull()
    // A renewal made anyway, its answer lost, pays for nothing.
    expect(story.effectsOf(() => story.settleNext('ann', 'held', { card: CARD }))).toEqual([
      release('next_ann'),
    ])
  })

  test('stays valid for three weeks without any action', () => {
    const story = early(CARD)
    let swaps = 0
    while (story.now < story.car.cutoffAt) {
      story.tick(nextDue(story.car) ?? Number.NaN)
      const { deposit, hold } = story.place('ann')
      if (hold.renewing !== 'due') continue
      const last = deposit.intentId ?? ''
      story.settleNext('ann', 'held', { intentId: `next_${++swaps}`, card: CARD })
      story.settle('ann', 'returned', { intentId: last })
      expect(story.car.strays).toEqual([])
    }
    expect(swaps).toBe(3)
    expect(story.car.status).toBe('FAILED')
    expect(valid(story)).toBe(true)
    expect(story.notices()).toEqual(['groupFailed to usr_ann'])
  })

  test.each([hours(1), hours(24), hours(30), hours(47)])(
    'valid for %i ms is not renewed over and over',
    (holdMs) => {
      const story = early(CARD, holdMs)
      const renewals: number[] = []
      for (let step = 0; step < 400 && story.now < NOW + hours(24 * 10); step++) {
        story.tick(Math.max(story.now, Math.min(nextDue(story.car) ?? 0, story.now + hours(6))))
        const { deposit, hold } = story.place('ann')
        if (hold.renewing === 'due') {
          renewals.push(story.now)
          const before = deposit.intentId ?? ''
          const captureBefore = story.now + holdMs
          story.settleNext('ann', 'held', { intentId: `next_${step}`, card: CARD, captureBefore })
          story.settle('ann', 'returned', { intentId: before })
        } else story.now += hours(1)
      }
      for (const [i, at] of renewals.entries())
        if (i > 0) expect(at - (renewals[i - 1] ?? 0)).toBeGreaterThanOrEqual(RENEW_BEFORE_MS)
      expect(renewals.length).toBeGreaterThan(3)
    },
  )

  test('that could not be renewed is paid by hand with the failed intent, and the student is notified', () => {
    const story = early(CARD)
    story.tick(NOW + hours(24 * 6))
    expect(story.renewalFailed('ann', 'next_ann', 1)).toBeNull()
    expect(story.place('ann').hold.renewing).toBe('due')
    story.renewalFailed('ann')
    expect(story.notices()).toEqual(['renewalFailed to usr_ann'])
    expect(story.place('ann')).toMatchObject({
      deposit: { state: 'held' },
      hold: { renewing: 'failed' },
      renewal: { intentId: 'next_ann' },
    })
    expect(valid(story)).toBe(false)
    story.renewalFailed('ann')
    expect(story.notices()).toHaveLength(1)
    expect(story.effectsOf(() => story.settleNext('ann', 'held'))).toEqual([release('pi_ann')])
    expect(valid(story)).toBe(true)
  })

  test('whose renewal could not be attempted is requested with an intent of its own', () => {
    const story = early(CARD)
    story.tick(NOW + hours(24 * 6))
    story.renewalFailed('ann', null)
    expect(story.place('ann')).toMatchObject({
      hold: { renewing: 'failed' },
      renewal: { intentId: null },
    })
    expect(story.repaying('ann')).toBeNull()
    story.settleNext('ann', 'held')
    expect(story.place('ann')).toMatchObject({
      hold: { renewing: 'none' },
      deposit: { intentId: 'next_ann' },
    })
  })

  test('that the bank releases early is renewed before the student is asked', () => {
    const story = early(CARD)
    expect(story.effectsOf(() => story.settle('ann', 'returned'))).toEqual([renew])
    expect(story.notices()).toEqual([])
    expect(story.place('ann')).toMatchObject({
      deposit: { state: 'lost' },
      hold: { renewing: 'due' },
    })
    story.settleNext('ann', 'held', { card: CARD })
    expect(valid(story)).toBe(true)
    expect(story.notices()).toEqual([])
  })

  test('is not renewed once it is captured, and a renewal in progress is released', () => {
    const story = early(CARD, hours(24 * 7), 2)
    story.tick(NOW + hours(24 * 6))
    story.renewalFailed('ann')
    story.joined('bob', { flightTime: NOW + hours(24 * 21 - 1) })
    const effects = story.effectsOf(() => story.captured('ann'))
    expect(effects).toEqual([resolve])
    expect(openIntentOf(resolve, story.car)).toBe('next_ann')
    for (const money of ['unpaid', 'held', 'captured'] as const)
      expect(stepFor(resolve, story.car, story.facts('ann', money)).do, money).toBe('release')
    story.settleNext('ann', 'held')
    expect(story.place('ann').deposit).toMatchObject({ state: 'paid', intentId: 'pi_ann' })
    story.settleNext('ann', 'returned')
    expect(story.place('ann').renewal.intentId).toBeNull()
    expect(openIntentOf(resolve, story.car)).toBeNull()
  })

  test('captured while its renewal was in progress releases the new hold', () => {
    const story = early(CARD, hours(24 * 7), 2)
    story.tick(NOW + hours(24 * 6))
    story.joined('bob', { flightTime: NOW + hours(24 * 21 - 1) }).captured('ann')
    expect(story.effectsOf(() => story.settleNext('ann', 'held'))).toEqual([release('next_ann')])
    expect(story.place('ann').deposit).toMatchObject({ state: 'paid', intentId: 'pi_ann' })
  })

  test('is not renewed when the car leaves before the bank releases it', () => {
    const story = new Story()
    story.draft('ann')
    story.attach('ann')
    story.settle('ann', 'held', { card: CARD, captureBefore: DEPARTURE + RENEW_BEFORE_MS })
    expect(nextDue(story.car)).toBe(story.car.cutoffAt)
    story.tick(DEPARTURE - 1)
    expect(story.place('ann').hold.renewing).toBe('none')
  })
})

test('a new deposit in progress when balances are due is checked before its place is released, and kept if it succeeded', () => {
  for (const money of ['held', 'returned'] as const) {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.settle('ann', 'returned')
    story.joined('bob').captured('bob').paidUp('bob')
    story.repaying('ann')
    expect(story.effectsOf(() => story.tick(story.car.cutoffAt))).toContainEqual(resolve)
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    expect(stepFor(resolve, story.car, story.facts('ann', 'held')).do).toBe('settle')
    expect(stepFor(resolve, story.car, story.facts('ann', 'unpaid')).do).toBe('release')
    story.settleNext('ann', money)
    expect(story.car.status).toBe(money === 'held' ? 'SUCCESS_PENDING_PAYMENT' : 'SUCCESS')
    if (money === 'held') story.captured('ann')
    expect(story.car).toMatchObject({ status: 'SUCCESS', strays: [] })
    const state = money === 'held' ? 'paid' : 'void'
    expect(story.place('ann')).toMatchObject({ leaving: 'unpaid', deposit: { state } })
  }
})

test('a renewed hold of a student who has left is released without notifying them', () => {
  const story = early(CARD)
  story.exit('ann')
  const intentId = 'pi_renewed'
  story.settle('ann', 'held', { intentId, attempt: 2 })
  expect(story.car.strays.map((s) => s.intentId)).toContain(intentId)
  story.settle('ann', 'returned', { intentId, attempt: 2, authorised: true })
  expect(story.notices()).toEqual([])
})
