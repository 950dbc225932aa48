import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARD, type Story, userOf } from '#tests/kit/carpool.ts'
import { run, step, World } from '#tests/kit/carpool-world.ts'
import { USERS } from '#tests/kit/steps.ts'
import { run as runTrip, World as TripWorld, step as tripStep } from '#tests/kit/trip-world.ts'
import { evolveAll } from './evolve.ts'
import type { AnyEvent } from './extensions.ts'
import { forgetInEvent, forgetInState, placesOf } from './forget.ts'
import { openMoneyOf } from './open-money.ts'
import { movedTo } from './settle.ts'
import type { Group } from './state.ts'

const ANN = userOf('ann')
const forgetAll = (events: AnyEvent[], userId = ANN): AnyEvent[] => {
  const places = placesOf(events, userId)
  return events.map((event) => forgetInEvent(event, places))
}

/**
 * Checks that a history with the user's details removed leads to the same state without them, and
 * no longer mentions them.
 */
function expectForgotten(events: AnyEvent[], state: Group, userId = ANN): void {
  const without = forgetAll(events, userId)
  expect(evolveAll(null, without)).toEqual(forgetInState(state, userId))
  expect(forgetAll(without, userId), 'said twice').toEqual(without)
  const places = placesOf(events, userId)
  const hers = without.filter(
    (event) => 'participantId' in event && places.has(event.participantId),
  )
  expect(JSON.stringify(hers)).not.toMatch(/Castle Boulevard|BA038|pm_1/)
  const others = (list: AnyEvent[]) =>
    list.filter((event) => !('participantId' in event && places.has(event.participantId)))
  expect(others(without), 'nobody else is touched').toEqual(others(events))
}

test('the history of a carpool without one student leads to its state without them', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 60, size: 'max' }), (saves, steps) => {
      const world = new World({ saves })
      world.group.draft('ann', { maxPassengers: 4 })
      world.makeIntent('ann', 'deposit')
      world.payNewest()
      for (const next of steps) run(world, next)
      for (const { events, car } of world.cars)
        for (const name of USERS) expectForgotten(events, car, userOf(name))
    }),
    { numRuns: 150 },
  )
})

test('the history of a trip without one student leads to its state without them', () => {
  fc.assert(
    fc.property(fc.array(tripStep, { maxLength: 60, size: 'max' }), (steps) => {
      const world = new TripWorld()
      world.story.draft('ann')
      for (const next of steps) runTrip(world, next)
      const { state, events } = world.story
      if (state) for (const name of USERS) expectForgotten(events, state, userOf(name))
    }),
    { numRuns: 150 },
  )
})

test('a student without open money here has none at the bank, nor a way to pay', () => {
  let closed = 0
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 80, size: 'max' }), (saves, steps) => {
      const world = new World({ saves })
      world.group.draft('ann', { maxPassengers: 3 })
      world.makeIntent('ann', 'deposit')
      world.payNewest()
      for (const next of steps) {
        run(world, next)
        for (const name of USERS) {
          const userId = userOf(name)
          if (world.cars.some(({ car }) => openMoneyOf(car, userId).length > 0)) continue
          const opening = world.todo.some(({ effect }) => effect.kind === 'openPrivate')
          const places = new Set(world.cars.flatMap(({ events }) => [...placesOf(events, userId)]))
          const hers = world.intents.filter(({ facts }) => places.has(facts.participantId))
          const live = hers.filter(
            ({ facts, secretGiven }) => secretGiven && facts.money !== 'returned',
          )
          // The deposit has moved to a car that is not open yet; closing an account looks for it
          // there.
          const moved = world.cars.some(({ car }) => live.some(({ facts }) => movedTo(car, facts)))
          if (live.length > 0 && opening && moved) continue
          for (const { facts } of live)
            expect(facts.money, `${facts.intentId} of ${name}`).toBe('captured')
          if (hers.length > 0) closed++
        }
      }
    }),
    { numRuns: 300 },
  )
  expect(closed, 'people whose money had come to rest').toBeGreaterThan(100)
})

test('only the address, flight number and card of a place are forgotten', () => {
  const world = new World({ saves: true })
  const story: Story = world.group
  story.opened('ann')
  story.settle('ann', 'held', { card: CARD })
  const before = story.place('ann')
  const after = forgetInState(story.car, ANN).participants[0]
  expect(after).toEqual({
    ...before,
    party: { ...before.party, nLocation: '', flightNumber: null },
    hold: { ...before.hold, card: null },
  })
})
