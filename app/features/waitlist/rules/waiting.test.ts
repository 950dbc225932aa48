import { describe, expect, test } from 'vitest'
import { nextDue } from '#app/carpool/rules/machine.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { having, NOW, Story, userOf } from '#tests/kit/carpool.ts'
import { type Waiter, waitlistOf } from './wait-event.ts'

const luggage = { bigLuggage: 1, smallLuggage: 1, bag: 1 }
const wait = (story: Story, name: string, over: Partial<Waiter> = {}) =>
  story.say({ type: 'wait', userId: userOf(name), people: 1, ...luggage, ...over })
const unwait = (story: Story, name: string) => story.say({ type: 'unwait', userId: userOf(name) })

/** A car for three of Ann and Bob; Cat holds the last seat for a quarter of an hour. */
const full = () => having(new Story().opened('ann').joined('bob'), (story) => story.hold('cat'))
const list = ({ car }: Story) => waitlistOf(car).waiting.map(({ userId }) => userId.slice(4))
const offers = ({ car }: Story) =>
  waitlistOf(car).waiting.flatMap(({ userId, offeredUntil }) =>
    offeredUntil === null ? [] : [[userId.slice(4), (offeredUntil - NOW) / minutes(1)]],
  )
const closed = ({ car }: Story) => [car.status, car.maxPassengers]

describe('joining the list', () => {
  test('whoever does not fit waits, and those who come later are behind', () => {
    const story = full()
    expect(wait(story, 'dan')).toBe(null)
    expect(wait(story, 'eve', { people: 2 })).toBe(null)
    expect(list(story)).toEqual(['dan', 'eve'])
  })

  test('a party that fits is told to join; one that does not fit may wait for more seats', () => {
    const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob')
    expect(wait(story, 'dan', { people: 2 })).toBe('seatsFree')
    expect(wait(story, 'dan', { people: 3 })).toBe(null)
    expect(story.car.status).toBe('OPEN')
  })

  test('sending it twice is one entry; other details need the old one to be left', () => {
    const story = full()
    wait(story, 'dan')
    expect(wait(story, 'dan')).toBe(null)
    expect(wait(story, 'dan', { people: 2 })).toBe('alreadyWaiting')
    expect(wait(story, 'dan', { bag: 2 })).toBe('alreadyWaiting')
    expect(list(story)).toEqual(['dan'])
  })

  test('whose account is closed is off the list, and whoever does not wait stays as they are', () => {
    const story = having(full(), (story) => wait(story, 'dan'))
    const version = story.car.version
    expect(story.say({ type: 'leaveFeatures', userId: userOf('eve') })).toBe(null)
    expect(story.car.version).toBe(version)
    expect(story.say({ type: 'leaveFeatures', userId: userOf('dan') })).toBe(null)
    expect(list(story)).toEqual([])
  })

  test('nobody waits for a car that they are in, or hold a seat of', () => {
    const story = full()
    for (const name of ['ann', 'bob', 'cat']) expect(wait(story, name)).toBe('alreadyJoined')
  })

  test.each([
    [0, 'validationFailed'],
    [3, 'validationFailed'],
    [2, null],
  ] as const)('a party of %i in a car for three: %s', (people, code) => {
    expect(wait(full(), 'dan', { people })).toBe(code)
  })

  test('it is open until half an hour before the cutoff', () => {
    const story = full()
    story.attach('cat')
    story.settle('cat', 'held')
    const late = new Story().opened('ann').joined('bob')
    late.now = late.car.cutoffAt - minutes(30) - 1
    late.hold('cat')
    expect(wait(late, 'dan')).toBe(null)
    late.now += 1
    expect(wait(late, 'eve')).toBe('waitlistClosed')
    late.now = late.car.cutoffAt
    expect(wait(late, 'eve')).not.toBe(null)
    expect(wait(story, 'dan'), 'a complete car').toBe('notOpen')
  })

  test('thirty parties are enough', () => {
    const story = full()
    for (let n = 0; n < 30; n++) expect(wait(story, `w${n}`)).toBe(null)
    expect(wait(story, 'w30')).toBe('waitlistClosed')
  })
})

describe('an offer', () => {
  test('goes to the first who fits when a hold ends, and the others keep their rank', () => {
    const story = full()
    wait(story, 'dan', { people: 2 })
    wait(story, 'eve')
    wait(story, 'fay')
    story.tick(NOW + minutes(15))
    expect(offers(story)).toEqual([['eve', 15 + 120]])
    expect(list(story)).toEqual(['dan', 'eve', 'fay'])
    expect(closed(story)).toEqual(['FULL', 3])
    expect(story.notices().slice(-1)).toEqual(['seatOffered to usr_eve'])
    expect(nextDue(story.car)).toBe(NOW + minutes(135))
  })

  test('keeps its seat from everyone else, and is free for whom it was made to', () => {
    const story = full()
    wait(story, 'dan')
    story.giveUp('cat')
    expect(story.hold('eve')).toBe('carpoolFull')
    expect(story.hold('dan', { people: 2 })).toBe('carpoolFull')
    expect(story.refusal?.params).toEqual({ free: 1 })
    expect(story.hold('dan')).toBe(null)
    story.attach('dan')
    story.settle('dan', 'held')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    expect(list(story)).toEqual([])
  })

  test('outlasts a payment that its owner goes back from', () => {
    const story = full()
    wait(story, 'dan')
    story.giveUp('cat')
    story.hold('dan')
    story.giveUp('dan')
    expect(offers(story)).toEqual([['dan', 120]])
    expect(story.hold('eve')).toBe('carpoolFull')
  })

  test('is part of what its owner holds, not added to it', () => {
    const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob')
    story.hold('cat', { people: 2 })
    wait(story, 'dan', { people: 2 })
    wait(story, 'eve')
    story.giveUp('cat')
    story.hold('dan')
    expect(offers(story), 'one of the two seats is still kept').toEqual([['dan', 120]])
    story.attach('dan')
    story.settle('dan', 'held')
    expect(list(story)).toEqual(['eve'])
    expect(offers(story), 'and goes on when the party turns out smaller').toHaveLength(1)
  })

  test('that ends while its owner pays is not told as missed', () => {
    const story = full()
    wait(story, 'dan')
    story.giveUp('cat')
    story.now = NOW + hours(2) - minutes(1)
    story.holding('dan')
    story.tick(NOW + hours(2))
    expect([list(story), offers(story)]).toEqual([['dan'], []])
    expect(story.notices().filter((text) => text.startsWith('offerMissed'))).toEqual([])
  })

  test('that is missed goes to the next; the party to the end, and out the second time', () => {
    const story = full()
    wait(story, 'dan')
    wait(story, 'eve')
    story.giveUp('cat')
    story.tick(NOW + hours(2))
    expect(offers(story)).toEqual([['eve', 240]])
    expect(list(story)).toEqual(['eve', 'dan'])
    story.tick(NOW + hours(4))
    expect(offers(story)).toEqual([['dan', 360]])
    story.tick(NOW + hours(6))
    expect(list(story)).toEqual(['eve'])
    const missed = story.notices().filter((text) => text.startsWith('offerMissed'))
    expect(missed).toEqual(['dan', 'eve', 'dan'].map((name) => `offerMissed to ${userOf(name)}`))
  })

  test('is made once, however often and late time is looked at', () => {
    const often = full()
    const late = full()
    for (const story of [often, late]) {
      for (const name of ['dan', 'eve', 'fay']) wait(story, name)
      story.giveUp('cat')
    }
    for (let h = 0; h <= 7; h += 0.5) {
      often.tick(NOW + hours(h))
      often.tick()
    }
    late.tick(NOW + hours(7))
    expect(waitlistOf(late.car).waiting).toEqual(waitlistOf(often.car).waiting)
    expect(late.events.map(({ type }) => type)).toEqual(often.events.map(({ type }) => type))
  })

  test('goes on when its party leaves the list', () => {
    const story = full()
    wait(story, 'dan')
    wait(story, 'eve')
    story.giveUp('cat')
    unwait(story, 'dan')
    unwait(story, 'dan')
    expect(offers(story)).toEqual([['eve', 120]])
    expect(story.events.filter(({ type }) => type === 'waitLeft')).toHaveLength(1)
  })

  test('is made for several free seats at once, and for seats of one who leaves', () => {
    const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob', { people: 2 })
    story.hold('cat')
    for (const name of ['dan', 'eve', 'fay']) wait(story, name)
    story.exit('bob')
    expect(offers(story)).toEqual([
      ['dan', 120],
      ['eve', 120],
    ])
    expect(story.car.status).toBe('FULL')
  })
})

describe('in the last two hours', () => {
  const late = (before: number) => {
    const story = new Story().opened('ann').joined('bob')
    story.now = story.car.cutoffAt - before
    story.hold('cat')
    for (const name of ['dan', 'eve']) wait(story, name)
    wait(story, 'fay', { people: 2 })
    return story
  }

  test('all who fit are told at once, each once, and nothing is kept', () => {
    const story = late(hours(2))
    story.giveUp('cat')
    const told = () => story.notices().filter((text) => text.startsWith('seatsOpen'))
    expect(told()).toEqual(['seatsOpen to usr_dan', 'seatsOpen to usr_eve'])
    expect(offers(story)).toEqual([])
    expect(story.hold('gus'), 'whoever comes first').toBe(null)
    story.giveUp('gus')
    story.tick(story.now + minutes(1))
    expect(told()).toHaveLength(2)
  })

  test('a moment earlier it is offered for half an hour', () => {
    const story = late(hours(2) + 1)
    story.giveUp('cat')
    expect(waitlistOf(story.car).waiting[0]?.offeredUntil).toBe(story.now + minutes(30))
    story.tick(story.now + minutes(30))
    expect(story.hold('gus'), 'then it is for everyone').toBe(null)
  })
})

describe('the list closes', () => {
  const ends = (story: Story) =>
    story
      .allEffects()
      .flatMap((e) =>
        e.kind === 'notice' && e.code === 'waitlistClosed' ? [[e.userId, e.params.complete]] : [],
      )

  test('when the car is complete, except for whoever got the seat', () => {
    const story = full()
    for (const name of ['dan', 'eve', 'fay']) wait(story, name)
    story.giveUp('cat')
    story.joined('dan')
    expect(ends(story)).toEqual([
      ['usr_eve', 1],
      ['usr_fay', 1],
    ])
    expect(list(story)).toEqual([])
  })

  test('when it fails, is cancelled, or everyone has left', () => {
    const failed = full()
    wait(failed, 'dan', { people: 2 })
    failed.tick(failed.car.cutoffAt)
    expect(failed.car.status).toBe('FAILED')
    const cancelled = full()
    wait(cancelled, 'dan')
    cancelled.cancelGroup()
    const empty = new Story().opened('ann', { maxPassengers: 2 })
    empty.hold('cat')
    wait(empty, 'dan')
    empty.exit('ann')
    expect(offers(empty), 'while somebody holds a seat').toHaveLength(1)
    empty.giveUp('cat')
    expect(empty.car.status).toBe('CANCELLED')
    for (const story of [failed, cancelled, empty]) expect(ends(story)).toEqual([['usr_dan', 0]])
  })

  test('nobody is told twice', () => {
    const story = full()
    for (const name of ['dan', 'eve', 'fay']) wait(story, name)
    story.giveUp('cat')
    story.tick(NOW + hours(9))
    story.joined('fay')
    const ids = story.allEffects().flatMap((e) => (e.kind === 'notice' ? [e.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
