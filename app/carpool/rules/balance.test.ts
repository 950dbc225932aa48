import { describe, expect, test } from 'vitest'
import { openIntentOf, stepFor } from '#app/group/rules/payment-step.ts'
import { BALANCE_MS, minutes } from '#app/kernel/limits.ts'
import { NOW, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { nextDue } from './machine.ts'

/** Two people at £95 each: £75 left after the deposit. */
const two = (prices?: number[]) => new Story().complete(['ann', 'bob'], prices ? { prices } : {})
const returnPoints = (attempt: number) => ({
  kind: 'returnPoints',
  participantId: placeIdOf('ann'),
  userId: 'usr_ann',
  attempt,
})
const resolve = { kind: 'resolve', participantId: placeIdOf('ann'), slot: 'balance' } as const

describe('starting to pay', () => {
  test('fixes the amount left after the deposit for an hour', () => {
    const story = two()
    expect(story.begin('ann')).toBeNull()
    expect(story.place('ann').balance).toMatchObject({
      quote: { original: 7500, points: 0, deducted: 0, amount: 7500 },
      reserved: true,
      expiresAt: NOW + BALANCE_MS,
      attempt: 1,
      state: 'begun',
    })
  })

  test('charges a party of two twice, and a private car once whatever its party', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 }, { people: 2 }).joined('bob')
    story.begin('ann')
    expect(story.place('ann').balance.quote?.amount).toBe(2 * 6800 - 2000)
    const alone = new Story().opened('ann', { maxPassengers: 1 })
    alone.begin('ann')
    expect(alone.place('ann').balance.quote?.amount).toBe(16000)
  })

  test('with points reserves them before the card is charged', () => {
    const story = two()
    story.begin('ann', 500)
    expect(story.place('ann').balance).toMatchObject({
      reserved: false,
      quote: { points: 500, amount: 7000 },
    })
    expect(story.attachBalance('ann')).toBeNull()
    expect(story.place('ann').balance.intentId).toBeNull()
    story.reserved('ann')
    story.attachBalance('ann')
    expect(story.place('ann').balance).toMatchObject({ reserved: true, intentId: 'bal_ann' })
  })

  test('needs no card when points cover everything', () => {
    const story = two()
    story.begin('ann', 7500)
    expect(story.place('ann').balance.state).not.toBe('paid')
    story.reserved('ann')
    expect(story.place('ann').balance).toMatchObject({
      paid: 0,
      quote: { points: 7500, amount: 0 },
    })
    expect(story.begin('ann')).toBe('alreadyPaid')
  })

  test('with too few points ends the attempt, and the student can start again without points', () => {
    const story = two()
    story.begin('ann', 500)
    expect(story.effectsOf(() => story.reserved('ann', false))).toEqual([returnPoints(1)])
    expect(story.place('ann').balance).toMatchObject({ quote: null, attempt: 2 })
    expect(story.reserved('ann', true, 1)).toBeNull()
    expect(story.place('ann').balance.state).toBe('open')
    expect(story.paidUp('ann').place('ann').balance.paid).toBe(7500)
  })

  test('repeating the same request continues the same attempt, with the same end', () => {
    const story = two().paying('ann', 500)
    const { version } = story.car
    story.now += minutes(30)
    expect(story.begin('ann', 500)).toBeNull()
    expect(story.reserved('ann')).toBeNull()
    expect(story.reserved('ann', false)).toBeNull()
    expect(story.attachBalance('ann')).toBeNull()
    expect(story.attachBalance('ann', 'bal_other')).toBeNull()
    expect(story.car.version).toBe(version)
  })

  test('changing the request before there is an intent starts another attempt and returns the first one’s points', () => {
    const story = two()
    story.begin('ann', 500)
    expect(story.effectsOf(() => story.begin('ann', 0))).toEqual([returnPoints(1)])
    expect(story.place('ann').balance).toMatchObject({
      attempt: 2,
      reserved: true,
      quote: { amount: 7500 },
    })
    story.reserved('ann', true, 1)
    expect(story.attachBalance('ann', 'bal_old', 1)).toBeNull()
    expect(story.place('ann').balance.intentId).toBeNull()
  })

  test('waits for its own points, not for those granted late to an earlier attempt', () => {
    const story = two()
    story.begin('ann', 500)
    story.begin('ann', 300)
    expect(story.reserved('ann', true, 1)).toBeNull()
    expect(story.place('ann').balance).toMatchObject({
      attempt: 2,
      reserved: false,
      quote: { points: 300 },
    })
    expect(story.reserved('ann', false, 1)).toBeNull()
    expect(story.place('ann').balance.quote?.points).toBe(300)
    story.reserved('ann')
    expect(story.place('ann').balance.reserved).toBe(true)
  })

  test('changing the request with an open intent waits until that intent is cancelled', () => {
    const story = two().paying('ann', 500)
    expect(story.begin('ann', 0)).toBe('unavailable')
    expect(story.effectsOf(() => story.settleBalance('ann', 'returned'))).toEqual([returnPoints(1)])
    expect(story.begin('ann', 0)).toBeNull()
    expect(story.place('ann').balance).toMatchObject({
      attempt: 2,
      intentId: null,
      quote: { amount: 7500 },
    })
  })
})

describe('a balance', () => {
  const left = [
    [1500, 'paid'],
    [2000, 'paid'],
    [2029, 'paid'],
    [2030, 'open'],
  ] as const
  test.each(left)('for a place at %ip is, without a card, %s', (price, stands) => {
    const story = two([5000, price])
    expect(story.place('ann').balance.state).toBe(stands)
    expect(story.car.status).toBe(stands === 'paid' ? 'SUCCESS' : 'SUCCESS_PENDING_PAYMENT')
  })

  test('is not due before the group is completed, nor after it has failed', () => {
    const open = new Story().opened('ann')
    expect(open.begin('ann')).toBe('balanceNotDue')
    const failed = new Story().failed('ann')
    expect(failed.begin('ann')).toBe('operationExpired')
    expect(failed.begin('bob')).toBe('notFound')
    expect(open.begin('ann', 0, 100, 'bob')).toBe('notFound')
  })

  test('cannot be paid twice', () => {
    const story = two().paidUp('ann')
    expect(story.begin('ann')).toBe('alreadyPaid')
    expect(story.attachBalance('ann')).toBeNull()
    expect(story.attachBalance('ann', 'bal_2')).toBe('alreadyPaid')
    story.paidUp('bob')
    expect(story.begin('ann')).toBe('alreadyPaid')
  })

  test('waits for a deposit that the bank has released', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.settle('ann', 'returned')
    story.joined('bob')
    expect(story.begin('ann')).toBe('depositReleased')
    story.repaying('ann')
    expect(story.begin('ann')).toBe('depositReleased')
    story.settleNext('ann', 'held')
    expect(story.begin('ann')).toBeNull()
  })

  test('can be started until the moment it is due', () => {
    const story = two()
    story.now = story.car.cutoffAt - 1
    expect(story.begin('ann')).toBeNull()
    story.now = story.car.cutoffAt
    expect(story.begin('bob')).toBe('operationExpired')
  })
})

describe('a payment attempt', () => {
  test('without an intent ends after an hour, and its points are returned', () => {
    const story = two()
    story.begin('ann', 500)
    story.reserved('ann')
    expect(nextDue(story.car)).toBe(NOW + BALANCE_MS)
    expect(story.effectsOf(() => story.tick(NOW + BALANCE_MS - 1))).toEqual([])
    expect(story.effectsOf(() => story.tick(NOW + BALANCE_MS))).toEqual([returnPoints(1)])
    expect(story.place('ann').balance).toMatchObject({ state: 'open', quote: null, attempt: 2 })
    expect(nextDue(story.car)).toBe(story.car.cutoffAt)
  })

  test('with an intent is checked after an hour, and no new one starts meanwhile', () => {
    const story = two().paying('ann', 500)
    expect(story.effectsOf(() => story.tick(NOW + BALANCE_MS))).toEqual([resolve])
    expect(story.place('ann').balance.state).toBe('closing')
    expect(openIntentOf(resolve, story.car)).toBe('bal_ann')
    expect(story.begin('ann', 500)).toBe('unavailable')
    expect(story.attachBalance('ann', 'bal_2')).toBe('operationExpired')
    const facts = (money: 'unpaid' | 'processing' | 'captured' | 'returned') =>
      stepFor(resolve, story.car, story.facts('ann', money, { purpose: 'balance' })).do
    expect(facts('unpaid')).toBe('release')
    expect(facts('processing')).toBe('wait')
    expect(facts('captured')).toBe('settle')
    expect(facts('returned')).toBe('settle')
  })

  test.each(['captured', 'returned'] as const)(
    'is decided by the result of the check: %s',
    (money) => {
      const story = two().paying('ann', 500)
      story.tick(NOW + BALANCE_MS)
      const paid = money === 'captured'
      expect(story.effectsOf(() => story.settleBalance('ann', money))).toEqual(
        paid ? [] : [returnPoints(1)],
      )
      expect(story.place('ann').balance).toMatchObject(
        paid ? { state: 'paid', paid: 7000, attempt: 1 } : { state: 'open', paid: 0, attempt: 2 },
      )
      expect(openIntentOf(resolve, story.car)).toBeNull()
      expect(story.begin('ann', 500)).toBe(paid ? 'alreadyPaid' : null)
    },
  )

  test('near the due time ends with it', () => {
    const story = two().paidUp('bob')
    const due = story.car.cutoffAt
    story.tick(due - minutes(10))
    story.paying('ann')
    expect(nextDue(story.car)).toBe(due)
    expect(story.effectsOf(() => story.tick(due))).toEqual([resolve])
  })
})

describe('a payment for a balance', () => {
  test('counts as the amount the provider reports as received', () => {
    const story = two().paying('ann')
    story.settleBalance('ann', 'unpaid')
    story.settleBalance('ann', 'processing')
    expect(story.place('ann').balance.state).not.toBe('paid')
    story.settleBalance('ann', 'captured')
    expect(story.place('ann').balance.paid).toBe(7500)
    const { version } = story.car
    for (const money of ['captured', 'unpaid', 'processing'] as const)
      story.settleBalance('ann', money)
    expect(story.car.version).toBe(version)
  })

  test('that arrives before its intent was recorded still pays', () => {
    const story = two()
    story.begin('ann')
    story.settleBalance('ann', 'unpaid')
    expect(story.car.strays).toEqual([])
    story.settleBalance('ann', 'captured')
    expect(story.place('ann').balance).toMatchObject({ paid: 7500, intentId: 'bal_ann' })
  })

  const strange: [string, object][] = [
    ['of another amount', { amount: 7000 }],
    ['of another attempt', { attempt: 2 }],
  ]
  test.each(strange)(
    'that %s pays nothing and is refunded, and the student is notified',
    (_what, over) => {
      const story = two()
      story.begin('ann')
      const effects = story.effectsOf(() => story.settleBalance('ann', 'captured', over))
      expect(effects).toEqual([
        { kind: 'release', participantId: placeIdOf('ann'), intentId: 'bal_ann' },
      ])
      expect(story.place('ann').balance.state).not.toBe('paid')
      expect(story.car.strays).toMatchObject([{ purpose: 'balance', unexpected: true }])
      story.settleBalance('ann', 'returned', { authorised: true })
      expect(story.notices().at(-1)).toBe('balanceReturned to usr_ann')
      story.attachBalance('ann', 'bal_right')
      story.settleBalance('ann', 'captured', { intentId: 'bal_right' })
      expect(story.place('ann').balance.paid).toBe(7500)
    },
  )

  test('is refunded if its points are not reserved yet', () => {
    const story = two()
    story.begin('ann', 500)
    story.settleBalance('ann', 'captured')
    expect(story.car.strays).toHaveLength(1)
  })

  test('with wrong details does not settle an attempt, even if it is recorded later', () => {
    const story = two()
    story.begin('ann', 500)
    story.reserved('ann')
    story.settleBalance('ann', 'unpaid', { amount: 7500 })
    expect(story.effectsOf(() => story.attachBalance('ann'))).toEqual([returnPoints(1)])
    expect(story.place('ann').balance).toMatchObject({ quote: null, intentId: null, attempt: 2 })
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['bal_ann'])
  })

  test('is refunded if the balance is already paid', () => {
    const story = two().paidUp('ann')
    story.settleBalance('ann', 'captured', { intentId: 'bal_2', amount: 7500 })
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['bal_2'])
    expect(story.place('ann').balance.paid).toBe(7500)
  })

  test('whose attempt is known to be cancelled changes nothing', () => {
    const story = two().paying('ann')
    story.settleBalance('ann', 'returned')
    story.settleBalance('ann', 'captured', { amount: 7500, attempt: 1 })
    expect(story.place('ann').balance).toMatchObject({ state: 'open', attempt: 2 })
    expect(story.car.strays).toEqual([])
  })

  test('is never mistaken for a deposit', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.hold('bob')
    story.settle('bob', 'captured', { purpose: 'balance', intentId: 'bal_bob' })
    expect(story.place('bob').seat).toBe('held')
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['bal_bob'])
  })
})
