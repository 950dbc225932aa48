import { describe, expect, test } from 'vitest'
import { rules } from '#app/carpool/rules/rules.ts'
import type { Participant, Party, Terms } from '#app/carpool/rules/state.ts'
import { changeOf } from '#app/features/flights/rules/flights.ts'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import { forgetInEvent, placesOf } from '#app/group/rules/forget.ts'
import { openMoneyOf } from '#app/group/rules/open-money.ts'
import { refundsOf } from '#app/group/rules/refund.ts'
import { movedTo } from '#app/group/rules/settle.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import { confirmedPeople, type Place, paymentStatusOf } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import {
  ARRIVED,
  DEPARTURE,
  having,
  NOW,
  party,
  placeIdOf,
  Story,
  terms,
  userOf,
} from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { answerTo, arrivalOf, refuseArrival } from './decide-move.ts'
import { movesOf, movingOf } from './move-event.ts'

/** Ann's flight lands a night late; the next car leaves two hours after that. */
const LATE = DEPARTURE + hours(18)
const NEXT = LATE + hours(2)
const TO = { carpoolId: 'car_next', participantId: placeIdOf('moved') } as const

class NextCar extends Story {
  override draft(name: string, t: Partial<Terms> = {}, p: Partial<Party> = {}) {
    return this.say({
      type: 'draft',
      carpoolId: 'car_next',
      participantId: placeIdOf(name),
      userId: userOf(name),
      terms: terms({ carpoolAt: NEXT, ...t }),
      party: party({ flightTime: LATE, ...p }),
    })
  }
  override hold(name: string, p: Partial<Party> = {}, id = name) {
    return super.hold(name, { flightTime: LATE, ...p }, id)
  }
}

/** Ann and Bob have paid everything, and Ann's flight is late. */
function late(points = 0) {
  const old = new Story().complete(['ann', 'bob'])
  old.paidUp('ann', points).paidUp('bob')
  expect(old.changeFlight('ann', { flightTime: LATE })).toBeNull()
  return old
}
/** An open car that lacks one person. */
function lacking() {
  const next = new NextCar().opened('cat', { maxPassengers: 3 })
  return next.joined('dan')
}
/** A complete car that goes without Eve, who has not paid. */
function released() {
  const next = new NextCar().complete(['cat', 'dan', 'eve'])
  next.paidUp('cat').paidUp('dan').tick(next.car.cutoffAt)
  expect([next.car.status, confirmedPeople(next.car)]).toEqual(['SUCCESS', 2])
  return next
}

const begin = (
  old: Story,
  to: { carpoolId: `car_${string}`; participantId: `par_${string}` } = TO,
) =>
  old.say({
    type: 'beginMove',
    participantId: placeIdOf('ann'),
    to,
    seen: changeOf(old.car, old.place('ann'))?.version ?? 0,
    by: 'adm_one',
  })
/** What the outbox does. Returns why the next car has refused. */
function send(old: Story, next: Story) {
  const command = arrivalOf(old.car, placeIdOf('ann'))
  if (!command) throw new Error('nothing to send')
  expect(next.say(command)).toBeNull()
  const refused = answerTo(next.car, command.participantId)
  if (refused === undefined) throw new Error('no answer')
  const { to } = movingOf(old.car, old.place('ann')) ?? { to: TO }
  const said = { type: 'moveAnswered', participantId: placeIdOf('ann'), to, refused } as const
  expect(old.say(said)).toBeNull()
  return refused
}
function move(old: Story, next: Story) {
  next.now = Math.max(next.now, old.now)
  old.now = next.now
  expect(begin(old)).toBeNull()
  return send(old, next)
}
const why = (story: Story) => story.refusal?.params?.context
const codes = (effects: Effect[]) =>
  effects.flatMap((e) => (e.kind === 'notice' ? [`${e.code} to ${e.userId}`] : []))

describe('a place that moves', () => {
  test.each([
    ['a complete car with a released seat', released],
    ['an open car that it completes', lacking],
  ])('goes to %s with everything paid, and leaves nothing behind', (_, build) => {
    const old = late(300)
    const next = build()
    const before = old.place('ann')
    const [ofOld, ofNext] = [old.events.length, next.events.length]
    expect(move(old, next)).toBeNull()

    const there = next.place('moved')
    expect(there).toMatchObject({ seat: 'taken', userId: userOf('ann'), heldAt: before.heldAt })
    expect(there.party).toEqual(before.party)
    expect(there.deposit).toMatchObject({ intentId: 'pi_ann', state: 'paid', paid: 2000 })
    expect(there.balance).toEqual(before.balance)
    expect(there.paidAs).toBe(placeIdOf('ann'))
    expect(there.consent).toEqual(before.consent)
    expect(confirmedPeople(next.car)).toBe(next.car.maxPassengers)
    expect(shortfallOf(rules, next.car)).toBe(
      build === released ? shortfallOf(rules, released().car) : 0,
    )

    const gone = old.place('ann')
    expect(gone).toMatchObject({ seat: 'gone', leaving: 'moved', convertedTo: TO })
    expect(gone.deposit).toMatchObject({ paid: 0, state: 'void' })
    expect(gone.balance).toMatchObject({ paid: 0, quote: null, state: 'void' })
    expect(paymentStatusOf(gone as Place)).toBe('MOVED')
    expect(openMoneyOf(old.car, userOf('ann'))).toEqual([])
    expect(old.car.strays, 'no refund').toEqual([])
    const money = [...old.effects(ofOld), ...next.effects(ofNext)].filter(
      ({ kind }) => !['notice', 'audit', 'sendPlace', 'capture'].includes(kind),
    )
    expect(money, 'no money moves at the provider, and no points').toEqual([])
  })

  test('that was paid in full at once is refunded from that one payment, and replaces nobody', () => {
    const old = new Story().complete(['bob', 'cat', 'dee'])
    old.paidUp('bob').paidUp('cat').tick(old.car.cutoffAt)
    expect(old.hold('ann')).toBeNull()
    const amount = old.place('ann').inFull ?? 0
    old.attach('ann')
    old.settle('ann', 'captured', { amount, received: amount })
    expect(old.changeFlight('ann', { flightTime: LATE })).toBeNull()
    const next = released()
    const shortfall = shortfallOf(rules, next.car)
    expect(move(old, next)).toBeNull()
    const refund = refundsOf(next.car).find(({ userId }) => userId === userOf('ann'))
    expect([refund?.deposit, refund?.balance]).toEqual([
      { intentId: 'pi_ann', action: 'refund', amount: 2000 },
      { intentId: 'pi_ann', action: 'refund', amount: amount - 2000 },
    ])
    expect(shortfallOf(rules, next.car)).toBe(shortfall)
  })

  test('is told to its owner, and the others hear how many they are', () => {
    const [old, next] = [late(), released()]
    const [ofOld, ofNext] = [old.events.length, next.events.length]
    move(old, next)
    expect(codes(old.effects(ofOld))).toEqual(['peopleChanged to usr_bob'])
    expect(codes(next.effects(ofNext))).toEqual([
      'placeMoved to usr_ann',
      'peopleChanged to usr_cat',
      'peopleChanged to usr_dan',
    ])
    const audits = old.effects(ofOld).filter((e) => e.kind === 'audit')
    expect(audits).toMatchObject([
      { action: 'placeMoved', by: 'adm_one', after: { to: 'car_next' } },
    ])
  })

  test('completes an open car, whose others are asked for their balances', () => {
    const [old, next] = [late(), lacking()]
    const from = next.events.length
    move(old, next)
    expect(next.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    expect(codes(next.effects(from)).filter((one) => one.startsWith('groupComplete'))).toEqual([
      'groupComplete to usr_cat',
      'groupComplete to usr_dan',
    ])
    next.captured('cat', 'dan').paidUp('cat').paidUp('dan')
    expect(next.car.status).toBe('SUCCESS')
  })

  test('that has not paid its balance pays that of the new car', () => {
    const old = new Story().complete(['ann', 'bob'])
    old.changeFlight('ann', { flightTime: LATE })
    const next = lacking()
    expect(move(old, next)).toBeNull()
    expect(rules.owedBy(next.car, next.place('moved') as Participant)).toBe(6800)
    next.captured('cat', 'dan').paidUp('moved')
    expect(next.place('moved').balance.quote?.original).toBe(4800)
    old.paidUp('bob')
    expect(old.car.status, 'the old car goes without').toBe('SUCCESS')
  })

  test('earns points once, for what was paid, and takes its own back', () => {
    const [old, next] = [late(300), released()]
    move(old, next)
    const earned = (story: Story) =>
      story.effects().flatMap((e) => (e.kind === 'earnPoints' ? [[e.userId, e.pence]] : []))
    old.tick(ARRIVED)
    expect([old.car.status, earned(old)]).toEqual(['COMPLETED', [['usr_bob', 9500]]])
    const from = next.events.length
    next.cancelGroup()
    const back = next.effects(from).find((e) => e.kind === 'returnPoints')
    expect(back, 'known by the place they were spent for').toMatchObject({
      participantId: placeIdOf('ann'),
      userId: userOf('ann'),
    })
    expect(next.car.cancelled?.refunds).toContainEqual(
      expect.objectContaining({ participantId: TO.participantId, total: 9200, points: 300 }),
    )
  })

  test('is told the car that the others know already, at once', () => {
    const [old, next] = [late(), released()]
    const car = carFor('AB12 CDE', { meetAt: NEXT })
    const how = {
      reason: null,
      isBusy: false,
      confirmed: ['luggage' as const],
      by: 'adm_one' as const,
    }
    next.say({ type: 'assignCar', car, seen: 0, ...how })
    next.tick(next.now + hours(1))
    const from = next.events.length
    move(old, next)
    next.tick()
    expect(codes(next.effects(from))).toContain('carAssigned to usr_ann')
    expect(codes(next.effects(from)).filter((one) => one.startsWith('car'))).toHaveLength(1)
    expect(rideOf(next.car).notifyAt).toBeNull()
  })

  test('takes later news of its payments along', () => {
    const [old, next] = [late(), released()]
    move(old, next)
    for (const intentId of ['pi_ann', 'bal_ann'])
      expect(movedTo(old.car, { ...old.facts('ann', 'captured'), intentId })).toEqual(TO)
    expect(movedTo(old.car, { ...old.facts('ann', 'captured'), intentId: 'pi_else' })).toBeNull()
    const refunded = { ...next.facts('ann', 'captured', { refunded: 500, received: 1500 }) }
    const { version } = old.car
    old.say({ type: 'settle', facts: { ...refunded, participantId: placeIdOf('ann') } })
    expect(old.car.version, 'the old car has nothing to do with it').toBe(version)
    next.say({ type: 'settle', facts: { ...refunded, participantId: TO.participantId } })
    expect(next.car.returned).toEqual({ pi_ann: 500 })
  })

  test('leaves an empty car behind, which is closed', () => {
    const old = new Story().opened('ann', { maxPassengers: 3 }, { people: 3 }).captured('ann')
    old.paidUp('ann').changeFlight('ann', { flightTime: LATE })
    const next = new NextCar().opened('cat', { maxPassengers: 4 })
    expect(move(old, next)).toBeNull()
    expect(old.car.status).toBe('CLOSED')
  })

  test('is forgotten in its new group too', () => {
    const [old, next] = [late(), released()]
    move(old, next)
    const places = placesOf(next.events, userOf('ann'))
    expect([...places]).toEqual([TO.participantId])
    const text = JSON.stringify(next.events.map((event) => forgetInEvent(event, places)))
    expect(text).toContain('placeArrived')
    expect(JSON.stringify(next.events)).toContain('"nLocation":"1 Castle Boulevard"')
    const arrived = next.events
      .map((e) => forgetInEvent(e, places))
      .find((e) => e.type === 'placeArrived')
    expect(JSON.stringify(arrived)).not.toMatch(/Castle|BA038/)
  })
})

describe('between the two steps', () => {
  /** The next car has taken the place in; the old one does not know yet. */
  function between() {
    const [old, next] = [late(), released()]
    old.now = next.now
    begin(old)
    const command = arrivalOf(old.car, placeIdOf('ann'))
    if (!command) throw new Error('nothing to send')
    next.say(command)
    return { old, next, command }
  }

  test('the old place is frozen: no money, no flight, no cancelled group', () => {
    const { old } = between()
    const before = old.car.version
    expect(old.cancelGroup()).toBe('unavailable')
    expect(old.changeFlight('ann', { flightTime: LATE + hours(1) })).toBe('unavailable')
    expect(old.settle('ann', 'captured', { refunded: 500, received: 1500 })).toBe('unavailable')
    expect(old.begin('ann')).toBe('unavailable')
    expect(old.car.version).toBe(before)
    expect(old.changeFlight('bob', { flightNumber: 'CA1' }), 'others go on').toBeNull()
  })

  test('a refusal is final: the same message does not bring the place later', () => {
    const [old, next] = [late(), lacking()]
    next.joined('fay')
    expect(move(old, next)).toBe('full')
    expect(old.place('ann').seat).toBe('taken')
    expect(movesOf(old.car).refused).toEqual({ par_ann: { carpoolId: 'car_next', why: 'full' } })
    expect(movingOf(old.car, old.place('ann'))).toBeUndefined()
    const again = new NextCar()
    Object.assign(again, { state: next.state, events: next.events, now: next.now })
    again.captured('cat', 'dan', 'fay').paidUp('cat').paidUp('dan').tick(again.car.cutoffAt)
    expect(confirmedPeople(again.car), 'there is room now').toBe(2)
    begin(old, { ...TO, participantId: placeIdOf('second') })
    const second = arrivalOf(old.car, placeIdOf('ann'))
    if (!second) throw new Error('nothing to send')
    again.say({ ...second, participantId: TO.participantId })
    expect(confirmedPeople(again.car)).toBe(2)
    old.now = again.now
    expect(send(old, again), 'another click is another move').toBeNull()
    expect(confirmedPeople(again.car)).toBe(3)
  })
})

describe('what is refused', () => {
  const ofPlace: [string, () => Story, string][] = [
    [
      'a flight that fits',
      () =>
        having(new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'), (old) =>
          old.changeFlight('ann', { flightTime: DEPARTURE - hours(1) }),
        ),
      'settled',
    ],
    [
      'one that somebody has decided about',
      () => {
        const old = late()
        const about = {
          participantId: placeIdOf('ann'),
          seen: 1,
          note: 'a coach',
          by: 'adm_one' as const,
        }
        old.say({ type: 'settleFlight', ...about })
        return old
      },
      'settled',
    ],
    ['after departure', () => having(late(), (old) => old.tick(DEPARTURE)), 'left'],
    [
      'while the deposit is not charged',
      () =>
        having(new Story().opened('ann', { maxPassengers: 2 }).joined('bob'), (old) =>
          old.changeFlight('ann', { flightTime: LATE }),
        ),
      'unsettled',
    ],
    [
      'while a balance is being paid',
      () =>
        having(new Story().complete(['ann', 'bob']).paying('ann'), (old) =>
          old.changeFlight('ann', { flightTime: LATE }),
        ),
      'unsettled',
    ],
    [
      'a payment of which some went back',
      () =>
        having(late(), (old) => old.settle('ann', 'captured', { refunded: 500, received: 1500 })),
      'returned',
    ],
    [
      'a disputed payment',
      () => {
        const old = late()
        const disputes = [{ id: 'dp_1', state: 'open' as const, amount: 2000, moves: 1 }]
        old.settle('ann', 'captured', { disputes })
        return old
      },
      'returned',
    ],
    [
      'a private car',
      () =>
        having(
          new Story().opened('ann', { maxPassengers: 1 }).captured('ann').paidUp('ann'),
          (old) => old.changeFlight('ann', { flightTime: LATE }),
        ),
      'left',
    ],
  ]
  test.each(ofPlace)('%s', (_, build, context) => {
    const old = build()
    const { version } = old.car
    expect(begin(old)).toBe('moveRefused')
    expect(why(old)).toBe(context)
    expect(old.car.version).toBe(version)
  })

  test('a flight that has changed since it was looked at', () => {
    const old = late()
    const place = { participantId: placeIdOf('ann'), to: TO, by: 'adm_one' as const }
    expect(old.say({ type: 'beginMove', ...place, seen: 0 })).toBe('versionConflict')
  })

  type Arrive = NonNullable<ReturnType<typeof arrivalOf>>
  const ofNext: [
    string,
    () => Story,
    Partial<Arrive['party']> | { userId: string } | { airportId: string },
    string,
  ][] = [
    ['another airport', released, { airportId: 'air_man' }, 'otherJourney'],
    ['a private car', () => new NextCar().opened('cat', { maxPassengers: 1 }), {}, 'otherJourney'],
    ['one that has left', () => having(released(), (next) => next.tick(NEXT)), {}, 'over'],
    ['one that is cancelled', () => having(released(), (next) => next.cancelGroup()), {}, 'over'],
    ['too few seats', released, { people: 2 }, 'full'],
    ['a seat that somebody holds', () => having(lacking(), (next) => next.hold('fay')), {}, 'full'],
    [
      'a car that is not complete with it',
      () => new NextCar().opened('cat', { maxPassengers: 3 }),
      {},
      'incomplete',
    ],
    ['who is in it already', released, { userId: 'usr_cat' }, 'joined'],
    ['another terminal', released, { terminal: 'T9' }, 'terminal'],
    [
      'a flight three hours and a minute from the others',
      released,
      { flightTime: LATE - hours(3) - minutes(1) },
      'flight',
    ],
    ['a landing after the car leaves', released, { flightTime: NEXT }, 'flight'],
  ]
  test.each(ofNext)('%s', (_, build, over, refused) => {
    const old = late()
    const next = build()
    old.now = NOW
    begin(old)
    const command = arrivalOf(old.car, placeIdOf('ann'))
    if (command?.type !== 'arrive') throw new Error('nothing to send')
    const {
      airportId = 'air_lhr',
      userId = command.userId,
      ...parts
    } = over as Record<string, never>
    const journey = { ...command.journey, airportId: airportId as 'air_lhr' }
    const sent = { ...command, userId, journey, party: { ...command.party, ...parts } }
    expect(refuseArrival(next.car, sent, next.now)).toBe(refused)
    const people = confirmedPeople(next.car)
    next.say(sent)
    expect(confirmedPeople(next.car)).toBe(people)
    expect(answerTo(next.car, TO.participantId)).toBe(refused)
  })

  test('a vehicle without a seat for it', () => {
    const [old, next] = [late(), released()]
    const car = carFor('AB12 CDE', { meetAt: NEXT })
    const small = { ...car, vehicle: { ...car.vehicle, seats: 2 } }
    const how = {
      reason: null,
      isBusy: false,
      confirmed: ['luggage' as const],
      by: 'adm_one' as const,
    }
    expect(next.say({ type: 'assignCar', car: small, seen: 0, ...how })).toBeNull()
    expect(move(old, next)).toBe('vehicle')
  })

  test('a car that meets its passengers before the landing', () => {
    const [old, next] = [late(), released()]
    const car = carFor('AB12 CDE', { meetAt: LATE - minutes(1) })
    const how = { reason: null, isBusy: false, confirmed: ['luggage' as const] }
    expect(next.say({ type: 'assignCar', car, seen: 0, ...how, by: 'adm_one' })).toBeNull()
    expect(move(old, next)).toBe('flight')
  })

  test('a released seat that somebody holds who is paying in full', () => {
    const [old, next] = [late(), released()]
    const car = carFor('AB12 CDE', { meetAt: NEXT })
    const how = { reason: null, isBusy: false, confirmed: ['luggage' as const] }
    const assigned = { type: 'assignCar', car, seen: 0, ...how, by: 'adm_one' } as const
    expect(next.say(assigned)).toBeNull()
    expect(next.hold('flo')).toBeNull()
    expect(move(old, next)).toBe('full')
  })

  test('an unpaid balance where balances are no longer open', () => {
    const old = new Story().complete(['ann', 'bob'])
    old.changeFlight('ann', { flightTime: LATE })
    begin(old)
    const next = released()
    const command = arrivalOf(old.car, placeIdOf('ann'))
    if (command?.type !== 'arrive') throw new Error('nothing to send')
    expect(refuseArrival(next.car, command, next.now)).toBe('due')
  })
})
