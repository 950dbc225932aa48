import { describe, expect, test } from 'vitest'
import { renewalOf } from '#app/group/rules/payment-step.ts'
import { movedTo } from '#app/group/rules/settle.ts'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { ARRIVED, CARD, DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { privateCarOf } from './decide-own.ts'
import { nextDue } from './machine.ts'
import { actionFactsOf, actionsOf, endOfDeparture, isExpired, listOf } from './permissions.ts'
import { owedBy } from './pricing.ts'
import type { Participant } from './state.ts'

const standing = (story: Story, name: string) => actionFactsOf(story.car, story.place(name))

/** The private car of a converted place, opened the way its effect does. */
function opened(story: Story, name: string) {
  const command = privateCarOf(story.car, placeIdOf(name))
  if (!command) throw new Error('there is no private car')
  const car = new Story()
  car.now = story.now
  car.say(command)
  return car
}

describe('switching to a private car', () => {
  test('takes the deposit along: nothing is refunded, and the old record says converted', () => {
    const story = new Story().failed('ann', {}, { people: 2 })
    expect(story.effectsOf(() => expect(story.convert('ann')).toBeNull())).toEqual([
      { kind: 'openPrivate', participantId: placeIdOf('ann') },
    ])
    expect(story.car.strays).toEqual([])
    expect(story.place('ann')).toMatchObject({ seat: 'gone', leaving: 'converted' })
    expect(paymentStatusOf(story.place('ann'))).toBe('PRIVATE_CONVERTED')
    expect(listOf(standing(story, 'ann'))).toBe('exited')
    const car = opened(story, 'ann').car
    expect(car).toMatchObject({
      id: 'car_ann_alone',
      status: 'PRIVATE_PENDING_PAYMENT',
      private: true,
      maxPassengers: 2,
      carpoolAt: DEPARTURE,
      prices: story.car.prices,
    })
    expect(car.participants).toMatchObject([
      {
        id: 'par_ann_alone',
        userId: userOf('ann'),
        seat: 'taken',
        party: { people: 2 },
        deposit: { state: 'held', intentId: 'pi_ann' },
      },
    ])
    // The car has one price, however many travel in it.
    expect(owedBy(car, car.participants[0] as Participant)).toBe(18000)
  })

  test('happens once however often it is requested and whichever car is named then', () => {
    const story = new Story().failed('ann')
    story.convert('ann')
    const { version } = story.car
    expect(story.convert('ann')).toBeNull()
    expect(story.convert('ann', 'elsewhere')).toBeNull()
    expect(story.place('ann').convertedTo?.carpoolId).toBe('car_ann_alone')
    expect(story.cancelFailed('ann')).toBe('operationExpired')
    expect(story.car.version).toBe(version)
    const car = opened(story, 'ann')
    const before = car.car
    const command = privateCarOf(story.car, placeIdOf('ann'))
    expect(command && car.say(command)).toBeNull()
    expect(car.car).toEqual(before)
    expect(car.events.filter((e) => e.type === 'privateOpened')).toHaveLength(1)
  })

  test('leaves the other passengers where they are', () => {
    const story = new Story().opened('ann').joined('bob')
    story.tick(story.car.cutoffAt)
    story.convert('ann')
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { state: 'held' } })
    expect(story.cancelFailed('bob')).toBeNull()
    expect(story.car.status).toBe('FAILED')
    expect(nextDue(story.car)).toBeNull()
  })

  test('is possible from the failure until departure', () => {
    const story = new Story().opened('ann').joined('bob').joined('cat', {})
    expect(story.convert('ann')).toBe('operationExpired')
    const failed = new Story().opened('ann').joined('bob')
    expect(failed.convert('ann')).toBe('operationExpired')
    failed.now = DEPARTURE - 1
    expect(failed.convert('ann')).toBeNull()
    failed.now = DEPARTURE
    expect(failed.convert('bob')).toBe('operationExpired')
    expect(failed.convert('dan')).toBe('notFound')
    expect(failed.convert('ann')).toBeNull()
  })

  test('is paid, departs and is captured like any private car; its payments name the old place', () => {
    const story = new Story().failed('ann')
    story.convert('ann')
    const facts = story.facts('ann', 'captured')
    expect(movedTo(story.car, facts)).toEqual({
      carpoolId: 'car_ann_alone',
      participantId: 'par_ann_alone',
    })
    const { version } = story.car
    for (const money of ['held', 'captured', 'returned'] as const) story.settle('ann', money)
    expect(story.car.version).toBe(version)
    const car = opened(story, 'ann').paidUp('ann_alone')
    expect(car.car.status).toBe('PRIVATE')
    car.say({ type: 'settle', facts: { ...facts, participantId: 'par_ann_alone' } })
    car.tick(ARRIVED)
    expect(car.car.status).toBe('COMPLETED')
    expect(car.place('ann_alone')).toMatchObject({
      deposit: { paid: 2000 },
      balance: { paid: 16000 },
    })
  })

  test('forwards only the payments that moved along', () => {
    const story = new Story().failed('ann')
    story.convert('ann')
    expect(movedTo(story.car, story.facts('ann', 'held', { intentId: 'pi_other' }))).toBeNull()
    story.settle('ann', 'held', { intentId: 'pi_other', attempt: 2 })
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['pi_other'])
    const still = new Story().failed('bob')
    expect(movedTo(still.car, still.facts('bob', 'held'))).toBeNull()
    expect(privateCarOf(still.car, placeIdOf('bob'))).toBeNull()
    expect(privateCarOf(still.car, placeIdOf('nobody'))).toBeNull()
  })

  test('takes along a new deposit in progress, and requests a missing one there', () => {
    const story = new Story().opened('ann')
    story.settle('ann', 'returned')
    story.repaying('ann')
    story.tick(story.car.cutoffAt)
    story.convert('ann')
    const next = story.facts('ann', 'held', { intentId: 'next_ann', attempt: 2 })
    expect(movedTo(story.car, next)?.participantId).toBe('par_ann_alone')
    const car = opened(story, 'ann')
    expect(car.begin('ann_alone')).toBe('depositReleased')
    car.say({ type: 'settle', facts: { ...next, participantId: 'par_ann_alone' } })
    expect(car.place('ann_alone')).toMatchObject({
      deposit: { state: 'held', intentId: 'next_ann' },
      renewal: { intentId: null },
    })
    expect(car.begin('ann_alone')).toBeNull()
    // A reading from before the bank released the hold is stale and causes no notice.
    const old = { ...story.facts('ann', 'held'), participantId: placeIdOf('ann_alone') }
    car.say({ type: 'settle', facts: old })
    expect(car.car.strays).toEqual([])
  })

  test('checks a deposit whose deadline had passed before, and a new one that was closing', () => {
    const story = new Story().failed('ann')
    expect(story.place('ann').hold.deadlinePassed).toBe(true)
    story.convert('ann')
    const car = opened(story, 'ann')
    expect(car.effects()).toEqual([
      { kind: 'check', participantId: 'par_ann_alone', intentId: 'pi_ann' },
    ])
    const odd = new Story().opened('bob')
    odd.settle('bob', 'returned')
    odd.repaying('bob')
    odd.tick(odd.car.cutoffAt)
    odd.convert('bob')
    const place = odd.place('bob')
    place.renewal = { ...place.renewal, intentId: 'next_bob', state: 'closing' }
    const other = opened(odd, 'bob')
    expect(other.effectsOf(() => other.tick(DEPARTURE))).toContainEqual({
      kind: 'resolve',
      participantId: 'par_bob_alone',
      slot: 'renewal',
    })
  })

  test('keeps the saved card: the deposit is renewed there, and no longer in the failed group', () => {
    const story = new Story()
    story.draft('ann')
    story.attach('ann')
    story.settle('ann', 'held', { card: CARD, captureBefore: DEPARTURE + hours(2) })
    story.tick(story.car.cutoffAt)
    expect(story.place('ann').hold.renewing).toBe('none')
    story.convert('ann')
    const car = opened(story, 'ann')
    expect(car.effectsOf(() => car.tick(DEPARTURE - hours(22)))).toEqual([
      { kind: 'renew', participantId: 'par_ann_alone', attempt: 2 },
    ])
    const wanted = { kind: 'renew', participantId: placeIdOf('ann_alone'), attempt: 2 } as const
    expect(renewalOf(wanted, car.car)?.card).toEqual(CARD)
    expect(renewalOf({ ...wanted, participantId: placeIdOf('ann') }, story.car)).toBeNull()
  })

  test('is closed at once with a refund of the deposit if opened only after departure', () => {
    const story = new Story().failed('ann')
    story.convert('ann')
    story.now = DEPARTURE + hours(1)
    const car = opened(story, 'ann')
    expect(car.car.status).toBe('CLOSED')
    expect(car.car.strays.map((s) => s.intentId)).toEqual(['pi_ann'])
    expect(car.effects().map((e) => e.kind)).toContain('release')
  })
})

describe('cancelling a failed place', () => {
  test('refunds the deposit once', () => {
    const story = new Story().failed('ann')
    expect(story.effectsOf(() => expect(story.cancelFailed('ann')).toBeNull())).toEqual([
      { kind: 'release', participantId: placeIdOf('ann'), intentId: 'pi_ann' },
    ])
    const { version } = story.car
    expect(story.cancelFailed('ann')).toBeNull()
    expect(story.convert('ann')).toBe('operationExpired')
    expect(story.car.version).toBe(version)
    expect(paymentStatusOf(story.place('ann'))).toBe('REFUNDED')
    expect(listOf(standing(story, 'ann'))).toBe('exited')
    story.settle('ann', 'returned')
    expect(story.place('ann').deposit.state).toBe('void')
  })

  test('is refused in a group that has not failed, and to a student who is not in it', () => {
    const story = new Story().opened('ann').joined('bob')
    expect(story.cancelFailed('ann')).toBe('operationExpired')
    expect(story.cancelFailed('cat')).toBe('notFound')
    story.exit('bob')
    story.tick(story.car.cutoffAt)
    expect(story.cancelFailed('bob')).toBe('operationExpired')
  })
})

describe('a failed group with undecided students', () => {
  const days: [string, string][] = [
    ['2026-12-09T12:00Z', '2026-12-10T00:00Z'],
    // One London day of 25 hours, one of 23, and departures close to midnight.
    ['2026-10-24T23:00Z', '2026-10-26T00:00Z'],
    ['2026-10-25T23:59Z', '2026-10-26T00:00Z'],
    ['2027-03-28T00:00Z', '2027-03-28T23:00Z'],
    ['2027-03-28T22:59Z', '2027-03-28T23:00Z'],
    ['2027-03-28T23:00Z', '2027-03-29T23:00Z'],
  ]
  test.each(days)(
    'that was to leave at %s refunds everyone when the London day ends at %s',
    (at, end) => {
      const carpoolAt = Date.parse(at)
      const over = Date.parse(end)
      expect(endOfDeparture(carpoolAt)).toBe(over)
      const story = new Story()
      story.now = carpoolAt - hours(24 * 4)
      story.opened('ann', { carpoolAt }, { flightTime: carpoolAt - hours(1) })
      story.tick(carpoolAt - hours(24) - 1)
      expect(story.car.status).toBe('OPEN')
      story.tick(carpoolAt - hours(24))
      expect(story.car.status).toBe('FAILED')
      story.tick(over - 1)
      expect(nextDue(story.car)).toBe(over)
      expect(actionsOf(standing(story, 'ann'), story.now)).toEqual(['cancelFailed'])
      expect(isExpired(standing(story, 'ann'), story.now)).toBe(false)
      story.now = over
      expect(isExpired(standing(story, 'ann'), story.now)).toBe(true)
      expect(actionsOf(standing(story, 'ann'), story.now)).toEqual([])
      expect(story.convert('ann')).toBe('operationExpired')
      const effects = story.effectsOf(() => story.tick())
      expect(effects).toEqual([
        { kind: 'release', participantId: placeIdOf('ann'), intentId: 'pi_ann' },
        expect.objectContaining({
          kind: 'notice',
          code: 'groupFailedRefunded',
          userId: userOf('ann'),
        }),
      ])
      expect(story.place('ann')).toMatchObject({ seat: 'gone', leaving: 'dayOver' })
      expect(story.cancelFailed('ann')).toBeNull()
      expect(nextDue(story.car)).toBeNull()
    },
  )

  test('refunds only those who did not choose', () => {
    const story = new Story().opened('ann', { maxPassengers: 5 }).joined('bob').joined('cat')
    story.tick(story.car.cutoffAt)
    story.convert('ann')
    story.cancelFailed('bob')
    story.tick(DEPARTURE + hours(24))
    expect(story.car.participants.map((p) => p.leaving)).toEqual([
      'converted',
      'cancelled',
      'dayOver',
    ])
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['pi_bob', 'pi_cat'])
  })

  test('also releases a new deposit in progress', () => {
    const story = new Story().opened('ann')
    story.settle('ann', 'returned')
    story.repaying('ann')
    story.tick(DEPARTURE)
    expect(story.place('ann').renewal).toMatchObject({ intentId: 'next_ann', state: 'closing' })
    story.tick(DEPARTURE + hours(24))
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['next_ann'])
    story.settle('ann', 'returned', { intentId: 'next_ann' })
    expect(story.place('ann').deposit.state).toBe('void')
  })
})
