import { describe, expect, test } from 'vitest'
import { nextDue } from '#app/carpool/rules/machine.ts'
import { actionFactsOf, listOf } from '#app/carpool/rules/permissions.ts'
import { hours } from '#app/kernel/limits.ts'
import { nextDue as nextDueOfTrip } from '#app/trip/rules/machine.ts'
import { CAR, CARD, DEPARTURE, having, NOW, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { Story as Trip } from '#tests/kit/trip.ts'
import { openIntentOf, stepFor } from './payment-step.ts'
import { refundsOf } from './refund.ts'

const release = (name: string, intentId = `pi_${name}`) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId,
})
const notice = (name: string) => `groupCancelled to ${userOf(name)}`

/** Carpools in every state an administrator may cancel, each with ann in it. */
const CARPOOLS: Record<string, () => Story> = {
  PENDING: () => having(new Story(), (story) => story.draft('ann')),
  OPEN: () => new Story().opened('ann').joined('bob'),
  FULL: () => having(new Story().opened('ann').joined('bob'), (story) => story.hold('cat')),
  SUCCESS_PENDING_PAYMENT: () => new Story().complete(['ann', 'bob']),
  SUCCESS: () => new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'),
  FAILED: () => new Story().failed('ann'),
  PRIVATE_PENDING_PAYMENT: () => new Story().opened('ann', { maxPassengers: 1 }),
  PRIVATE: () => new Story().opened('ann', { maxPassengers: 1 }).paidUp('ann'),
}
const TRIPS: Record<string, () => Trip> = {
  PENDING: () => having(new Trip(), (story) => story.draft('ann')),
  OPEN: () => new Trip().opened('ann').joined('bob'),
  FULL: () => new Trip().opened('ann', { maxPassengers: 2 }).joined('bob'),
  SUCCESS: () => new Trip().confirmed(['ann', 'bob']).paidUp('ann'),
}

describe.each(Object.entries(CARPOOLS))('a carpool that is %s', (status, make) => {
  test('is cancelled at once: no seat is kept, nothing is due, and it is recorded once', () => {
    const story = make()
    expect(story.car.status).toBe(status)
    expect(story.cancelGroup()).toBeNull()
    expect(story.car).toMatchObject({
      status: 'CANCELLED',
      cancelled: { at: story.now, by: 'adm_one' },
    })
    expect(story.car.participants.filter((p) => p.seat === 'held' || p.seat === 'taken')).toEqual(
      [],
    )
    expect(nextDue(story.car)).toBeNull()
    const { version } = story.car
    expect(story.cancelGroup('adm_two')).toBeNull()
    story.tick(DEPARTURE + 1)
    expect(story.car.version).toBe(version)
  })

  test('keeps the refund promised to each passenger', () => {
    const story = make()
    const refunds = refundsOf(story.car)
    story.cancelGroup()
    expect(story.car.cancelled?.refunds).toEqual(refunds)
  })

  test('notifies everyone who had a seat once, and logs who cancelled it', () => {
    const story = make()
    const names = story.car.participants.map((p) => p.userId.slice(4))
    const before = story.notices().length
    const effects = story.effectsOf(() => story.cancelGroup('adm_two'))
    expect(story.notices().slice(before).sort()).toEqual(names.map(notice).sort())
    expect(effects.filter((e) => e.kind === 'audit')).toMatchObject([
      { by: 'adm_two', action: 'groupCancelled', subject: CAR, at: story.now, before: { status } },
    ])
  })
})

describe.each(Object.entries(TRIPS))('a trip that is %s', (status, make) => {
  test('is cancelled at once, and everyone is notified', () => {
    const story = make()
    expect(story.trip.status).toBe(status)
    const names = story.trip.participants.map((p) => p.userId.slice(4))
    const before = story.notices().length
    expect(story.cancelGroup()).toBeNull()
    expect(story.trip.status).toBe('CANCELLED')
    expect(nextDueOfTrip(story.trip)).toBeNull()
    expect(story.notices().slice(before).sort()).toEqual(names.map(notice).sort())
  })
})

describe('a finished group is not cancelled:', () => {
  const over: [string, Story | Trip][] = [
    [
      'a carpool that is completed',
      new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'),
    ],
    ['a carpool that is closed', new Story().complete(['ann', 'bob'])],
    ['a carpool that its last person left', new Story().opened('ann')],
    ['a failed carpool that everybody has left', new Story().failed('ann')],
    ['a trip that failed', new Trip().opened('ann', { minPassengers: 2 })],
    ['a trip that is completed', new Trip().confirmed(['ann', 'bob'])],
  ]
  test.each(over)('%s', (what, story) => {
    if (what.includes('last person')) story.exit('ann')
    else if (story instanceof Story && what.includes('everybody')) story.cancelFailed('ann')
    else story.tick(story instanceof Story ? DEPARTURE + hours(12) : story.trip.tripEndAt)
    const { length } = story.events
    expect(story.cancelGroup()).toBe('operationExpired')
    expect(story.refusal?.params).toEqual({ context: 'group' })
    expect(story.events.length).toBe(length)
  })

  test('one whose departure turns out to be past at that moment', () => {
    const story = new Story().complete(['ann', 'bob'])
    story.now = DEPARTURE
    expect(story.cancelGroup()).toBe('operationExpired')
  })
})

describe('refunds:', () => {
  test('a hold is released, a captured deposit and balance are refunded, points are returned', () => {
    const story = new Story().complete(['ann', 'bob'])
    story.paidUp('ann', 500)
    const effects = story.effectsOf(() => story.cancelGroup())
    expect(effects).toContainEqual(release('ann'))
    expect(effects).toContainEqual(release('ann', 'bal_ann'))
    expect(effects).toContainEqual(release('bob'))
    expect(effects).toContainEqual({
      kind: 'returnPoints',
      participantId: placeIdOf('ann'),
      userId: userOf('ann'),
      attempt: 1,
    })
    expect(story.place('ann')).toMatchObject({ seat: 'gone', leaving: 'groupCancelled' })
    story.settle('ann', 'returned')
    expect(story.place('ann').deposit.state).toBe('returning')
    story.settleBalance('ann', 'returned')
    expect(story.place('ann').deposit.state).toBe('void')
  })

  test('a balance being paid at that moment is refunded when it arrives', () => {
    const story = new Story().complete(['ann', 'bob']).paying('ann')
    story.cancelGroup()
    expect(story.car.strays.map((s) => s.intentId)).toContain('bal_ann')
    const { version } = story.car
    story.settleBalance('ann', 'captured')
    expect(story.car.version).toBe(version)
    expect(story.place('ann').balance.state).not.toBe('paid')
  })

  test('a payment whose intent was not known yet is released when it arrives, and nobody is notified twice', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.cancelGroup()
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'groupCancelled' })
    const effects = story.effectsOf(() => story.settle('bob', 'held'))
    expect(effects).toEqual([release('bob')])
    expect(story.effectsOf(() => story.settle('bob', 'returned', { authorised: true }))).toEqual([])
    expect(story.attach('bob', 'pi_late')).toBe('holdExpired')
  })

  test.each(['held', 'captured'] as const)(
    'a hold at the card that then %s is released',
    (money) => {
      const story = new Story().opened('ann')
      story.hold('bob')
      story.attach('bob')
      const [effect] = story
        .effectsOf(() => story.cancelGroup())
        .filter((e) => e.kind === 'resolve')
      expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'groupCancelled' })
      if (effect?.kind !== 'resolve') throw new Error('nobody looks at it')
      expect(openIntentOf(effect, story.car)).toBe('pi_bob')
      expect(stepFor(effect, story.car, story.facts('bob', money))).toEqual({ do: 'release' })
      story.settle('bob', money)
      expect(story.place('bob').seat).toBe('lapsing')
      expect(story.effectsOf(() => story.settle('bob', 'returned', { authorised: true }))).toEqual(
        [],
      )
      expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'groupCancelled' })
    },
  )

  test('a student whose time ran out while being checked does not get the seat back', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.attach('bob')
    story.tick(story.place('bob').holdExpiresAt)
    expect(story.place('bob').leaving).toBe('expired')
    story.cancelGroup()
    story.settle('bob', 'held')
    expect(story.place('bob')).toMatchObject({ seat: 'lapsing', leaving: 'groupCancelled' })
  })

  test('a student who had given up is not notified', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    story.attach('bob')
    story.giveUp('bob')
    story.cancelGroup()
    expect(story.place('bob').leaving).toBe('givenUp')
    expect(story.notices()).toEqual([notice('ann')])
  })

  test('a deposit being renewed is released however the renewal ends', () => {
    const story = new Story()
    story.draft(
      'ann',
      { carpoolAt: NOW + 24 * 12 * 3_600_000 },
      { flightTime: NOW + 24 * 12 * 3_600_000 - 1 },
    )
    story.attach('ann')
    story.settle('ann', 'held', { card: CARD })
    story.tick(NOW + 24 * 6.5 * 3_600_000)
    expect(story.place('ann').hold.renewing).toBe('due')
    story.cancelGroup()
    const { attempt } = story.place('ann').deposit
    const renewed = story.effectsOf(() =>
      story.settle('ann', 'held', { intentId: 'pi_renewed', attempt }),
    )
    expect(renewed).toEqual([release('ann', 'pi_renewed')])
  })

  test('students who converted keep their private cars', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 }).joined('bob')
    story.tick(story.car.cutoffAt)
    story.convert('ann')
    story.cancelGroup()
    expect(story.place('ann')).toMatchObject({
      leaving: 'converted',
      convertedTo: { carpoolId: 'car_ann_alone' },
    })
    expect(story.place('bob')).toMatchObject({ leaving: 'groupCancelled' })
    expect(story.notices().filter((n) => n.startsWith('groupCancelled'))).toEqual([notice('bob')])
    expect(listOf(actionFactsOf(story.car, story.place('ann')))).toBe('exited')
    expect(listOf(actionFactsOf(story.car, story.place('bob')))).toBe('history')
  })
})

describe('afterwards', () => {
  const cancelled = () =>
    having(new Story().opened('ann').joined('bob'), (story) => story.cancelGroup())
  test('nobody joins, pays or changes anything', () => {
    const story = cancelled()
    expect(story.hold('cat')).toBe('notOpen')
    expect(story.begin('ann')).toBe('notFound')
    expect(story.edit('ann', { bag: 3 })).toBe('notFound')
    expect(story.draft('ann')).toBe('holdExpired')
    expect(story.cancelFailed('ann')).toBe('operationExpired')
    expect(story.convert('ann')).toBe('operationExpired')
  })
  test('anyone leaving or giving up has already been removed', () => {
    const story = cancelled()
    const { version } = story.car
    expect(story.exit('ann')).toBeNull()
    expect(story.giveUp('bob')).toBeNull()
    expect(story.car.version).toBe(version)
  })
})

describe('the refund preview:', () => {
  const part = (intentId: string | null, action: string, amount: number) => ({
    intentId,
    action,
    amount,
  })
  test('held, captured, paid with points, and not paid at all', () => {
    const story = new Story().complete(['ann', 'bob', 'cat'])
    story.paidUp('ann', 500).paying('bob')
    const { paid } = story.place('ann').balance
    const [ann, bob] = refundsOf(story.car)
    expect(ann).toEqual({
      participantId: placeIdOf('ann'),
      userId: userOf('ann'),
      people: 1,
      deposit: part('pi_ann', 'refund', 2000),
      balance: part('bal_ann', 'refund', paid ?? Number.NaN),
      points: 500,
      total: 2000 + (paid ?? Number.NaN),
    })
    expect(bob).toMatchObject({ balance: part('bal_bob', 'none', 0), points: 0, total: 2000 })

    const open = new Story().opened('ann').joined('bob')
    open.hold('cat')
    expect(refundsOf(open.car)).toMatchObject([
      { deposit: part('pi_ann', 'release', 2000), total: 2000 },
      { deposit: part('pi_bob', 'release', 2000), total: 2000 },
      { deposit: part(null, 'none', 0), total: 0 },
    ])
  })
  test('on a trip, deposit and balance are both refunded', () => {
    const story = new Trip().confirmed(['ann', 'bob']).paidUp('ann')
    expect(refundsOf(story.trip).map((r) => [r.deposit.action, r.balance.action, r.total])).toEqual(
      [
        ['refund', 'refund', 2000 + story.trip.balancePrice],
        ['refund', 'none', 2000],
      ],
    )
  })
  test('students who left or gave up are not listed', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('bob')
    story.hold('cat')
    story.attach('cat')
    story.giveUp('cat')
    expect(story.place('cat').seat).toBe('lapsing')
    expect(refundsOf(story.car).map((r) => r.userId)).toEqual([userOf('ann')])
  })
})

describe('the price of a trip', () => {
  test('set by an administrator is logged with the price before; without a known administrator it is not', () => {
    const story = new Trip().opened('ann', { balancePrice: 3000 })
    const effects = story.effectsOf(() =>
      story.say({ type: 'setBalancePrice', balancePrice: 4500, by: 'adm_one' }),
    )
    const { version, id } = story.trip
    expect(effects).toEqual([
      {
        kind: 'audit',
        id: `balancePriceSet:${id}:${version}`,
        at: story.now,
        by: 'adm_one',
        action: 'balancePriceSet',
        subject: id,
        before: { balancePrice: 3000 },
        after: { balancePrice: 4500 },
      },
      expect.objectContaining({
        kind: 'notice',
        code: 'tripPriceRaised',
        userId: userOf('ann'),
        params: expect.objectContaining({ from: 3000, amount: 4500, until: story.trip.cutoffAt }),
      }),
    ])
    expect(story.effectsOf(() => story.setPrice(2000))).toEqual([])
  })
})
