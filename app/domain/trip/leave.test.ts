import { describe, expect, test } from 'vitest'
import { HOLD_MS } from '#app/domain/limits.ts'
import { CUTOFF, NOW, placeIdOf, Story } from '#tests/kit/trip.ts'
import { nextDue } from './machine.ts'

const release = (name: string) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId: `pi_${name}`,
})

describe('leaving before the cutoff', () => {
  test('refunds the deposit and frees the seat at once', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
    expect(story.trip.status).toBe('FULL')
    story.now = CUTOFF - 1
    expect(story.effectsOf(() => expect(story.exit('bob')).toBeNull())).toEqual([release('bob')])
    expect(story.place('bob')).toMatchObject({
      seat: 'gone',
      leaving: 'exited',
      deposit: { state: 'returning' },
    })
    expect(story.trip.status).toBe('OPEN')
    expect(story.hold('cat')).toBeNull()
  })

  test('requested twice is one exit with one refund, even after the cutoff', () => {
    const story = new Story().opened('ann', { minPassengers: 1 }).joined('bob')
    story.exit('bob')
    expect(story.exit('bob')).toBeNull()
    story.tick(CUTOFF)
    expect(story.exit('bob')).toBeNull()
    story.settle('bob')
    story.settle('bob', 'returned', { authorised: true })
    expect(story.effects().filter((e) => e.kind === 'release')).toEqual([release('bob')])
    expect(story.place('bob').deposit.state).toBe('void')
    expect(story.notices()).toEqual(['tripConfirmed to usr_ann'])
  })

  test('is possible for the creator, and the trip continues without them', () => {
    const story = new Story().opened('ann').joined('bob').joined('cat')
    expect(story.exit('ann')).toBeNull()
    expect(story.trip.status).toBe('OPEN')
    story.tick(CUTOFF)
    expect(story.trip.status).toBe('SUCCESS')
  })

  test('by the last student cancels the trip, and nothing is due any more', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('ann')
    expect(story.effectsOf(() => story.exit('bob'))).toEqual([release('bob')])
    expect(story.trip.status).toBe('CANCELLED')
    expect(nextDue(story.trip)).toBeNull()
    expect(story.hold('cat')).toBe('notOpen')
    story.tick(CUTOFF)
    expect(story.trip.status).toBe('CANCELLED')
    expect(story.notices()).toEqual([])
  })

  test('by the last confirmed student leaves the trip to a hold, if that is paid', () => {
    for (const [money, status] of [
      ['captured', 'OPEN'],
      ['returned', 'CANCELLED'],
    ] as const) {
      const story = new Story().opened('ann').holding('bob')
      story.exit('ann')
      expect(story.trip.status).toBe('OPEN')
      story.tick(NOW + HOLD_MS)
      story.settle('bob', money)
      expect(story.trip.status).toBe(status)
    }
  })

  test('is not final: the student may join again with a new place, untouched by an old reading', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('bob')
    expect(story.hold('bob', {}, 'bob2')).toBeNull()
    story.attach('bob2')
    story.settle('bob')
    expect(story.place('bob2').seat).toBe('held')
    story.settle('bob2')
    expect(story.place('bob2').seat).toBe('taken')
    expect(story.exit('bob')).toBeNull()
    expect(story.trip.strays.map((s) => s.intentId)).toEqual(['pi_bob', 'pi_bob2'])
  })

  test('drops an unpaid hold', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    expect(story.exit('bob')).toBeNull()
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'givenUp' })
    expect(story.trip.status).toBe('OPEN')
  })

  test('is refused to students who are not on the trip', () => {
    const story = new Story().opened('ann')
    expect(story.exit('bob')).toBe('notFound')
    expect(new Story().exit('bob')).toBe('notFound')
  })

  test('is refused from the cutoff on, and seat and deposit stay', () => {
    const story = new Story().opened('ann').joined('bob')
    story.now = CUTOFF
    expect(story.exit('bob')).toBe('cutoffPassed')
    expect(story.refusal).toEqual({ code: 'cutoffPassed', params: { context: 'exit' } })
    story.tick()
    expect(story.exit('bob')).toBe('cutoffPassed')
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { state: 'paid' } })
    expect(story.trip.strays).toEqual([])
  })
})

test('giving up is for holds: for a paid seat it is refused, not ignored', () => {
  const story = new Story().opened('ann').joined('bob')
  expect(story.giveUp('bob')).toBe('alreadyPaid')
  expect(story.giveUp('bob', 'ann')).toBe('notFound')
})
