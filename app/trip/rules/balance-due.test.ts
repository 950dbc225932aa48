import { describe, expect, test } from 'vitest'
import type { Effect } from '#app/group/rules/effect.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import { hours } from '#app/kernel/limits.ts'
import { CUTOFF, DUE, END, START, Story } from '#tests/kit/trip.ts'
import { nextDue } from './machine.ts'
import { balanceDueOf } from './permissions.ts'
import { rules } from './rules.ts'
import type { TripState } from './state.ts'

describe('when the balances of a trip are due', () => {
  const four = (paid: string[]) => {
    const story = new Story().confirmed(['ann', 'bob', 'cat', 'dan'])
    for (const name of paid) story.paidUp(name)
    return story
  }
  const told = (effects: Effect[]) =>
    effects.flatMap((e) => (e.kind === 'notice' ? [`${e.code} ${e.userId.slice(4)}`] : []))
  const outcomes = Array.from({ length: 16 }, (_, bits) =>
    ['ann', 'bob', 'cat', 'dan'].filter((_name, i) => (bits >> i) & 1),
  )

  test.each(outcomes.map((paid) => [paid.join(' ') || 'nobody', paid] as const))(
    'with the balance of %s paid, the others are released and the trip goes ahead',
    (_names, paid) => {
      const story = four(paid)
      const unpaid = ['ann', 'bob', 'cat', 'dan'].filter((name) => !paid.includes(name))
      story.tick(DUE - 1)
      expect(story.trip.participants.every((p) => p.seat === 'taken')).toBe(true)
      const effects = story.effectsOf(() => story.tick(DUE))
      expect(story.trip.status).toBe(paid.length === 0 ? 'CLOSED' : 'SUCCESS')
      for (const name of unpaid)
        expect(story.place(name)).toMatchObject({
          leaving: 'unpaid',
          deposit: { state: 'paid' },
        })
      for (const name of paid)
        expect(story.place(name)).toMatchObject({ seat: 'taken', balance: { paid: 3000 } })
      expect(new Set(told(effects))).toEqual(
        new Set([
          ...unpaid.map((name) => `placeReleased ${name}`),
          ...(unpaid.length > 0 ? paid.map((name) => `othersReleased ${name}`) : []),
        ]),
      )
      expect(effects.every((e) => e.kind === 'notice')).toBe(true)
      expect(shortfallOf(rules, story.trip)).toBe(paid.length === 0 ? 0 : unpaid.length * 3000)
      story.tick(END)
      expect(story.trip.status).toBe(paid.length === 0 ? 'CLOSED' : 'COMPLETED')
      expect(nextDue(story.trip)).toBeNull()
    },
  )

  test.each([
    ['a day before the start', CUTOFF, DUE],
    ['12 hours after a cutoff that is later', START - hours(20), START - hours(8)],
    ['at the start where 12 hours would be beyond it', START - hours(6), START],
    [
      '12 hours after it came about, where that was decided late',
      START - hours(30),
      START - hours(3),
      START - hours(15),
    ],
  ])('they are due %s', (_when, cutoffAt, due, decidedAt = cutoffAt) => {
    const story = new Story().opened('ann', { cutoffAt }).joined('bob')
    story.tick(decidedAt)
    expect(balanceDueOf(story.trip)).toBe(due)
    expect(nextDue(story.trip)).toBe(due)
    const confirmed = story.effects().find((e) => e.kind === 'notice' && e.code === 'tripConfirmed')
    expect(confirmed).toMatchObject({ params: { dueAt: due } })
  })

  test('they are due at the start for a trip confirmed before due times were stored', () => {
    const story = new Story().confirmed(['ann', 'bob'])
    story.state = evolveAll<TripState>(
      null,
      story.events.map((e) => (e.type === 'statusChanged' ? { type: e.type, to: e.to } : e)),
    )
    expect(nextDue(story.trip)).toBe(START)
  })
})
