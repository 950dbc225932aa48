import { describe, expect, test } from 'vitest'
import type { Party } from '#app/group/rules/state.ts'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { HOLD_MS } from '#app/kernel/limits.ts'
import { CUTOFF, DUE, END, placeIdOf, START, Story, TRIP, userOf } from '#tests/kit/trip.ts'
import { nextDue } from './machine.ts'
import type { Terms } from './state.ts'

const release = (name: string, intentId = `pi_${name}`) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId,
})
const notice = (code: string, name: string, more = {}) => ({
  kind: 'notice',
  id: `${code}:${placeIdOf(name)}`,
  userId: userOf(name),
  code,
  params: {
    tripId: TRIP,
    tripName: '湖区两日游',
    tripStartAt: START,
    participantId: placeIdOf(name),
    ...more,
  },
})
const statuses = (story: Story) =>
  story.events.flatMap((e) => (e.type === 'statusChanged' ? [e.to] : []))

/** A trip with ann and, at its cutoff, a hold bob made just before; he may be paying. */
function heldAtCutoff(t: Partial<Terms> = {}, p: Partial<Party> = {}) {
  const story = new Story().opened('ann', t)
  story.now = CUTOFF - 1
  return story.holding('bob', p)
}

describe('at the cutoff', () => {
  const decisions: [number, number, number, string][] = [
    [1, 2, 1, 'SUCCESS'],
    [2, 4, 1, 'FAILED'],
    [2, 4, 2, 'SUCCESS'],
    [3, 4, 2, 'FAILED'],
    [3, 4, 3, 'SUCCESS'],
    [3, 4, 4, 'SUCCESS'],
    [4, 4, 3, 'FAILED'],
    [4, 4, 4, 'SUCCESS'],
    [100, 100, 99, 'FAILED'],
    [100, 100, 100, 'SUCCESS'],
  ]
  test.each(decisions)('a trip for %i to %i with %i people is %s', (min, max, people, status) => {
    const story = new Story().opened('ann', { minPassengers: min, maxPassengers: max })
    if (people > 1) story.joined('bob', { people: people - 1 })
    story.tick(CUTOFF - 1)
    expect(story.trip.status).toBe(people === max ? 'FULL' : 'OPEN')
    expect(nextDue(story.trip)).toBe(CUTOFF)
    story.tick(CUTOFF)
    expect(story.trip.status).toBe(status)
  })

  test('people count, not places', () => {
    const story = new Story().opened('ann', { minPassengers: 4, maxPassengers: 9 }, { people: 2 })
    story.joined('bob', { people: 2 }).tick(CUTOFF)
    expect(story.trip.status).toBe('SUCCESS')
  })

  test('a late alarm does not change any reply', () => {
    const story = new Story().opened('ann').joined('bob')
    story.now = CUTOFF
    expect(story.begin('bob')).toBeNull()
    expect(story.trip.status).toBe('SUCCESS')
    const failed = new Story().opened('ann')
    failed.now = CUTOFF
    expect(failed.begin('ann')).toBe('notFound')
    expect(failed.exit('ann')).toBe('operationExpired')
  })

  test('with enough people everyone is notified once, and nobody is refunded', () => {
    const story = new Story().opened('ann').joined('bob').joined('cat')
    story.exit('cat')
    const effects = story.effectsOf(() => {
      story.tick(CUTOFF)
      story.tick(CUTOFF + 1)
    })
    const params = { amount: 3000, dueAt: DUE }
    expect(effects).toEqual([
      notice('tripConfirmed', 'ann', params),
      notice('tripConfirmed', 'bob', params),
    ])
    expect(nextDue(story.trip)).toBe(DUE)
  })

  test('with too few people everyone is notified and refunded the deposit, once each', () => {
    const story = new Story()
      .opened('ann', { minPassengers: 4 })
      .joined('bob')
      .joined('cat', { people: 2 })
    story.exit('cat')
    const effects = story.effectsOf(() => {
      story.tick(CUTOFF)
      story.tick(CUTOFF + 1)
      story.settle('ann')
      story.settle('ann', 'returned', { authorised: true })
      story.settle('ann')
      story.tick(END)
    })
    expect(effects).toEqual([
      notice('tripFailed', 'ann', { amount: 2000 }),
      notice('tripFailed', 'bob', { amount: 2000 }),
      release('ann'),
      release('bob'),
    ])
    expect(story.trip.status).toBe('FAILED')
    expect(nextDue(story.trip)).toBeNull()
    for (const name of ['ann', 'bob']) {
      expect(story.place(name)).toMatchObject({ seat: 'gone', leaving: 'cancelled' })
      expect(paymentStatusOf(story.place(name))).toBe('REFUNDED')
    }
    expect(story.place('ann').deposit.state).toBe('void')
    expect(story.place('bob').deposit.state).toBe('returning')
  })
})

describe('holds still open at the cutoff', () => {
  test('without a card attempt are released at once, and do not count', () => {
    const story = new Story().opened('ann')
    story.now = CUTOFF - 1
    story.hold('bob')
    expect(nextDue(story.trip)).toBe(CUTOFF)
    story.tick(CUTOFF)
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'cutoff' })
    expect(story.trip.status).toBe('FAILED')
    expect(story.notices()).toEqual(['tripFailed to usr_ann'])
  })

  test('wait for their payments, and time alone decides nothing', () => {
    const story = heldAtCutoff()
    const effects = story.effectsOf(() => story.tick(CUTOFF))
    expect(effects).toEqual([{ kind: 'resolve', participantId: placeIdOf('bob'), slot: 'deposit' }])
    expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'cutoff' })
    expect(story.trip.status).toBe('OPEN')
    expect(nextDue(story.trip)).toBeNull()
    story.settle('bob', 'unpaid')
    story.settle('bob', 'processing')
    story.tick(END)
    expect(story.trip.status).toBe('OPEN')
  })

  test('let nobody join, leave or pay a balance meanwhile', () => {
    const story = heldAtCutoff()
    story.tick(CUTOFF)
    expect(story.hold('cat')).toBe('cutoffPassed')
    expect(story.hold('bob')).toBe('cutoffPassed')
    expect(story.exit('ann')).toBe('cutoffPassed')
    expect(story.begin('ann')).toBe('balanceNotDue')
  })

  const outcomes: [number, number, 'captured' | 'returned', string][] = [
    [2, 1, 'captured', 'SUCCESS'],
    [2, 1, 'returned', 'FAILED'],
    [1, 1, 'captured', 'SUCCESS'],
    [1, 1, 'returned', 'SUCCESS'],
    [4, 2, 'captured', 'FAILED'],
    [4, 3, 'captured', 'SUCCESS'],
    [4, 3, 'returned', 'FAILED'],
  ]
  test.each(outcomes)(
    'of a trip for %i: a party of %i, its payment %s, makes it %s',
    (min, people, money, status) => {
      const story = heldAtCutoff({ minPassengers: min }, { people })
      story.tick(CUTOFF)
      story.now += HOLD_MS
      story.settle('bob', money)
      expect(story.trip.status).toBe(status)
      const seat = money === 'captured' && status === 'SUCCESS' ? 'taken' : 'gone'
      expect(story.place('bob').seat).toBe(seat)
      const names = money === 'captured' ? ['ann', 'bob'] : ['ann']
      const code = status === 'SUCCESS' ? 'tripConfirmed' : 'tripFailed'
      const told = story.notices().filter((n) => n.startsWith('trip'))
      expect(told).toEqual(names.map((name) => `${code} to usr_${name}`))
      const back = status === 'FAILED' ? names.map((name) => release(name)) : []
      expect(story.effects().filter((e) => e.kind === 'release')).toEqual(back)
    },
  )

  test('of a full trip keep their seats until then, and an unpaid one leaves the trip unfilled', () => {
    const story = heldAtCutoff({ maxPassengers: 2, minPassengers: 1 })
    story.tick(CUTOFF)
    expect(story.trip.status).toBe('FULL')
    story.settle('bob', 'returned')
    expect(statuses(story)).toEqual(['OPEN', 'FULL', 'SUCCESS'])
  })
})
