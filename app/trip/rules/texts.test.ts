import { expect, test } from 'vitest'
import { END, NOW, START, Story, userOf } from '#tests/kit/trip.ts'
import { refuseTexts } from './permissions.ts'
import { isSame, stateOfNew, type TextState, type TripTexts } from './state.ts'

const SOME: TripTexts = { itinerary: '', meetingPoint: 'Victoria Centre', included: '' }
const NONE: TripTexts = { itinerary: '', meetingPoint: '', included: '' }
const known = (state: TextState, texts = SOME) => ({ ...texts, state })
const may = (story: Story, name = 'ann', of: ReturnType<typeof known> | null = null) =>
  refuseTexts(story.trip, userOf(name), of, story.now)

test('texts wait for approval, unless there are none', () => {
  expect(stateOfNew(SOME)).toBe('waiting')
  expect(stateOfNew(NONE)).toBe('approved')
})

test('texts are the same if each of them is', () => {
  expect(isSame(SOME, { ...SOME })).toBe(true)
  for (const name of ['itinerary', 'meetingPoint', 'included'])
    expect(isSame(SOME, { ...SOME, [name]: 'other' }), name).toBe(false)
})

test('only the creator may change them, from the draft on, until they have left', () => {
  const story = new Story()
  story.draft('ann')
  expect(may(story)).toBeNull()
  story.attach('ann')
  story.settle('ann')
  story.joined('bob')
  expect(may(story)).toBeNull()
  expect(may(story, 'bob')).toBe('notCreator')
  expect(may(story, 'stranger')).toBe('notCreator')
  story.exit('ann')
  expect(may(story)).toBe('notCreator')
})

test('what others may have joined for stays; what they have never seen may change', () => {
  const story = new Story().opened('ann')
  expect(may(story, 'ann', known('approved'))).toBeNull()
  story.hold('bob')
  expect(may(story, 'ann', known('approved'))).toBe('fixed')
  expect(may(story, 'ann', known('waiting'))).toBeNull()
  expect(may(story, 'ann', known('declined'))).toBeNull()
  expect(may(story, 'ann', known('approved', NONE))).toBeNull()
  story.giveUp('bob')
  expect(may(story, 'ann', known('approved'))).toBeNull()
})

test('nothing changes once the trip has started, has failed or is cancelled', () => {
  const story = new Story().confirmed(['ann', 'bob'], { tripEndAt: END })
  expect(may(story)).toBeNull()
  story.now = START
  expect(may(story)).toBe('over')
  const failed = new Story().opened('ann', { minPassengers: 2 })
  failed.tick(failed.trip.cutoffAt)
  expect(failed.trip.status).toBe('FAILED')
  expect(may(failed)).not.toBeNull()
  const cancelled = new Story().opened('ann').joined('bob')
  cancelled.cancelGroup()
  expect(NOW).toBeLessThan(START)
  expect(may(cancelled)).not.toBeNull()
})
