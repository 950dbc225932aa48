import { describe, expect, test } from 'vitest'
import { nextDue } from '#app/carpool/rules/machine.ts'
import { actionFactsOf, actionsOf, balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { basePriceOf, owedBy } from '#app/carpool/rules/pricing.ts'
import { rules } from '#app/carpool/rules/rules.ts'
import type { Party } from '#app/carpool/rules/state.ts'
import { releasedSeats } from '#app/features/released/rules/extension.ts'
import { openMoneyOf } from '#app/group/rules/open-money.ts'
import { refundsOf } from '#app/group/rules/refund.ts'
import { depositStatusOf } from '#app/group/rules/state.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS, hours, minutes } from '#app/kernel/limits.ts'
import { DEPARTURE, placeIdOf, Story, terms, userOf } from '#tests/kit/carpool.ts'
import { goesNow } from './extension.ts'
import { FEWER_VERSION, fewerOf } from './fewer-event.ts'

/** Cars of four: £54 each, £68 for three, £95 for two. */
const CUTOFF = DEPARTURE - CUTOFF_BEFORE_DEPARTURE_MS
const [TWO, THREE, FULL] = [9500, 6800, 5400]

class Car extends Story {
  /** Opened by the first; `most`: what each accepts, null: only a full car. */
  with(most: Record<string, number | null>, people: Record<string, number> = {}) {
    for (const [i, name] of Object.keys(most).entries()) {
      const party: Partial<Party> = { people: people[name] ?? 1 }
      if (i === 0) this.opened(name, { maxPassengers: 4 }, party)
      else this.joined(name, party)
      if (most[name] != null) this.agree(name, most[name])
    }
    return this
  }
  agree(name: string, most: number | null, by?: string) {
    return this.say({ type: 'agreeFewer', ...this.own(name, by), most })
  }
  joining(name: string, fewer?: number | null) {
    const party = this.kind.party()
    const ids = { participantId: placeIdOf(name), userId: userOf(name) }
    return this.say({ type: 'hold', ...ids, party, ...(fewer !== undefined && { fewer }) })
  }
  mine = (name: string) => fewerOf(this.car, placeIdOf(name))?.most
  seats = () => Object.fromEntries(this.car.participants.map(({ id, seat }) => [id.slice(4), seat]))
  can = (name: string) => actionsOf(actionFactsOf(this.car, this.place(name)), this.now)
  told = (code: string) =>
    this.allEffects().flatMap((e) =>
      e.kind === 'notice' && e.code === code ? [[e.userId.slice(4), e.params] as const] : [],
    )
  captures = () =>
    this.allEffects().flatMap((e) => (e.kind === 'capture' ? [e.participantId.slice(4)] : []))
}
const car = (most: Record<string, number | null>, people: Record<string, number> = {}) =>
  new Car().with(most, people)

describe('at the cutoff', () => {
  test('it goes with those who accept it: deposits are charged, and all are told the new sum', () => {
    const story = car({ ann: THREE, bob: TWO, cat: THREE })
    story.tick(CUTOFF - 1)
    expect([story.car.status, goesNow(rules, story.car)]).toEqual([
      'OPEN',
      { people: 3, price: THREE },
    ])
    story.tick(CUTOFF)
    expect(story.car).toMatchObject({
      status: 'SUCCESS_PENDING_PAYMENT',
      maxPassengers: 3,
      openedFor: 4,
      completedAt: CUTOFF,
    })
    expect(story.captures()).toEqual(['ann', 'bob', 'cat'])
    expect([basePriceOf(story.car), owedBy(story.car, story.place('bob'))]).toEqual([THREE, THREE])
    expect(balanceDueOf(story.car)).toBe(CUTOFF + hours(12))
    const params = { amount: THREE - 2000, people: 3, of: 4, dueAt: CUTOFF + hours(12) }
    expect(story.told('groupComplete')).toMatchObject(['ann', 'bob', 'cat'].map((n) => [n, params]))
    story.captured('ann', 'bob', 'cat')
    for (const name of ['ann', 'bob', 'cat']) story.paidUp(name)
    expect(story.car.status).toBe('SUCCESS')
    expect(story.place('bob').balance.paid).toBe(THREE - 2000)
  })

  test('nobody pays more than they ticked; whoever is outside has the choice of a failed car', () => {
    const story = car({ ann: TWO, bob: null, cat: TWO })
    story.tick(CUTOFF)
    expect(story.seats()).toEqual({ ann: 'taken', bob: 'out', cat: 'taken' })
    expect([story.car.maxPassengers, basePriceOf(story.car)]).toEqual([2, TWO])
    expect(story.told('groupFailed')).toMatchObject([['bob', { people: 2 }]])
    expect(story.can('bob')).toEqual(['convertToPrivate', 'cancelFailed'])
    expect(story.captures()).toEqual(['ann', 'cat'])
  })

  test('without such a set it fails as today', () => {
    const story = car({ ann: THREE, bob: THREE })
    story.tick(CUTOFF)
    expect([story.car.status, story.seats()]).toEqual(['FAILED', { ann: 'taken', bob: 'taken' }])
    expect(story.car.openedFor).toBeUndefined()
  })

  test('a party of two is enough, and a full car is no matter of ticks', () => {
    const two = car({ ann: TWO }, { ann: 2 })
    two.tick(CUTOFF)
    expect([two.car.status, owedBy(two.car, two.place('ann'))]).toEqual([
      'SUCCESS_PENDING_PAYMENT',
      2 * TWO,
    ])
    const full = car({ ann: TWO, bob: TWO, cat: TWO, dan: TWO })
    expect([full.car.status, basePriceOf(full.car)]).toEqual(['SUCCESS_PENDING_PAYMENT', FULL])
  })

  test('a late alarm changes nothing but the time to pay; after departure it has failed', () => {
    const late = car({ ann: THREE, bob: THREE, cat: THREE })
    late.tick(CUTOFF + hours(5))
    expect(balanceDueOf(late.car)).toBe(CUTOFF + hours(17))
    const events = late.events.length
    late.tick(CUTOFF + hours(5))
    late.tick(CUTOFF + hours(6))
    expect(late.events.length, 'alarms that come again do nothing').toBe(events)
    const over = car({ ann: THREE, bob: THREE, cat: THREE })
    over.tick(DEPARTURE)
    expect([over.car.status, over.car.openedFor]).toEqual(['FAILED', undefined])
  })

  test('an unconfirmed payment is read first, whatever it says', () => {
    const story = car({ ann: THREE, bob: THREE })
    story.joining('cat', TWO)
    story.attach('cat')
    story.tick(CUTOFF)
    expect([story.car.status, story.place('cat').seat]).toEqual(['OPEN', 'lapsing'])
    expect(story.agree('ann', null), 'the decision stands').toBe('cutoffPassed')
    story.now = CUTOFF + minutes(20)
    story.settle('cat', 'held')
    expect([story.car.maxPassengers, balanceDueOf(story.car)]).toEqual([
      3,
      CUTOFF + minutes(20) + hours(12),
    ])
    const without = car({ ann: THREE, bob: THREE })
    without.joining('cat', TWO)
    without.attach('cat')
    without.tick(CUTOFF)
    without.settle('cat', 'returned')
    expect(without.car.status).toBe('FAILED')
  })

  test('a deposit that the bank has released is no place to go with', () => {
    const story = car({ ann: TWO, bob: TWO, cat: TWO })
    story.settle('cat', 'returned')
    expect(goesNow(rules, story.car)).toEqual({ people: 2, price: TWO })
    story.tick(CUTOFF)
    expect(story.seats()).toEqual({ ann: 'taken', bob: 'taken', cat: 'out' })
    expect(depositStatusOf(story.place('cat'))).toBe('released')
  })

  test('a deposit that cannot be charged afterwards is asked for again, and the price stays', () => {
    const story = car({ ann: THREE, bob: THREE, cat: THREE })
    story.tick(CUTOFF)
    story.captured('ann', 'bob')
    story.settle('cat', 'returned')
    expect(story.can('cat')).toEqual(['payDeposit', 'changeFlight'])
    story.paidUp('ann')
    story.paidUp('bob')
    story.tick(CUTOFF + hours(12))
    expect([story.place('cat').leaving, story.car.status]).toEqual(['unpaid', 'SUCCESS'])
    expect([basePriceOf(story.car), releasedSeats(rules, story.car)]).toEqual([THREE, 1])
  })
})

describe('whoever is outside', () => {
  function outside(): Car {
    const story = car({ ann: TWO, bob: null, cat: TWO })
    story.tick(CUTOFF)
    return story
  }

  test('takes a private car with the deposit, until departure', () => {
    const story = outside()
    expect(story.convert('bob')).toBeNull()
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'converted' })
    expect(story.effects().map(({ kind }) => kind)).toContain('openPrivate')
    const late = outside()
    late.now = DEPARTURE
    expect(late.convert('bob')).toBe('operationExpired')
  })

  test('or has the deposit back, which comes by itself after the day', () => {
    const story = outside()
    expect(story.cancelFailed('bob')).toBeNull()
    expect(story.car.strays).toMatchObject([{ intentId: 'pi_bob' }])
    const idle = outside()
    expect(openMoneyOf(idle.car, userOf('bob'))).toMatchObject([{ why: 'seat' }])
    idle.captured('ann', 'cat').paidUp('ann').paidUp('cat')
    idle.tick(DEPARTURE + hours(48))
    expect(idle.place('bob')).toMatchObject({ seat: 'gone', leaving: 'dayOver' })
    expect(idle.told('groupFailedRefunded')).toMatchObject([['bob', { amount: 2000 }]])
    expect([idle.car.status, nextDue(idle.car)]).toEqual(['COMPLETED', null])
  })

  test('is not charged, moved or asked, and can neither give up nor take another seat', () => {
    const story = outside()
    expect(story.begin('bob')).toBe('notFound')
    expect(story.giveUp('bob')).toBe('alreadyPaid')
    expect(story.exit('bob')).toBe('cutoffPassed')
    expect(story.joining('bob')).toBe('alreadyJoined')
    expect(story.repaying('bob')).toBe('alreadyPaid')
    expect(story.agree('bob', TWO)).toBe('cutoffPassed')
    story.captured('ann', 'cat').paidUp('ann').paidUp('cat')
    expect(story.captures()).toEqual(['ann', 'cat'])
    expect(story.car.status).toBe('SUCCESS')
  })

  test('has a hold that was being renewed: whichever arrives, it is held and not charged', () => {
    const story = car({ ann: TWO, bob: null, cat: TWO })
    story.settle('bob', 'returned')
    story.repaying('bob')
    story.tick(CUTOFF)
    story.settleNext('bob', 'held')
    expect([story.place('bob').seat, depositStatusOf(story.place('bob'))]).toEqual(['out', 'held'])
    expect(story.captures()).toEqual(['ann', 'cat'])
    story.settle('bob', 'returned', { intentId: 'next_bob', attempt: 2 })
    expect(depositStatusOf(story.place('bob'))).toBe('released')
    expect(story.cancelFailed('bob')).toBeNull()
  })

  test('gets the deposit back too when the car is cancelled', () => {
    const story = outside()
    story.captured('ann', 'cat')
    expect(refundsOf(story.car).map(({ userId, total }) => [userId, total])).toEqual([
      ['usr_ann', 2000],
      ['usr_bob', 2000],
      ['usr_cat', 2000],
    ])
    expect(story.cancelGroup()).toBeNull()
    expect(story.place('bob').leaving).toBe('groupCancelled')
  })

  test('keeps the choice when nobody in the car pays', () => {
    const story = outside()
    story.captured('ann', 'cat')
    story.tick(CUTOFF + hours(12))
    expect([story.car.status, story.can('bob')]).toEqual([
      'CLOSED',
      ['convertToPrivate', 'cancelFailed'],
    ])
  })
})

describe('a car that went with fewer', () => {
  test('is full: nobody joins, except a released seat at the price of those who went', () => {
    const story = car({ ann: THREE, bob: THREE, cat: THREE })
    story.tick(CUTOFF)
    expect(story.joining('dan')).toBe('cutoffPassed')
    story.captured('ann', 'bob', 'cat').paidUp('ann').paidUp('bob')
    story.tick(CUTOFF + hours(12))
    expect(story.place('cat').leaving).toBe('unpaid')
    expect(story.joining('dan', TWO)).toBeNull()
    expect([story.place('dan').inFull, story.mine('dan')]).toEqual([THREE, undefined])
  })

  test('closes its waitlist as a complete one does', () => {
    const story = car({ ann: THREE, bob: THREE, cat: THREE })
    const waiter = { people: 2, bigLuggage: 1, smallLuggage: 0, bag: 0 }
    expect(story.say({ type: 'wait', userId: userOf('eve'), ...waiter })).toBeNull()
    story.tick(CUTOFF)
    expect(story.told('waitlistClosed')).toMatchObject([['eve', { complete: 1 }]])
  })
})

describe('the tick', () => {
  test('comes with the form, is changed by it, and stays if a client says nothing about it', () => {
    const story = car({ ann: null })
    story.joining('bob', THREE)
    expect(fewerOf(story.car, placeIdOf('bob'))).toEqual({
      most: THREE,
      version: FEWER_VERSION,
      at: story.now,
    })
    story.joining('bob')
    expect(story.mine('bob')).toBe(THREE)
    story.joining('bob', TWO)
    expect(story.mine('bob')).toBe(TWO)
    const { length } = story.events
    story.joining('bob', TWO)
    expect(story.events.length, 'sent twice').toBe(length)
    story.joining('bob', null)
    expect(story.mine('bob')).toBeUndefined()
    for (const wrong of [FULL, 6801, 18000])
      expect(story.joining('cat', wrong), String(wrong)).toBe('validationFailed')
  })

  test('is changed or taken back until the cutoff, by its owner alone', () => {
    const story = car({ ann: TWO, bob: THREE })
    expect(story.agree('bob', TWO, 'ann')).toBe('notFound')
    expect(story.agree('bob', 7000)).toBe('validationFailed')
    story.now = CUTOFF - 1
    expect([story.agree('bob', TWO), story.mine('bob')]).toEqual([null, TWO])
    expect([story.agree('bob', null), story.agree('bob', null), story.mine('bob')]).toEqual([
      null,
      null,
      undefined,
    ])
    story.now = CUTOFF
    expect(story.agree('bob', TWO)).toBe('cutoffPassed')
    story.tick(CUTOFF)
    expect(story.car.status).toBe('FAILED')
  })

  test('of a draft goes with the prices it was made for', () => {
    const story = new Car()
    const draft = (fewer: number | null | undefined, prices = terms().prices) =>
      story.say({
        type: 'draft',
        carpoolId: 'car_test',
        ...{ participantId: placeIdOf('ann'), userId: userOf('ann') },
        terms: terms({ maxPassengers: 4, prices }),
        party: story.kind.party(),
        ...(fewer !== undefined && { fewer }),
      })
    expect(draft(FULL)).toBe('validationFailed')
    expect([draft(THREE), story.mine('ann')]).toEqual([null, THREE])
    expect([draft(undefined), story.mine('ann')]).toEqual([null, THREE])
    const dearer = [20000, 10000, 7000, 6000, 5000]
    expect(draft(THREE, dearer)).toBe('validationFailed')
    expect([draft(undefined, dearer), story.mine('ann')]).toEqual([null, undefined])
    expect([draft(7000, dearer), story.mine('ann')]).toEqual([null, 7000])
    story.attach('ann')
    story.settle('ann', 'held')
    expect([story.car.status, story.mine('ann')]).toEqual(['OPEN', 7000])
  })

  test('leaves with its place', () => {
    const story = car({ ann: THREE, bob: THREE, cat: THREE })
    story.exit('cat')
    expect(goesNow(rules, story.car)).toBeNull()
    story.tick(CUTOFF)
    expect(story.car.status).toBe('FAILED')
  })
})
