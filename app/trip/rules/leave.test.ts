import { describe, expect, test } from 'vitest'
import { CUTOFF, placeIdOf, Story } from '#tests/kit/trip.ts'
import { nextDue } from './machine.ts'

const release = (name: string) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId: `pi_${name}`,
})

describe('leaving before the cutoff', () => {
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
