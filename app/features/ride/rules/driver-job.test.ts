import { expect, test } from 'vitest'
import type { Group } from '#app/group/rules/state.ts'
import { Story } from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { driverLanguage, jobsOf } from './driver-job.ts'
import { NO_RIDE } from './ride-state.ts'

test('a driver has to know of another car, fewer people and another address, and of no report', () => {
  const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
  const ride = { ...NO_RIDE, cars: [{ ...carFor(), version: 1 }] }
  const state: Group = { ...story.car, slices: { ride } }
  const [ann, bob] = state.participants as [Place, Place]
  const wordsOf = (over: Partial<Group>) => jobsOf({ ...state, ...over })[0]?.words
  const known = wordsOf({})
  const reported = { ...ride, progress: { ride_one: { version: 1, stage: 'arrived' as const } } }
  expect(wordsOf({ slices: { ride: reported } })).toBe(known)
  expect(jobsOf(state)[0]?.people).toBe(2)
  const moved = { ...bob, party: { ...bob.party, nLocation: 'NG1 5DT' } }
  const others = [
    { slices: { ride: { ...ride, cars: [{ ...carFor(), version: 2 }] } } },
    { participants: [ann] },
    { participants: [ann, moved] },
    { participants: [ann, { ...bob, party: { ...bob.party, people: 2 } }] },
  ]
  expect(new Set([known, ...others.map(wordsOf)]).size).toBe(5)
})

test('a cancelled group, and a car without passengers, are nobody’s job', () => {
  const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
  const ride = { ...NO_RIDE, cars: [{ ...carFor(), version: 1 }] }
  const state: Group = { ...story.car, slices: { ride } }
  expect(jobsOf(state)).toHaveLength(1)
  expect(jobsOf({ ...state, status: 'CANCELLED' })).toEqual([])
  expect(jobsOf({ ...state, participants: [] })).toEqual([])
})

type Place = Group['participants'][number]

test.each([
  ['', 'en'],
  ['en, zh', 'en'],
  ['zh, en', 'zh'],
  ['中文', 'zh'],
  ['普通话，英语', 'zh'],
  ['English', 'en'],
  ['Mandarin, English', 'zh'],
  ['Polish', 'en'],
  ['Cantonese', 'zh'],
  ['French, Chinese', 'zh'],
])('a driver who speaks “%s” is written to in %s', (languages, language) => {
  expect(driverLanguage(languages)).toBe(language)
})
