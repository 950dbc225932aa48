import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, nextDue } from '#app/carpool/rules/machine.ts'
import type { CarpoolState, Participant, TripType } from '#app/carpool/rules/state.ts'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import { windowOf } from '#app/group/rules/flight-window.ts'
import { forgetInEvent, forgetInState, placesOf } from '#app/group/rules/forget.ts'
import { NO_FACTS } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { ARRIVED, DEPARTURE, NOW, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { changeOf, isFlightOpen } from './flights.ts'

/** The landing of everybody in these stories. */
const LANDING = DEPARTURE - hours(2)

function ready(...names: string[]) {
  const all = names.length > 0 ? names : ['ann', 'bob', 'cat']
  const story = new Story().complete(all)
  for (const name of all) story.paidUp(name)
  expect(story.car.status).toBe('SUCCESS')
  return story
}
/** A drop-off that leaves six hours before its flights. */
function dropOff() {
  const flight = { flightTime: DEPARTURE + hours(6) }
  const story = new Story().opened('ann', { tripType: 'DROPOFF', maxPassengers: 2 }, flight)
  return story.joined('bob', flight).captured('ann', 'bob').paidUp('ann').paidUp('bob')
}
function assign(story: Story, meetAt = DEPARTURE, plate = 'AB12 CDE') {
  const seen = rideOf(story.car).version
  const as = {
    reason: 'later',
    isBusy: false,
    confirmed: ['luggage' as const],
    by: 'adm_one' as const,
  }
  expect(story.say({ type: 'assignCar', car: carFor(plate, { meetAt }), seen, ...as })).toBeNull()
}
const settle = (
  story: Story,
  name: string,
  seen = changeOf(story.car, story.place(name))?.version,
) =>
  story.say({
    type: 'settleFlight',
    participantId: placeIdOf(name),
    seen: seen ?? 0,
    note: 'Please take the coach.',
    by: 'adm_one',
  })
const isOpen = (story: Story, name: string) => isFlightOpen(story.car, story.place(name))
const news = (story: Story) => story.notices().filter((one) => one.startsWith('flight'))

describe('who may change a flight, and until when', () => {
  test.each([
    ['a pickup 3 hours after departure', 'PICKUP', hours(3), 'operationExpired'],
    ['a pickup just before that', 'PICKUP', hours(3) - minutes(1), null],
    ['a drop-off 12 hours before departure', 'DROPOFF', -hours(12), 'operationExpired'],
    ['a drop-off just before that', 'DROPOFF', -hours(12) - minutes(1), null],
  ] as [string, TripType, number, string | null][])('%s: %s', (_, type, after, refused) => {
    const story = type === 'PICKUP' ? ready('ann', 'bob') : dropOff()
    story.tick(DEPARTURE + after)
    expect(story.changeFlight('ann', { flightNumber: 'CA937' })).toBe(refused)
  })

  test('everybody in a complete group, paid or not, and nobody before', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    expect(story.changeFlight('ann', { flightNumber: 'CA937' })).toBe('notOpen')
    expect(story.refusal?.params).toMatchObject({ context: 'flight' })
    story.joined('bob')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    expect(story.changeFlight('ann', { flightNumber: 'CA937' })).toBeNull()
    expect(story.place('ann').party.flightNumber).toBe('CA937')
  })

  test('the only passenger of a private car too', () => {
    const story = new Story().opened('ann', { maxPassengers: 1 })
    expect(story.changeFlight('ann', { flightTime: LANDING + hours(1) })).toBeNull()
    expect(isOpen(story, 'ann')).toBe(true)
    story.tick(NOW + minutes(30))
    expect(news(story), 'there is nobody to tell').toEqual([])
  })

  test('nobody else’s, and none of a place that was left or a group that was cancelled', () => {
    const story = ready()
    expect(story.changeFlight('ann', { flightNumber: 'X1' }, 'bob')).toBe('notFound')
    story.cancelGroup()
    expect(story.changeFlight('ann', { flightNumber: 'X1' })).toBe('notFound')
  })

  test('not once the driver has them on board', () => {
    const story = ready()
    assign(story)
    story.tick(DEPARTURE)
    const about = { carId: 'ride_one', version: 1, participantId: placeIdOf('ann') } as const
    story.say({ type: 'driverMark', mark: 'onBoard', ...about })
    expect(story.changeFlight('ann', { flightNumber: 'X1' })).toBe('operationExpired')
    expect(story.changeFlight('bob', { flightNumber: 'X1' })).toBeNull()
  })

  test.each([
    ['terminal', { terminal: 'T9' }],
    ['flightNumber', { flightNumber: 'X'.repeat(21) }],
    ['flightTime', { flightTime: Date.parse('2026-12-07T23:59Z') }],
    ['flightTime', { flightTime: Number.NaN }],
  ])('a wrong %s is named', (field, over) => {
    const story = ready()
    expect(story.changeFlight('ann', over)).toBe('validationFailed')
    expect(story.refusal?.params).toMatchObject({ field })
  })
})

describe('whether a flight fits', () => {
  /** What becomes of the first passenger's flight, moved by so much. */
  const fits = (story: Story, by: number) => {
    story.changeFlight('ann', { flightTime: story.place('ann').party.flightTime + by })
    return changeOf(story.car, story.place('ann'))?.fits
  }
  test.each([
    [3, true],
    [3 + 1 / 60, false],
    [-3, true],
    [-3 - 1 / 60, false],
  ])('a pickup’s, moved by %d hours: %s', (by, is) => {
    expect(fits(ready(), Math.round(hours(by)))).toBe(is)
  })

  test('the window stays where it was when the group was complete', () => {
    const story = ready()
    expect(fits(story, hours(2))).toBe(true)
    expect(fits(story, hours(2)), 'four hours from the first flight as it was').toBe(false)
    expect(windowOf(story.car)).toEqual({ from: LANDING - hours(3), to: LANDING + hours(3) })
  })

  test('a group from before that was stored has the same window, also after changes', () => {
    const story = ready()
    const { flights: _, ...older } = story.car.slices
    story.state = { ...story.car, slices: older, facts: NO_FACTS }
    expect(windowOf(story.car)).toEqual({ from: LANDING - hours(3), to: LANDING + hours(3) })
    expect(fits(story, hours(2))).toBe(true)
    expect(fits(story, hours(2))).toBe(false)
  })

  test('a drop-off’s flight that leaves before the car does not, near as it is', () => {
    const flight = { flightTime: DEPARTURE + hours(2) }
    const story = new Story().opened('ann', { tripType: 'DROPOFF', maxPassengers: 1 }, flight)
    expect(fits(story, -hours(2) + minutes(1))).toBe(true)
    expect(fits(story, -minutes(1))).toBe(false)
  })
})

describe('the others are told', () => {
  test('ten minutes later, of the last of several changes, once each', () => {
    const story = ready()
    story.changeFlight('ann', { flightTime: LANDING + hours(1) })
    story.tick(story.now + minutes(5))
    story.changeFlight('ann', { flightTime: LANDING + hours(2) })
    expect(nextDue(story.car)).toBe(story.now + minutes(10))
    story.tick(story.now + minutes(9))
    expect(news(story)).toEqual([])
    story.tick(story.now + minutes(1))
    expect(news(story)).toEqual(['flightChanged to usr_bob', 'flightChanged to usr_cat'])
    const told = story.effects().filter((e) => e.kind === 'notice' && e.code === 'flightChanged')
    expect(told).toMatchObject([
      { id: 'flightChanged:par_bob:par_ann.2', params: { flightTime: LANDING + hours(2) } },
      { id: 'flightChanged:par_cat:par_ann.2' },
    ])
    expect(JSON.stringify(told), 'who it is').not.toMatch(/usr_ann|BA038/)
    story.tick(DEPARTURE - hours(30))
    expect(news(story)).toHaveLength(2)
  })

  test('at once in the last three hours', () => {
    const story = ready()
    story.tick(DEPARTURE - hours(3))
    story.changeFlight('ann', { flightTime: LANDING + hours(1) })
    expect(news(story)).toHaveLength(2)
  })

  test('not of a change that is taken back, of a number, or of a flight that does not fit', () => {
    const story = ready()
    story.changeFlight('ann', { flightTime: LANDING + hours(1) })
    story.changeFlight('ann', { flightTime: LANDING })
    story.changeFlight('bob', { flightNumber: 'CA937' })
    story.changeFlight('cat', { flightTime: LANDING + hours(8) })
    story.tick(story.now + minutes(30))
    expect(news(story)).toEqual([])
    expect(['ann', 'bob', 'cat'].map((name) => isOpen(story, name))).toEqual([false, false, true])
  })

  test('nobody who has left, and of nobody who has left', () => {
    const story = new Story().complete(['ann', 'bob', 'cat']).paidUp('ann').paidUp('bob')
    // Cat's place is released for not paying, before any notice is sent.
    story.tick(DEPARTURE - hours(24) - minutes(5))
    story.changeFlight('ann', { flightTime: LANDING + hours(1) })
    story.changeFlight('cat', { flightTime: LANDING + hours(1) })
    story.tick(story.now + minutes(30))
    expect(story.place('cat').leaving).toBe('unpaid')
    expect(news(story)).toEqual(['flightChanged to usr_bob'])
    expect(nextDue(story.car)).toBe(ARRIVED)
  })
})

describe('what an administrator has to see to', () => {
  test('a car that is in time settles a flight that fits', () => {
    const story = ready()
    assign(story)
    story.changeFlight('ann', { flightTime: DEPARTURE + minutes(30) })
    expect(isOpen(story, 'ann')).toBe(true)
    assign(story, DEPARTURE, 'CD34 EFG')
    expect(isOpen(story, 'ann'), 'another vehicle at the old time').toBe(true)
    assign(story, DEPARTURE + hours(1))
    expect(isOpen(story, 'ann')).toBe(false)
  })

  test('one outside of the window is settled only by moving the meeting', () => {
    const story = ready()
    story.changeFlight('ann', { flightTime: LANDING - hours(4) })
    assign(story)
    expect(isOpen(story, 'ann'), 'a first car decides nothing about it').toBe(true)
    assign(story, DEPARTURE, 'CD34 EFG')
    expect(isOpen(story, 'ann')).toBe(true)
    assign(story, DEPARTURE - hours(1))
    expect(isOpen(story, 'ann')).toBe(false)
  })

  test('a first car that waits for a late landing settles it, one that does not leaves it', () => {
    const story = ready()
    story.changeFlight('ann', { flightTime: DEPARTURE + hours(6) })
    assign(story, DEPARTURE + hours(1))
    expect(isOpen(story, 'ann')).toBe(true)
    const waiting = ready()
    waiting.changeFlight('ann', { flightTime: DEPARTURE + hours(6) })
    assign(waiting, DEPARTURE + hours(7))
    expect(isOpen(waiting, 'ann')).toBe(false)
  })

  test('kept as it is: the passenger is told why, once, and it is in the audit log', () => {
    const story = ready()
    story.changeFlight('ann', { flightTime: LANDING + hours(9) })
    const effects = story.effectsOf(() => {
      expect(settle(story, 'ann')).toBeNull()
      expect(settle(story, 'ann')).toBeNull()
    })
    expect(effects).toMatchObject([
      {
        kind: 'notice',
        code: 'flightKept',
        userId: 'usr_ann',
        params: { note: 'Please take the coach.' },
      },
      { kind: 'audit', action: 'flightSettled', by: 'adm_one' },
    ])
    expect(isOpen(story, 'ann')).toBe(false)
    story.changeFlight('ann', { flightTime: LANDING + hours(10) })
    expect(isOpen(story, 'ann'), 'another change is another task').toBe(true)
  })

  test('not what has changed since it was on the screen, nor without a word', () => {
    const story = ready()
    story.changeFlight('ann', { flightTime: LANDING + hours(9) })
    story.changeFlight('ann', { flightTime: LANDING + hours(10) })
    expect(settle(story, 'ann', 1)).toBe('versionConflict')
    expect(settle(story, 'bob')).toBe('notFound')
    expect(isOpen(story, 'ann')).toBe(true)
  })
})

test('the same change again changes nothing, not even when it is too late for another', () => {
  const story = ready()
  const change = { flightTime: LANDING + hours(1), flightNumber: 'CA937', terminal: 'T3' }
  expect(story.changeFlight('ann', change)).toBeNull()
  const { version } = story.car
  expect(story.changeFlight('ann', change)).toBeNull()
  expect(story.car.version).toBe(version)
  story.tick(DEPARTURE + hours(4))
  const late = story.car.version
  expect(story.changeFlight('ann', change)).toBeNull()
  expect(story.car.version).toBe(late)
})

test('nothing of a closed account’s flights is kept', () => {
  const story = ready()
  story.changeFlight('ann', { flightNumber: 'SECRET1', flightTime: LANDING + hours(9) })
  settle(story, 'ann')
  const places = placesOf(story.events, userOf('ann'))
  const kept = [
    forgetInState(story.car, userOf('ann')),
    story.events.map((event) => forgetInEvent(event, places)),
  ]
  expect(JSON.stringify(kept)).not.toMatch(/SECRET1|coach/)
})

/** Everything about payments: of a place, and of the group. */
const moneyOf = ({ participants, strays, closedIntents, returned, status }: CarpoolState) =>
  JSON.stringify([
    participants.map(({ seat, leaving, deposit, balance }: Participant) => [
      ...[seat, leaving, deposit, balance],
    ]),
    ...[strays, closedIntents, returned ?? null, status],
  ])

test('no sequence of flight changes alters a payment', () => {
  const step = fc.record({
    who: fc.constantFrom('ann', 'bob', 'cat'),
    by: fc.integer({ min: -20 * 60, max: 40 * 60 }),
    terminal: fc.constantFrom('T2', 'T3', 'T5'),
    after: fc.constantFrom('nothing', 'settle', 'assign'),
  })
  const kinds = { fit: 0, apart: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, paid) => {
      const story = paid ? ready() : new Story().complete(['ann', 'bob', 'cat'])
      const before = moneyOf(story.car)
      for (const { who, by, terminal, after } of steps) {
        const from = story.events.length
        story.changeFlight(who, { flightTime: LANDING + minutes(by), terminal })
        const change = changeOf(story.car, story.place(who))
        if (change) kinds[change.fits ? 'fit' : 'apart']++
        if (after === 'settle') settle(story, who)
        if (after === 'assign') assign(story, DEPARTURE + minutes(by % 600))
        // Time alone only triggers notices about the ride.
        story.tick(story.now + minutes(11))
        expect(moneyOf(story.car)).toBe(before)
        const effects = story.effects(from).map(({ kind }) => kind)
        expect(effects.filter((kind) => kind !== 'notice' && kind !== 'audit')).toEqual([])
      }
    }),
    { numRuns: 100 },
  )
  expect(kinds.fit).toBeGreaterThan(0)
  expect(kinds.apart).toBeGreaterThan(0)
})

test('a refused change leaves the group as it is', () => {
  const story = ready()
  const command = {
    type: 'changeFlight' as const,
    ...story.own('ann', 'bob'),
    flight: { flightNumber: null, flightTime: LANDING, terminal: 'T2' },
  }
  expect(decide(story.car, command, story.now)).toMatchObject({ error: { code: 'notFound' } })
})
