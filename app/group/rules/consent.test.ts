import { describe, expect, test } from 'vitest'
import { privateCarOf } from '#app/carpool/rules/decide-own.ts'
import en from '#locales/en/carpool.json'
import zh from '#locales/zh/carpool.json'
import { CAR, placeIdOf, party as ride, Story, terms, userOf } from '#tests/kit/carpool.ts'
import * as trips from '#tests/kit/trip.ts'
import { consentIn, SHARING_VERSION } from './consent.ts'
import { evolveAll } from './evolve.ts'
import { forgetInState } from './forget.ts'

const version = SHARING_VERSION
const joiner = (name: string) => ({ participantId: placeIdOf(name), userId: userOf(name) })

/** A carpool opened by Ann, who gave her consent. */
function opened() {
  const story = new Story()
  const draft = { terms: terms(), party: ride(), consent: version }
  expect(story.say({ type: 'draft', carpoolId: CAR, ...joiner('ann'), ...draft })).toBeNull()
  return story
}

/** Every wording that anyone has ever agreed to. */
const WORDS: Record<string, { zh: string; en: string }> = {
  '2026-11-25': {
    zh: '继续，就表示你同意：这一次和其他同学同乘一辆车，车费各付各的。',
    en: 'By continuing you agree to share the vehicle on this journey with other passengers, at separate fares.',
  },
}

test('the sentence is the one that its version stands for, and another needs a new version', () => {
  expect({ zh: zh.sharing, en: en.sharing }).toEqual(WORDS[version])
})

test('a form carries consent to the sentence that it showed, and to no other', () => {
  expect(consentIn(version)).toBe(version)
  for (const other of [null, '', '2020-01-01', 'yes']) expect(consentIn(other)).toBeNull()
})

describe('consent to share at separate fares', () => {
  test('is stored with the place of whoever opens or joins, with the time of booking', () => {
    const story = opened()
    const begun = story.now
    expect(story.place('ann').consent).toEqual({ version, at: begun })
    story.attach('ann')
    story.settle('ann', 'held')
    story.now += 60_000
    story.say({ type: 'hold', ...joiner('bob'), party: ride(), consent: version })
    expect(story.place('bob').consent).toEqual({ version, at: begun + 60_000 })
  })

  test('is that of the booking: a correction of the same hold does not renew it', () => {
    const story = opened()
    const { consent } = story.place('ann')
    story.now += 60_000
    const again = { terms: terms(), party: ride({ bag: 3 }), consent: 'another' }
    expect(story.say({ type: 'draft', carpoolId: CAR, ...joiner('ann'), ...again })).toBeNull()
    expect(story.place('ann')).toMatchObject({ party: { bag: 3 }, consent })
  })

  test('moves along to the private car of a group that did not fill', () => {
    const story = opened()
    story.attach('ann')
    story.settle('ann', 'held')
    story.tick(story.car.cutoffAt)
    expect(story.convert('ann')).toBeNull()
    const command = privateCarOf(story.car, placeIdOf('ann'))
    const alone = new Story()
    alone.now = story.now
    if (command) alone.say(command)
    expect(alone.car.participants[0]?.consent).toEqual(story.place('ann').consent)
    expect(alone.car.participants[0]?.consent).toBeDefined()
  })

  test('is asked for on a trip as well', () => {
    const story = new trips.Story()
    const of = (name: string) => ({
      participantId: trips.placeIdOf(name),
      userId: trips.userOf(name),
    })
    const draft = { terms: trips.terms(), party: trips.creator(), consent: version }
    story.say({ type: 'draftTrip', tripId: trips.TRIP, ...of('ann'), ...draft })
    expect(story.place('ann').consent).toEqual({ version, at: story.now })
  })

  test('stays when the account is closed: it proves a booking and names nobody', () => {
    const story = opened()
    const after = forgetInState(story.car, userOf('ann'))
    expect(after.participants[0]?.consent).toEqual(story.place('ann').consent)
  })

  test('is missing in what was stored before, which replays as it was', () => {
    const story = new Story()
    story.draft('ann')
    expect(story.place('ann')).not.toHaveProperty('consent')
    expect(evolveAll(null, story.events)).toEqual(story.car)
  })
})
