import { describe, expect, test } from 'vitest'
import { DRAFT_MS, HOLD_MS, hours, minutes } from '#app/kernel/limits.ts'
import { Story as CarStory, DEPARTURE } from '#tests/kit/carpool.ts'
import { CUTOFF, Story as TripStory } from '#tests/kit/trip.ts'

type Either = CarStory | TripStory
const openCar = () => new CarStory().opened('ann')
const openTrip = () => new TripStory().opened('ann')
function releasedCar(): CarStory {
  const story = new CarStory().complete(['ann', 'bob', 'cat']).paidUp('ann')
  story.tick(DEPARTURE - hours(24))
  return story
}
const at = (story: Either, now: number): Either => {
  story.tick(now)
  return story
}
const held = (story: Either): Either => {
  expect(story.hold('dan')).toBeNull()
  return story
}
const drafted = (story: Either): Either => {
  expect(story.draft('dan')).toBeNull()
  return story
}

const CAR_CUTOFF = DEPARTURE - hours(24)
const LAST_RELEASED = DEPARTURE - hours(6)
const groups: [string, () => Either, number][] = [
  ['a car', openCar, CAR_CUTOFF],
  ['a trip', openTrip, CUTOFF],
  ['released seats', releasedCar, LAST_RELEASED],
]
const holds: [string, () => Either, number][] = groups.flatMap(([name, group, end]) =>
  [HOLD_MS + 1, HOLD_MS, HOLD_MS - 1, minutes(13), 1].map((before): (typeof holds)[number] => [
    `${name}, ${before} ms before its last moment`,
    () => held(at(group(), end - before)),
    Math.min(before, HOLD_MS),
  ]),
)
holds.push(
  ['the draft of a car', () => drafted(new CarStory()), DRAFT_MS],
  ['the draft of a trip', () => drafted(new TripStory()), DRAFT_MS],
)

describe.each(holds)('a hold in %s', (_, start, lasts) => {
  test('says when it ends', () => {
    const story = start()
    expect(story.place('dan').holdExpiresAt).toBe(story.now + lasts)
  })

  test('can be paid until then, and no longer', () => {
    const story = start()
    const end = story.place('dan').holdExpiresAt
    story.tick(end - 1)
    expect(story.place('dan').seat).toBe('held')
    story.attach('dan')
    story.tick(end)
    expect(story.place('dan').seat).toBe('lapsing')
  })

  test('frees the seat at that moment if nothing was begun', () => {
    const story = start()
    const end = story.place('dan').holdExpiresAt
    story.tick(end)
    expect(story.group.participants.find(({ id }) => id === 'par_dan')?.seat ?? 'gone').toBe('gone')
  })
})

test('a hold that the cutoff ends says so', () => {
  const story = held(at(openCar(), CAR_CUTOFF - minutes(5)))
  story.attach('dan')
  story.tick(CAR_CUTOFF)
  expect(story.place('dan')).toMatchObject({ seat: 'lapsing', leaving: 'cutoff' })
})
