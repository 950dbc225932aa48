import { expect, test } from 'vitest'
import { Story } from '#tests/kit/carpool.ts'
import { EVENT_TYPES, isOfGroup } from './event-types.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import { NO_FACTS } from './state.ts'

const twice = (list: readonly string[]) => list.filter((one, n) => list.indexOf(one) !== n)

test('every event belongs to one feature or to the group, and every slice to one feature', () => {
  expect(twice(EVENT_TYPES)).toEqual([])
  expect(twice(EXTENSIONS.map(({ name }) => name))).toEqual([])
})

test('what concerns everybody is an event of the feature that says so', () => {
  for (const { name, events, concernsAll = [] } of EXTENSIONS)
    for (const type of concernsAll)
      expect(Object.hasOwn(events, type), `${type} of ${name}`).toBe(true)
})

test('a feature has nothing to say about an event of another', () => {
  const { car } = new Story().complete(['ann', 'bob', 'cat'])
  for (const one of EXTENSIONS)
    for (const other of EXTENSIONS.filter(({ name }) => name !== one.name))
      for (const type of Object.keys(other.events)) {
        const event = { type, participantId: 'par_ann', userId: 'usr_ann', userIds: [], news: [] }
        expect(isOfGroup(event as unknown as AnyEvent)).toBe(false)
        const kept = one.evolve(car.slices[one.name], event as never, car)
        expect(kept, `${one.name} after ${type}`).toBe(car.slices[one.name])
        expect(one.effects?.({} as never, event as never, car) ?? []).toEqual([])
      }
})

test('no two features tell the group the same', () => {
  const { car } = new Story().complete(['ann', 'bob', 'cat'])
  const told = EXTENSIONS.flatMap(({ facts }) => Object.keys(facts?.(car) ?? {}))
  expect(twice(told)).toEqual([])
  expect(told.sort()).toEqual(Object.keys(NO_FACTS).sort())
})
