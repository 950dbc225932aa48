import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Waiter } from '#app/domain/group/waitlist.ts'
import { hours, minutes } from '#app/domain/limits.ts'
import { CAR, DEPARTURE, NOW, Story, terms, userOf } from '#tests/kit/carpool.ts'
import { nextDue } from './machine.ts'
import { offeredTo } from './open-for-wishes.ts'
import type { Terms } from './state.ts'

/** A car opened for wishes (docs/rules.md#opened-for-wishes). */

const BY = 'adm_kate'
const luggage = { bigLuggage: 1, smallLuggage: 1, bag: 0 }
const wisher = (name: string, people = 1): Waiter => ({ userId: userOf(name), people, ...luggage })

function open(
  story: Story,
  wishers: Waiter[],
  {
    by = BY,
    terminal = 'T2',
    ...over
  }: Partial<Terms> & { by?: 'adm_kate' | 'adm_lee'; terminal?: string } = {},
) {
  return story.say({
    type: 'openForWishes',
    carpoolId: CAR,
    terms: terms(over),
    terminal,
    slot: 'PICKUP.air_lhr.2026-12-09.afternoon',
    wishers,
    by,
  })
}
/** A car for three, of which Ann is offered two seats and Bob one. */
const opened = () => {
  const story = new Story()
  expect(open(story, [wisher('ann', 2), wisher('bob')])).toBe(null)
  return story
}
const list = ({ car }: Story) => (car.waiting ?? []).map(({ userId }) => userId.slice(4))

describe('opening', () => {
  test('offers seats to those who wished first and fit, each once, and to nobody else', () => {
    const story = new Story()
    const wishers = [wisher('ann', 2), wisher('bob', 2), wisher('cat'), wisher('dan')]
    open(story, [...wishers, wisher('ann')])
    expect(list(story)).toEqual(['ann', 'cat'])
    expect(story.notices()).toEqual(['seatOffered to usr_ann', 'seatOffered to usr_cat'])
    expect(story.car).toMatchObject({ status: 'FULL', participants: [], private: false })
    const until = NOW + hours(2)
    expect(story.car.waiting?.map(({ offeredUntil }) => offeredUntil)).toEqual([until, until])
    expect(nextDue(story.car)).toBe(until)
  })

  test('leaves seats that nobody is offered open to everybody', () => {
    const story = new Story()
    open(story, [wisher('ann')])
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('eve', { people: 2 })).toBe(null)
    expect(story.hold('fay')).toBe('carpoolFull')
    expect(story.hold('ann')).toBe(null)
  })

  test('is one car for two administrators, and the same for one who asks twice', () => {
    const story = opened()
    const before = story.events.length
    expect(open(story, [wisher('ann', 2), wisher('bob')])).toBe(null)
    expect(open(story, [])).toBe(null)
    expect(open(story, [wisher('eve')], { by: 'adm_lee' })).toBe('versionConflict')
    expect(open(story, [wisher('eve')], { maxPassengers: 4 })).toBe('versionConflict')
    expect(story.events).toHaveLength(before)
  })

  test.each([
    ['nobody wishes for it', [], {}, 'noWishFits'],
    ['every party is too large', [wisher('ann', 4)], {}, 'noWishFits'],
    ['it has one seat', [wisher('ann')], { maxPassengers: 1 }, 'validationFailed'],
    ['it has six', [wisher('ann')], { maxPassengers: 6 }, 'validationFailed'],
    ['it leaves too soon', [wisher('ann')], { carpoolAt: NOW + hours(48) }, 'validationFailed'],
    ['the airport has no such terminal', [wisher('ann')], { terminal: 'T1' }, 'validationFailed'],
  ] as const)('is refused if %s', (_, wishers, over, code) => {
    const story = new Story()
    expect(open(story, [...wishers], over)).toBe(code)
    expect(story.events).toEqual([])
  })

  test('is recorded, with who opened it', () => {
    const effects = opened().allEffects()
    expect(effects.filter(({ kind }) => kind === 'audit')).toEqual([
      expect.objectContaining({ by: BY, action: 'openedForWishes', subject: CAR }),
    ])
  })
})

describe('the seats that are offered', () => {
  test('are taken by whom they are kept for, who complete the car without an opener', () => {
    const story = opened()
    expect(story.hold('eve')).toBe('carpoolFull')
    story.joined('ann', { people: 2 })
    expect(story.car.status).toBe('FULL')
    story.joined('bob')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    expect(list(story)).toEqual([])
  })

  test('are for whoever waits once time is up, and else for everybody', () => {
    const story = opened()
    story.say({ type: 'wait', userId: userOf('eve'), people: 1, ...luggage })
    story.tick(NOW + hours(2))
    expect(list(story)).toEqual(['eve'])
    expect(story.notices().slice(-3)).toEqual([
      'offerMissed to usr_ann',
      'offerMissed to usr_bob',
      'seatOffered to usr_eve',
    ])
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('ann', { people: 2 })).toBe(null)
  })

  test('say that they follow from a wish, and those who asked to wait hear nothing of it', () => {
    const story = opened()
    story.say({ type: 'wait', userId: userOf('eve'), people: 1, ...luggage })
    story.tick(NOW + hours(2))
    const said = story
      .allEffects()
      .flatMap((e) => (e.kind === 'notice' ? [[e.userId.slice(4), e.params.wished]] : []))
    expect(said).toEqual([
      ['ann', 1],
      ['bob', 1],
      ['ann', 1],
      ['bob', 1],
      ['eve', undefined],
    ])
  })

  test('can be declined', () => {
    const story = opened()
    story.say({ type: 'unwait', userId: userOf('ann') })
    expect([list(story), story.car.status]).toEqual([['bob'], 'OPEN'])
  })

  test('may be all seats of the car: nobody else is in it', () => {
    const story = new Story()
    open(story, [wisher('ann', 3)])
    expect(list(story)).toEqual(['ann'])
    expect(story.say({ type: 'wait', userId: userOf('eve'), people: 3, ...luggage })).toBe(null)
    story.tick(NOW + hours(2))
    expect(list(story)).toEqual(['eve'])
  })
})

describe('a car without an opener', () => {
  test('stays open when everybody leaves, until its cutoff', () => {
    const story = opened().joined('ann', { people: 2 })
    story.exit('ann')
    story.tick(NOW + hours(3))
    expect([story.car.status, list(story)]).toEqual(['OPEN', []])
    expect(story.hold('eve')).toBe(null)
    story.giveUp('eve')
    story.tick(story.car.cutoffAt - 1)
    expect(story.car.status).toBe('OPEN')
    story.tick(story.car.cutoffAt)
    expect(story.car).toMatchObject({ status: 'CANCELLED', cancelled: null })
  })

  test('is over at its cutoff if nobody ever joined, and nobody is told', () => {
    const story = opened()
    story.tick(NOW + hours(2))
    const before = story.notices().length
    story.tick(story.car.cutoffAt)
    expect([story.car.status, story.notices().length]).toEqual(['CANCELLED', before])
    expect(nextDue(story.car)).toBe(null)
  })

  test('fails at its cutoff with whoever is in it, like any other', () => {
    const story = opened().joined('bob')
    story.tick(story.car.cutoffAt)
    expect(story.car.status).toBe('FAILED')
    expect(story.notices().slice(-1)).toEqual(['groupFailed to usr_bob'])
  })

  test('is cancelled by the console while it is empty; those with an offer are told', () => {
    const story = opened()
    story.cancelGroup()
    expect(story.car.status).toBe('CANCELLED')
    expect(story.notices().slice(-2)).toEqual([
      'waitlistClosed to usr_ann',
      'waitlistClosed to usr_bob',
    ])
  })

  test('cannot be drafted by its first passenger', () => {
    const story = opened().joined('ann', { people: 2 })
    expect(story.draft('ann', { maxPassengers: 5 })).toBe('notFound')
  })

  test.each([
    [-hours(24) - 1, 'flightTimeRangeError'],
    [-hours(24), null],
    [-minutes(1), null],
    [0, 'flightTimeOrder'],
  ] as const)('takes a first flight %i ms from the car: %s', (from, code) => {
    const story = opened()
    expect(story.hold('bob', { flightTime: DEPARTURE + from })).toBe(code)
    if (code === null)
      expect(story.hold('ann', { flightTime: DEPARTURE + from - hours(4) })).toBe(
        'flightTimeRangeError',
      )
  })

  test('takes a first flight up to a day after a drop-off', () => {
    const story = new Story()
    open(story, [wisher('ann')], { tripType: 'DROPOFF' })
    const flight = (after: number) => ({ flightTime: DEPARTURE + after })
    expect(story.hold('ann', flight(hours(24) + 1))).toBe('flightTimeRangeError')
    expect(story.hold('ann', flight(hours(24)))).toBe(null)
  })
})

const somebody = fc.record({ n: fc.nat(6), people: fc.integer({ min: 1, max: 5 }) })

test('the first who fit are offered seats: never more than there are, never twice', () => {
  fc.assert(
    fc.property(
      fc.array(somebody, { maxLength: 12 }),
      fc.integer({ min: 2, max: 5 }),
      (all, seats) => {
        const wishers = all.map(({ n, people }) => wisher(`u${n}`, people))
        const chosen = offeredTo(wishers, seats)
        const sum = (list: Waiter[]) => list.reduce((n, { people }) => n + people, 0)
        expect(sum(chosen)).toBeLessThanOrEqual(seats)
        expect(new Set(chosen.map(({ userId }) => userId)).size).toBe(chosen.length)
        wishers.forEach((one, index) => {
          // Whoever has no offer would not have fitted beside those before them.
          const before = chosen.filter((other) => wishers.indexOf(other) < index)
          const fits = one.people <= seats - sum(before)
          const isNew = before.every(({ userId }) => userId !== one.userId)
          expect(chosen.includes(one)).toBe(fits && isNew)
        })
        const story = new Story()
        const said = open(story, wishers, { maxPassengers: seats })
        expect(said).toBe(chosen.length === 0 ? 'noWishFits' : null)
        if (said === null) expect(list(story)).toEqual(chosen.map(({ userId }) => userId.slice(4)))
      },
    ),
    { numRuns: 2000 },
  )
})
