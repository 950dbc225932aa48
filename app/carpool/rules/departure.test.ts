import { describe, expect, test } from 'vitest'
import { openIntentOf } from '#app/group/rules/payment-step.ts'
import { outstandingOf, shortfallOf } from '#app/group/rules/shortfall.ts'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { ARRIVED, DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { nextDue } from './machine.ts'
import { rules } from './rules.ts'

const alone = () => new Story().opened('ann', { maxPassengers: 1 })
const earned = (name: string, pence: number) => ({
  kind: 'earnPoints',
  participantId: placeIdOf(name),
  userId: userOf(name),
  pence,
})

describe('a group', () => {
  test('is paid when the last one has paid, and everyone is notified once', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    story.paidUp('bob')
    expect(story.car.status).toBe('SUCCESS')
    story.settleBalance('bob', 'captured')
    expect(story.notices().filter((n) => n.startsWith('groupPaid'))).toEqual([
      'groupPaid to usr_ann',
      'groupPaid to usr_bob',
    ])
  })

  test('earns points for money paid, and none for points used', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann', 500).paidUp('bob')
    expect(story.effectsOf(() => story.tick(ARRIVED))).toEqual([
      earned('ann', 9000),
      earned('bob', 9500),
    ])
    const points = new Story().complete(['ann', 'bob']).paidUp('bob')
    points.begin('ann', 7500)
    points.reserved('ann')
    expect(points.effectsOf(() => points.tick(ARRIVED))).toEqual([
      earned('ann', 2000),
      earned('bob', 9500),
    ])
  })

  test('waits for a deposit that is being captured', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob').captured('bob')
    story.paidUp('ann').paidUp('bob').tick(ARRIVED)
    expect(story.car.status).toBe('SUCCESS')
    story.captured('ann')
    expect(story.car.status).toBe('COMPLETED')
  })

  test('departs with a deposit the bank released: that place still owes it', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob').captured('bob')
    story.paidUp('ann').paidUp('bob')
    expect(shortfallOf(rules, story.car)).toBe(0)
    story.settle('ann', 'returned')
    expect(story.car.status).toBe('SUCCESS')
    expect(outstandingOf(rules, story.car, story.place('ann'))).toBe(2000)
    expect(outstandingOf(rules, story.car, story.place('bob'))).toBe(0)
    const effects = story.effectsOf(() => story.tick(ARRIVED))
    expect(story.car.status).toBe('COMPLETED')
    expect(effects).toEqual([earned('ann', 7500), earned('bob', 9500)])
    expect(shortfallOf(rules, story.car)).toBe(2000)
  })

  test('stays finished whatever is read or requested', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
    story.tick(ARRIVED)
    for (const money of ['returned', 'held', 'captured'] as const) {
      story.settle('ann', money)
      story.settleBalance('ann', money)
    }
    story.exit('ann')
    story.convert('ann')
    story.cancelFailed('ann')
    story.repaying('ann')
    story.begin('ann')
    story.tick(DEPARTURE + hours(1000))
    expect(story.car.status).toBe('COMPLETED')
    expect(story.place('ann')).toMatchObject({ seat: 'taken', deposit: { state: 'paid' } })
    expect(story.car.strays).toEqual([])
  })
})

describe('a private car', () => {
  test('is paid once at the price of the car: the balance by card, then the deposit is captured', () => {
    const story = alone()
    expect(story.effects().filter((e) => e.kind === 'capture')).toEqual([])
    expect(story.effectsOf(() => story.paidUp('ann'))).toEqual([
      { kind: 'capture', participantId: placeIdOf('ann'), intentId: 'pi_ann', amount: 2000 },
    ])
    expect(story.car.status).toBe('PRIVATE')
    story.captured('ann')
    expect(story.effectsOf(() => story.tick(ARRIVED))).toEqual([earned('ann', 18000)])
    expect(story.car.status).toBe('COMPLETED')
    expect(nextDue(story.car)).toBeNull()
  })

  test('that departs unpaid is closed and its deposit refunded, since the student had no car', () => {
    const story = alone()
    const effects = story.effectsOf(() => story.tick(DEPARTURE)).filter((e) => e.kind !== 'check')
    expect(effects).toEqual([
      { kind: 'release', participantId: placeIdOf('ann'), intentId: 'pi_ann' },
      expect.objectContaining({ kind: 'notice', code: 'privateUnpaid', userId: userOf('ann') }),
    ])
    expect(story.car.status).toBe('CLOSED')
    expect(story.place('ann')).toMatchObject({ seat: 'gone', leaving: 'departed' })
    expect(paymentStatusOf(story.place('ann'))).toBe('REFUNDED')
    story.settle('ann', 'returned')
    expect(story.place('ann').deposit.state).toBe('void')
    expect(nextDue(story.car)).toBeNull()
  })

  test.each([
    ['captured', 'PRIVATE', 'taken'],
    ['returned', 'CLOSED', 'gone'],
  ] as const)(
    'waits at departure for a payment in progress: %s, then %s',
    (money, status, seat) => {
      const story = alone()
      story.tick(DEPARTURE - minutes(5))
      story.paying('ann').tick(DEPARTURE + hours(1))
      expect(story.car.status).toBe('PRIVATE_PENDING_PAYMENT')
      story.settleBalance('ann', money)
      expect(story.car.status).toBe(status)
      expect(story.place('ann').seat).toBe(seat)
      if (status !== 'PRIVATE') return
      story.captured('ann')
      story.tick(ARRIVED)
      expect(story.car.status).toBe('COMPLETED')
    },
  )

  test('that costs no more than the deposit is paid with it at once, and only that much is captured', () => {
    const story = new Story().opened('ann', { maxPassengers: 1, prices: [1500] })
    expect(story.car.status).toBe('PRIVATE')
    expect(story.effects().filter((e) => e.kind === 'capture')).toEqual([
      { kind: 'capture', participantId: placeIdOf('ann'), intentId: 'pi_ann', amount: 1500 },
    ])
  })

  test('departs although the bank released its deposit at the last moment, and owes it', () => {
    const story = alone().paidUp('ann')
    story.settle('ann', 'returned')
    const capture = {
      kind: 'capture',
      participantId: placeIdOf('ann'),
      intentId: 'pi_ann',
      amount: 2000,
    } as const
    expect(openIntentOf(capture, story.car)).toBeNull()
    story.tick(ARRIVED)
    expect(story.car.status).toBe('COMPLETED')
    expect(story.place('ann')).toMatchObject({ seat: 'taken', balance: { paid: 16000 } })
    expect(shortfallOf(rules, story.car)).toBe(2000)
  })
})

describe('a payment known only after departure', () => {
  test('fails the group and refunds everyone when no time is left to pay the balances', () => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.now = story.car.cutoffAt - minutes(1)
    story.hold('bob')
    story.attach('bob')
    story.tick(DEPARTURE + minutes(1))
    expect(story.place('bob').seat).toBe('lapsing')
    story.settle('bob', 'held')
    expect(story.car.status).toBe('FAILED')
    story.tick(DEPARTURE + hours(24))
    expect(story.car.participants.map((p) => [p.leaving, p.deposit.state])).toEqual([
      ['dayOver', 'returning'],
      ['dayOver', 'returning'],
    ])
  })

  test('opens no draft that has departed', () => {
    for (const [people, ends] of [
      [1, 'FAILED'],
      [3, 'FAILED'],
    ] as const) {
      const story = new Story()
      story.draft('ann', { maxPassengers: 3 }, { people })
      story.attach('ann')
      story.tick(DEPARTURE + minutes(1))
      story.settle('ann', 'held')
      expect(story.car.status).toBe(ends)
    }
    const car = new Story()
    car.draft('ann', { maxPassengers: 1 })
    car.attach('ann')
    car.tick(DEPARTURE + minutes(1))
    car.settle('ann', 'held')
    expect(car.car.status).toBe('CLOSED')
    expect(car.place('ann').leaving).toBe('departed')
  })
})
