import { describe, expect, test } from 'vitest'
import { effectsOf } from '#app/group/rules/effects-of.ts'
import { HOLD_MS, hours } from '#app/kernel/limits.ts'
import { NOW, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { rules } from './rules.ts'

describe('an intent', () => {
  test('is attached once per attempt, and not to a place that has ended', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    expect(story.attach('bob', 'pi_1')).toBeNull()
    expect(story.attach('bob', 'pi_1')).toBeNull()
    story.attach('bob', 'pi_2')
    expect(story.place('bob').deposit.intentId).toBe('pi_1')
    story.settle('bob', 'returned', { intentId: 'pi_1' })
    expect(story.place('bob')).toMatchObject({
      seat: 'held',
      deposit: { attempt: 2, intentId: null },
    })
    story.attach('bob', 'pi_late', 1)
    expect(story.place('bob').deposit.intentId).toBeNull()
    story.attach('bob', 'pi_2', 2)
    expect(story.place('bob').deposit.intentId).toBe('pi_2')
    story.tick(NOW + HOLD_MS)
    expect(story.attach('bob', 'pi_3', 2)).toBe('holdExpired')
    expect(story.attach('ann', 'pi_3')).toBe('alreadyPaid')
    expect(story.attach('ann', 'pi_ann')).toBeNull()
  })

  test('refused because time has run out leaves nothing behind', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.now += HOLD_MS
    expect(story.attach('bob')).toBe('holdExpired')
  })
})

describe('settling', () => {
  test('a held deposit confirms the seat; repeating it changes nothing', () => {
    const story = new Story().opened('ann').joined('bob')
    const { version } = story.car
    for (const money of ['held', 'unpaid', 'processing', 'held'] as const)
      story.settle('bob', money)
    expect(story.car.version).toBe(version)
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { state: 'held' } })
  })

  test('a payment that arrives before its intent was recorded still finds its seat', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.settle('bob', 'unpaid')
    expect(story.car.strays).toEqual([])
    story.settle('bob', 'held')
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { intentId: 'pi_bob' } })
  })

  test('a payment after the end of the hold or after the cutoff keeps the seat reserved for it', () => {
    const late = new Story().opened('ann', { maxPassengers: 2 })
    late.hold('bob')
    late.attach('bob')
    late.now += HOLD_MS * 3
    expect(late.settle('bob', 'held')).toBeNull()
    expect(late.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    const cutoff = new Story().opened('ann', { maxPassengers: 2 })
    cutoff.now = cutoff.car.cutoffAt - 1
    cutoff.hold('bob')
    cutoff.attach('bob')
    cutoff.tick(cutoff.car.cutoffAt)
    expect(cutoff.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'cutoff' })
    expect(cutoff.car.status).toBe('FULL')
    cutoff.settle('bob', 'held')
    expect(cutoff.car.status).toBe('SUCCESS_PENDING_PAYMENT')
  })

  test('money for a place that has ended is released once, and the student is notified when it is back', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.giveUp('bob')
    story.settle('bob', 'held')
    story.settle('bob', 'held')
    expect(story.car.strays).toEqual([
      { intentId: 'pi_bob', participantId: placeIdOf('bob'), purpose: 'deposit', unexpected: true },
    ])
    expect(story.events.filter((e) => e.type === 'strayFound')).toHaveLength(1)
    story.settle('bob', 'returned', { authorised: true })
    story.settle('bob', 'held')
    expect(story.car.strays).toEqual([])
    expect(story.events.at(-1)).toMatchObject({ type: 'strayReturned', authorised: true })
  })

  test('a second intent of a paid place is released', () => {
    const story = new Story().opened('ann')
    story.settle('ann', 'held', { intentId: 'pi_twice' })
    expect(story.car.strays).toHaveLength(1)
    expect(story.place('ann')).toMatchObject({ seat: 'taken', deposit: { intentId: 'pi_ann' } })
  })

  test('a hold that the bank releases keeps the seat and reports the deposit as released', () => {
    const story = new Story().opened('ann')
    story.settle('ann', 'returned')
    expect(story.place('ann')).toMatchObject({ seat: 'taken', deposit: { state: 'lost' } })
    story.settle('ann', 'held')
    expect(story.place('ann').deposit.state).toBe('lost')
    expect(story.car.status).toBe('OPEN')
  })

  test('news that an unused intent was cancelled does not end a hold that is being checked', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.attach('bob')
    story.tick(NOW + HOLD_MS)
    story.settle('bob', 'returned', { intentId: 'pi_unused' })
    expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'expired' })
    story.settle('bob', 'held')
    expect(story.place('bob')).toMatchObject({ seat: 'taken', deposit: { intentId: 'pi_bob' } })
  })

  test('a payment of an unknown place is refused', () => {
    const story = new Story().opened('ann')
    expect(story.settle('bob', 'held')).toBe('notFound')
    expect(new Story().settle('bob', 'held')).toBe('notFound')
  })
})

describe('giving up', () => {
  test('waits for a hold with an intent until the money is known to be back, paid or not', () => {
    for (const paid of [false, true]) {
      const story = new Story().opened('ann')
      story.hold('bob')
      story.attach('bob')
      expect(story.giveUp('bob')).toBeNull()
      expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'givenUp' })
      if (paid) story.settle('bob', 'held')
      expect(story.place('bob').seat).toBe('lapsing')
      story.settle('bob', 'returned')
      expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'givenUp' })
    }
  })

  test('refunds a payment in progress on a hold that is already lapsing', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.attach('bob')
    story.tick(NOW + HOLD_MS)
    story.giveUp('bob')
    story.settle('bob', 'held')
    expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'givenUp' })
  })

  test('is refused for a confirmed seat, not ignored', () => {
    const story = new Story().opened('ann').joined('bob')
    expect(story.giveUp('bob')).toBe('alreadyPaid')
    expect(story.place('bob').seat).toBe('taken')
  })
})

describe('completion and cutoff', () => {
  test('the group is complete when every seat is confirmed, and each held deposit is captured', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 })
    story.hold('bob', { people: 2 })
    story.attach('bob')
    expect(story.car.status).toBe('FULL')
    story.settle('bob', 'held')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    const effects = effectsOf(
      rules,
      { type: 'statusChanged', to: 'SUCCESS_PENDING_PAYMENT' },
      story.car,
    )
    expect(effects.filter((e) => e.kind === 'capture')).toEqual([
      { kind: 'capture', participantId: placeIdOf('ann'), intentId: 'pi_ann', amount: 2000 },
      { kind: 'capture', participantId: placeIdOf('bob'), intentId: 'pi_bob', amount: 2000 },
    ])
    story.settle('bob', 'captured')
    expect(story.place('bob').deposit).toMatchObject({ state: 'paid', paid: 2000 })
    story.settle('bob', 'held')
    expect(story.place('bob').deposit.state).toBe('paid')
  })

  test('no more is captured than is owed', () => {
    const story = new Story().opened('ann', {
      maxPassengers: 2,
      prices: [5000, 1500, 1200, 1000, 900],
    })
    story.joined('bob')
    const amounts = effectsOf(
      rules,
      { type: 'statusChanged', to: 'SUCCESS_PENDING_PAYMENT' },
      story.car,
    )
    expect(amounts.filter((e) => e.kind === 'capture').map((e) => e.amount)).toEqual([1500, 1500])
  })

  test('a deposit that the bank has released is not captured', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.settle('ann', 'returned')
    story.joined('bob')
    const effects = effectsOf(
      rules,
      { type: 'statusChanged', to: 'SUCCESS_PENDING_PAYMENT' },
      story.car,
    )
    expect(effects.flatMap((e) => (e.kind === 'capture' ? [e.participantId] : []))).toEqual([
      placeIdOf('bob'),
    ])
  })

  test('an incomplete group fails at the cutoff, not before, and stays failed', () => {
    const story = new Story().opened('ann').joined('bob')
    story.tick(story.car.cutoffAt - 1)
    expect(story.car.status).toBe('OPEN')
    story.tick(story.car.cutoffAt)
    expect(story.car.status).toBe('FAILED')
    story.tick(story.car.carpoolAt + hours(48))
    expect(story.car.status).toBe('FAILED')
    expect(story.car.participants.map((p) => p.leaving)).toEqual(['dayOver', 'dayOver'])
  })

  test('nothing is decided at the cutoff while a payment is undecided', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.now = story.car.cutoffAt - 60_000
    story.hold('bob')
    story.attach('bob')
    story.tick(story.car.cutoffAt + hours(5))
    expect(story.car.status).toBe('FULL')
    story.settle('bob', 'returned')
    expect(story.car.status).toBe('FAILED')
  })

  test('a hold without an intent does not delay the cutoff', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.now = story.car.cutoffAt - 60_000
    story.hold('bob')
    story.tick(story.car.cutoffAt)
    expect(story.car.status).toBe('FAILED')
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'cutoff' })
  })
})
