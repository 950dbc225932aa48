import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDue } from '#app/carpool/rules/machine.ts'
import { rules } from '#app/carpool/rules/rules.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import { seatedPeople } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { ARRIVED, DEPARTURE, party, Story, userOf } from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { releasedSeats } from './extension.ts'

const DUE = DEPARTURE - hours(24)
const LAST = DEPARTURE - hours(6)

/** A car for three at £68 each; Ann has paid, Bob and Cat have not, and it is the cutoff. */
function released({ paid = ['ann'] }: { paid?: string[] } = {}): Story {
  const story = new Story().complete(['ann', 'bob', 'cat'])
  for (const name of paid) story.paidUp(name)
  story.tick(DUE)
  return story
}
/** A place taken over: held, its payment made, and read as charged. */
function takenOver(story: Story, name: string, people = 1): Story {
  expect(story.hold(name, { people })).toBeNull()
  story.attach(name)
  pay(story, name)
  return story
}
const pay = (
  story: Story,
  name: string,
  money: 'captured' | 'returned' | 'unpaid' = 'captured',
) => {
  const amount = story.place(name).inFull ?? 0
  return story.settle(name, money, { amount, received: money === 'captured' ? amount : 0 })
}
type CarChange = Parameters<typeof carFor>[1]
const assign = (story: Story, change: CarChange = {}) =>
  story.say({
    type: 'assignCar',
    car: carFor('AB12 CDE', { meetAt: DEPARTURE, ...change }),
    seen: 0,
    reason: null,
    isBusy: false,
    confirmed: ['luggage'],
    by: 'adm_one',
  })
const small = { vehicle: { ...carFor().vehicle, seats: 2 } }
const noticesAfter = (story: Story, what: () => unknown) => {
  const from = story.events.length
  what()
  return story
    .allEffects(from)
    .flatMap((e) => (e.kind === 'notice' ? [`${e.code} ${e.userId.slice(4)}`] : []))
}

describe('who can take a released place', () => {
  test('nobody while everyone may still pay, and nobody if everyone has paid', () => {
    const story = new Story().complete(['ann', 'bob', 'cat'])
    expect(story.hold('dan')).toBe('carpoolFull')
    for (const name of ['ann', 'bob', 'cat']) story.paidUp(name)
    story.tick(DUE)
    expect(story.hold('dan')).toBe('cutoffPassed')
  })

  test('whoever fits, until six hours before departure', () => {
    const story = released()
    expect(releasedSeats(rules, story.car)).toBe(2)
    story.now = LAST - 1
    expect(story.hold('dan', { people: 3 })).toBe('carpoolFull')
    expect(story.refusal?.params).toEqual({ free: 2 })
    expect(story.hold('dan', { people: 2 })).toBeNull()
    expect(story.hold('eve')).toBe('carpoolFull')
    story.now = LAST
    expect(story.hold('eve')).toBe('cutoffPassed')
  })

  test('the sum is deposit and balance for every person, at the price of the others', () => {
    const story = released()
    story.hold('dan', { people: 2 })
    expect(story.place('dan').inFull).toBe(2 * 6800)
  })

  test('details can be corrected, but not the number of people that the payment is for', () => {
    const story = released()
    story.hold('dan', { people: 2 })
    expect(story.hold('dan', { people: 1 })).toBe('operationExpired')
    expect(story.hold('dan', { people: 2, bag: 3 })).toBeNull()
    expect(story.place('dan')).toMatchObject({ inFull: 13600, party: { people: 2, bag: 3 } })
  })

  test('a hold lasts 15 minutes, and never beyond the last moment', () => {
    const story = released()
    story.hold('dan')
    expect(story.place('dan').holdExpiresAt).toBe(DUE + minutes(15))
    story.tick(LAST - minutes(5))
    story.hold('eve')
    expect(story.place('eve').holdExpiresAt).toBe(LAST)
    expect(nextDue(story.car)).toBe(LAST)
  })

  test('a flight has to fit the group as it was when it was complete, and the car as assigned', () => {
    const story = released()
    const first = party().flightTime
    expect(story.hold('dan', { flightTime: first - hours(3) - 1 })).toBe('flightTimeRangeError')
    expect(story.hold('dan', { flightTime: DEPARTURE + 1 })).toBe('flightTimeOrder')
    story.changeFlight('ann', { flightTime: first - hours(5) })
    expect(story.hold('dan', { flightTime: first + hours(1) })).toBeNull()
    story.giveUp('dan')
    assign(story, { meetAt: first + minutes(30) })
    expect(story.hold('dan', { flightTime: first + hours(1) })).toBe('flightTimeOrder')
    expect(story.hold('dan', { flightTime: first })).toBeNull()
  })

  test('an assigned car of fewer seats has no room for them, and one is not sent to a hold', () => {
    const story = released()
    assign(story, small)
    expect(releasedSeats(rules, story.car)).toBe(1)
    expect(story.hold('dan', { people: 2 })).toBe('carpoolFull')
    const other = released()
    other.hold('dan', { people: 2 })
    expect(assign(other, small)).toBe('tooFewSeats')
  })
})

describe('paying for it', () => {
  test('one payment is the deposit and the balance, and confirms the car', () => {
    const story = released({ paid: ['ann', 'bob'] })
    expect(shortfallOf(rules, story.car)).toBe(4800)
    const told = noticesAfter(story, () => takenOver(story, 'dan'))
    expect(story.place('dan')).toMatchObject({
      seat: 'taken',
      deposit: { state: 'paid', paid: 2000 },
      balance: { paid: 4800, intentId: null },
    })
    expect(shortfallOf(rules, story.car)).toBe(0)
    expect(story.begin('dan')).toBe('alreadyPaid')
    expect(story.exit('dan')).toBe('cutoffPassed')
    expect(told).toEqual(['placeTaken dan'])
    const from = story.events.length
    story.tick(ARRIVED)
    expect(story.car.status).toBe('COMPLETED')
    const earned = story.allEffects(from).flatMap((e) => (e.kind === 'earnPoints' ? [e.pence] : []))
    expect(earned).toEqual([6800, 6800, 6800])
  })

  test('a car is confirmed once all of its places are paid, also by somebody new', () => {
    const story = new Story().complete(['ann', 'bob', 'cat'])
    story.paying('bob').tick(DUE)
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    takenOver(story, 'dan')
    expect(story.car.status, 'Bob is still being looked at').toBe('SUCCESS_PENDING_PAYMENT')
    const told = noticesAfter(story, () => story.settleBalance('bob', 'captured'))
    expect(story.car.status).toBe('SUCCESS')
    expect(told).toEqual(['balancePaid bob', 'groupPaid bob', 'groupPaid dan'])
    const [paid] = story.allEffects().filter((e) => e.kind === 'notice' && e.code === 'groupPaid')
    expect(paid, 'one of the two seats was filled again').toMatchObject({ params: { released: 1 } })
  })

  test('a payment that is paid when nobody knows buys the seat, however late it is read', () => {
    const story = released()
    story.hold('dan')
    story.attach('dan')
    story.tick(LAST)
    expect(story.place('dan').seat).toBe('lapsing')
    expect(releasedSeats(rules, story.car)).toBe(1)
    story.now = DEPARTURE - 1
    pay(story, 'dan')
    expect(story.place('dan').seat).toBe('taken')
  })

  test('after departure it goes back, although the place was held until it was known', () => {
    const story = released()
    story.hold('dan')
    story.attach('dan')
    story.tick(DEPARTURE)
    expect(story.car.status).toBe('SUCCESS')
    pay(story, 'dan')
    expect(story.place('dan').seat).toBe('lapsing')
    const told = noticesAfter(story, () =>
      story.settle('dan', 'returned', { amount: 6800, authorised: true }),
    )
    expect(story.place('dan')).toMatchObject({ seat: 'gone', leaving: 'expired' })
    expect(told).toEqual(['holdExpiredReleased dan'])
  })

  test('a payment that comes after the seat is gone goes back', () => {
    const story = released()
    story.hold('dan')
    story.tick(DUE + minutes(15))
    expect(story.place('dan').seat).toBe('gone')
    story.settle('dan', 'captured', { amount: 6800, received: 6800 })
    expect(story.car.strays).toMatchObject([{ intentId: 'pi_dan' }])
    expect(story.place('dan').seat).toBe('gone')
  })

  test('another sum than was asked for buys nothing', () => {
    const story = released()
    story.hold('dan')
    story.settle('dan', 'captured', { amount: 2000, received: 2000 })
    expect(story.place('dan').seat).toBe('held')
    expect(story.car.strays).toMatchObject([{ intentId: 'pi_dan' }])
  })

  test('everyone was released while somebody pays: the car waits for them', () => {
    const story = new Story().complete(['ann', 'bob', 'cat'])
    story.paying('cat').tick(DUE)
    story.hold('dan')
    story.attach('dan')
    story.settleBalance('cat', 'returned')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    const other = evolveAll(null, story.events)
    pay(story, 'dan')
    expect(story.car.status).toBe('SUCCESS')
    story.state = other as typeof story.state
    story.now += minutes(16)
    story.tick(story.now)
    pay(story, 'dan', 'returned')
    expect(story.car.status).toBe('CLOSED')
  })

  test('whoever comes when a car is assigned is told of it at once', () => {
    const story = released()
    assign(story)
    story.tick(story.now + minutes(10))
    const told = noticesAfter(story, () => takenOver(story, 'dan'))
    expect(told).toEqual(['placeTaken dan', 'carAssigned dan'])
    expect(nextDue(story.car)).toBe(ARRIVED)
  })
})

describe('those who were on the waitlist', () => {
  const waitlisted = () => {
    const story = new Story().opened('ann').joined('bob')
    story.hold('cat')
    story.attach('cat')
    const luggage = { bigLuggage: 1, smallLuggage: 0, bag: 0 }
    for (const [name, people] of [
      ['eve', 2],
      ['fay', 1],
    ] as const)
      story.say({ type: 'wait', userId: userOf(name), people, ...luggage })
    story.settle('cat', 'held')
    story.captured('ann', 'bob', 'cat')
    return story
  }

  test('are told once, when there is room for them', () => {
    const story = waitlisted()
    story.paidUp('ann').paidUp('bob')
    const first = noticesAfter(story, () => story.tick(DUE))
    expect(first.filter((one) => one.startsWith('seatsReleased'))).toEqual(['seatsReleased fay'])
    expect(noticesAfter(story, () => story.tick(DUE + 1))).toEqual([])
    story.hold('dan')
    const again = noticesAfter(story, () => story.tick(DUE + minutes(15)))
    expect(again).toEqual([])
  })

  test('are not told of a car that they hold a seat of', () => {
    const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob').joined('cat')
    story.holding('dan')
    const luggage = { bigLuggage: 1, smallLuggage: 0, bag: 0 }
    story.say({ type: 'wait', userId: userOf('eve'), people: 2, ...luggage })
    story.settle('dan', 'held')
    story.captured('ann', 'bob', 'cat', 'dan')
    story.paidUp('ann').paying('cat').paying('dan')
    story.tick(DUE)
    expect(story.hold('eve')).toBeNull()
    const told = noticesAfter(story, () =>
      ['cat', 'dan'].map((name) => story.settleBalance(name, 'returned')),
    )
    expect([releasedSeats(rules, story.car), told]).toEqual([
      2,
      expect.not.arrayContaining(['seatsReleased eve']),
    ])
  })

  test('are not told after the last moment', () => {
    const story = waitlisted()
    story.paidUp('ann')
    const told = noticesAfter(story, () => story.tick(LAST))
    expect(told.filter((one) => one.startsWith('seatsReleased'))).toEqual([])
  })
})

test('whatever happens: never oversold, each pays once, no seat is both released and paid', () => {
  const names = ['dan', 'eve', 'fay', 'gus']
  const act = fc.tuple(
    fc.constantFrom('hold', 'attach', 'pay', 'cancelled', 'giveUp', 'wait', 'waitLong'),
    fc.constantFrom(...names),
    fc.integer({ min: 1, max: 3 }),
  )
  const paidBefore = fc.subarray(['ann', 'bob', 'cat'])
  fc.assert(
    fc.property(paidBefore, fc.array(act, { maxLength: 40 }), (paid, acts) => {
      const story = released({ paid })
      const charged = new Map<string, number>()
      let turn = 0
      for (const [what, name, people] of acts) {
        const id = `${name}${turn}`
        const mine = () =>
          story.car.participants.find((p) => p.userId === userOf(name) && p.seat === 'held')
        const p = mine()
        if (what === 'hold') {
          story.hold(name, { people }, p ? p.id.slice(4) : id)
          turn++
        } else if (what === 'attach' && p)
          story.attach(p.id.slice(4), `pi_${p.id}_${p.deposit.attempt}`, p.deposit.attempt)
        else if ((what === 'pay' || what === 'cancelled') && p?.deposit.intentId) {
          const { inFull = 0, deposit } = p
          const money = what === 'pay' ? 'captured' : 'returned'
          const over = {
            intentId: deposit.intentId ?? '',
            attempt: deposit.attempt,
            amount: inFull,
          }
          story.settle(p.id.slice(4), money, { ...over, received: what === 'pay' ? inFull : 0 })
          if (what === 'pay') charged.set(p.id, inFull)
        } else if (what === 'giveUp' && p) story.giveUp(p.id.slice(4))
        else if (what === 'wait') story.tick(story.now + minutes(7))
        else if (what === 'waitLong') story.tick(story.now + hours(5))
        const { car: now } = story
        expect(seatedPeople(now)).toBeLessThanOrEqual(now.maxPassengers)
        expect(releasedSeats(rules, now)).toBeLessThanOrEqual(now.maxPassengers - seatedPeople(now))
        for (const q of now.participants) {
          if (q.leaving === 'unpaid') expect(q.balance.state).not.toBe('paid')
          if (q.inFull === undefined) continue
          const sum = q.deposit.paid + q.balance.paid
          expect(q.inFull).toBe(6800 * q.party.people)
          expect(sum).toBe(q.seat === 'taken' ? charged.get(q.id) : 0)
          expect(q.seat === 'taken').toBe(isPaid(q.balance))
        }
        expect(evolveAll(null, story.events)).toEqual(now)
      }
    }),
    { numRuns: 300 },
  )
})
