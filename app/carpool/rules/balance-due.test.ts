import { describe, expect, test } from 'vitest'
import type { Effect } from '#app/group/rules/effect.ts'
import { evolveAll } from '#app/group/rules/evolve.ts'
import { openMoneyOf } from '#app/group/rules/open-money.ts'
import { shortfallOf } from '#app/group/rules/shortfall.ts'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { ARRIVED, DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { nextDue } from './machine.ts'
import { actionFactsOf, actionsOf, balanceDueOf, listOf } from './permissions.ts'
import { owedBy } from './pricing.ts'
import { rules } from './rules.ts'
import type { CarpoolState } from './state.ts'

const FIVE = ['ann', 'bob', 'cat', 'dan', 'eve']
const earned = (name: string, pence: number) => ({
  kind: 'earnPoints',
  participantId: placeIdOf(name),
  userId: userOf(name),
  pence,
})
/** These groups complete long before their cutoff, so balances are due at the cutoff. */
const DUE = DEPARTURE - hours(24)
const notices = (effects: Effect[]) =>
  effects.flatMap((e) => (e.kind === 'notice' ? [`${e.code} ${e.userId.slice(4)}`] : []))

describe('when the balances of five people are due', () => {
  /** All 32 combinations of which of five people have paid their balances. */
  const outcomes = Array.from({ length: 32 }, (_, bits) =>
    FIVE.filter((_name, i) => (bits >> i) & 1),
  )

  test.each(outcomes.map((paid) => [paid.join(' ') || 'nobody', paid] as const))(
    'with the balance of %s paid',
    (_names, paid) => {
      const story = new Story().complete(FIVE)
      for (const name of paid) story.paidUp(name)
      const unpaid = FIVE.filter((name) => !paid.includes(name))
      const before = unpaid.length === 0 ? 'SUCCESS' : 'SUCCESS_PENDING_PAYMENT'
      expect(story.car.status).toBe(before)
      story.tick(DUE - 1)
      expect(story.car.status).toBe(before)
      expect(shortfallOf(rules, story.car)).toBe(0)

      const effects = story.effectsOf(() => story.tick(DUE))
      expect(story.car.status).toBe(paid.length === 0 ? 'CLOSED' : 'SUCCESS')
      for (const name of FIVE) {
        const p = story.place(name)
        const has = paid.includes(name)
        // £46 each, whoever pays it; £20 of that is the deposit, which we keep from anyone who paid
        // no more.
        expect(p.deposit).toMatchObject({ state: 'paid', paid: 2000 })
        expect(p.balance.paid).toBe(has ? 2600 : 0)
        expect(owedBy(story.car, p)).toBe(4600)
        expect(p).toMatchObject(
          has ? { seat: 'taken', leaving: null } : { seat: 'gone', leaving: 'unpaid' },
        )
        expect(paymentStatusOf(p)).toBe(has ? 'PAID' : 'DEPOSIT')
        expect(story.begin(name)).toBe(has ? 'alreadyPaid' : 'operationExpired')
        const standing = actionFactsOf(story.car, p)
        expect(listOf(standing)).toBe(has ? 'joined' : 'history')
        expect(actionsOf(standing, story.now)).toEqual(has ? ['changeFlight'] : [])
      }
      // The car went for five and is paid for by those who are left; a closed group has no
      // shortfall.
      expect(shortfallOf(rules, story.car)).toBe(paid.length === 0 ? 0 : unpaid.length * 2600)
      expect(effects.every((e) => e.kind === 'notice')).toBe(true)
      expect(notices(effects)).toEqual([
        ...unpaid.map((name) => `placeReleased ${name}`),
        ...(unpaid.length > 0 ? paid.map((name) => `groupPaid ${name}`) : []),
      ])

      const after = story.effectsOf(() => story.tick(ARRIVED))
      expect(story.car.status).toBe(paid.length === 0 ? 'CLOSED' : 'COMPLETED')
      expect(after).toEqual(paid.map((name) => earned(name, 4600)))
      expect(nextDue(story.car)).toBeNull()
      expect(story.car.strays).toEqual([])
    },
  )
})

describe('the due time of a balance', () => {
  const completedAt = (at: Instant) => {
    const story = new Story().opened('ann', { maxPassengers: 2 })
    story.hold('bob')
    story.attach('bob')
    story.now = Math.min(at, story.car.cutoffAt - 1)
    story.hold('bob')
    story.attach('bob')
    story.tick(at)
    story.settle('bob', 'held')
    return story.captured('ann', 'bob')
  }

  test.each([
    ['long before the cutoff', DUE - hours(100), DUE],
    ['12 hours before it', DUE - hours(12), DUE],
    ['an hour before it', DUE - hours(1), DUE + hours(11)],
    ['a moment before it', DUE - 1, DUE + hours(12) - 1],
    ['after it, its last payment known late', DUE + hours(5), DUE + hours(17)],
    ['so late that 12 hours are beyond departure', DEPARTURE - hours(3), DEPARTURE],
  ])('for a group that completes %s', (_when, at, due) => {
    const story = completedAt(at)
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    expect(balanceDueOf(story.car)).toBe(due)
    expect(nextDue(story.car)).toBe(due)
    const told = story.effects().find((e) => e.kind === 'notice' && e.code === 'groupComplete')
    expect(told).toMatchObject({ params: { amount: 7500, dueAt: due } })
    story.now = due - 1
    expect(story.begin('ann')).toBeNull()
    story.now = due
    expect(story.begin('bob')).toBe('operationExpired')
  })

  test('is the departure where the group completed before due times were stored, as announced then', () => {
    const story = new Story().complete(['ann', 'bob'])
    story.state = evolveAll<CarpoolState>(
      null,
      story.events.map((e) => (e.type === 'statusChanged' ? { type: e.type, to: e.to } : e)),
    )
    expect(story.car.completedAt).toBeNull()
    expect(nextDue(story.car)).toBe(DEPARTURE)
    story.tick(DEPARTURE - 1)
    story.paidUp('ann')
    expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
    story.tick(DEPARTURE)
    expect(story.place('bob').leaving).toBe('unpaid')
    expect(story.car.status).toBe('SUCCESS')
  })

  test('for a private car is its departure', () => {
    expect(balanceDueOf(new Story().opened('ann', { maxPassengers: 1 }).car)).toBe(DEPARTURE)
  })
})

describe('a place with a payment in progress when balances are due', () => {
  const three = () => new Story().complete(['ann', 'bob', 'cat']).paidUp('ann')

  test.each([
    ['captured', 'SUCCESS', 'taken'],
    ['returned', 'SUCCESS', 'gone'],
  ] as const)(
    'is decided by the payment’s status: %s, then %s and its seat %s',
    (money, status, seat) => {
      const story = three()
      story.tick(DUE - minutes(5))
      story.paying('bob')
      const effects = story.effectsOf(() => story.tick(DUE))
      expect(story.place('bob')).toMatchObject({ seat: 'taken', balance: { state: 'closing' } })
      expect(story.place('cat').leaving).toBe('unpaid')
      expect(notices(effects)).toEqual([
        'placeReleased cat',
        'othersReleased ann',
        'othersReleased bob',
      ])
      // Stripe is silent, for days if need be: nothing is decided, and no alarm spins.
      story.tick(DEPARTURE + hours(3))
      expect(story.car.status).toBe('SUCCESS_PENDING_PAYMENT')
      expect(nextDue(story.car)).toBeNull()
      for (const old of ['unpaid', 'processing'] as const) story.settleBalance('bob', old)
      expect(story.place('bob').seat).toBe('taken')
      story.now = DUE + hours(1)
      story.settleBalance('bob', money)
      story.settleBalance('bob', money)
      expect(story.car.status).toBe(status)
      expect(story.place('bob').seat).toBe(seat)
      const paid = story.notices().filter((n) => n.startsWith('groupPaid'))
      expect(paid).toEqual(
        ['ann', ...(seat === 'taken' ? ['bob'] : [])].map((n) => `groupPaid to usr_${n}`),
      )
    },
  )

  test('gives its points back before it is released', () => {
    const story = three().paidUp('cat')
    story.tick(DUE - minutes(5))
    story.begin('bob', 500)
    const effects = story.effectsOf(() => story.tick(DUE))
    expect(effects.map((e) => (e.kind === 'notice' ? e.code : e.kind))).toEqual([
      'returnPoints',
      'placeReleased',
      'groupPaid',
      'groupPaid',
    ])
    story.reserved('bob', true, 1)
    expect(story.place('bob').balance.state).toBe('open')
    expect(story.effectsOf(() => story.settleBalance('bob', 'captured', { amount: 4800 }))).toEqual(
      [{ kind: 'release', participantId: placeIdOf('bob'), intentId: 'bal_bob' }],
    )
    expect(story.place('bob')).toMatchObject({ seat: 'gone', deposit: { state: 'paid' } })
  })

  test('waits until its deposit has been captured, so that the deposit is kept', () => {
    const story = new Story()
      .opened('ann', { maxPassengers: 2 })
      .joined('bob')
      .captured('bob')
      .paidUp('bob')
    story.tick(DUE)
    expect(story.place('ann')).toMatchObject({ seat: 'taken', deposit: { state: 'held' } })
    expect(nextDue(story.car)).toBeNull()
    story.captured('ann')
    expect(story.place('ann')).toMatchObject({ leaving: 'unpaid', deposit: { state: 'paid' } })
    expect(story.car).toMatchObject({ status: 'SUCCESS', strays: [] })
  })

  test('keeps no money if the bank has released its deposit, and reports that', () => {
    const story = new Story()
      .opened('ann', { maxPassengers: 2 })
      .joined('bob')
      .captured('bob')
      .paidUp('bob')
    story.settle('ann', 'returned')
    const effects = story.effectsOf(() => story.tick(DUE))
    expect(effects[0]).toMatchObject({ code: 'placeReleased', params: { amount: 0 } })
    expect(story.place('ann')).toMatchObject({
      leaving: 'unpaid',
      deposit: { state: 'void' },
    })
    expect(shortfallOf(rules, story.car)).toBe(9500)
  })

  test('is released once despite duplicate or late events, and later money for it is refunded', () => {
    const story = three().paidUp('cat')
    story.tick(DUE)
    const { version } = story.car
    for (const money of ['held', 'captured', 'unpaid'] as const) story.settle('bob', money)
    story.tick(DUE + 1)
    expect(story.car.version).toBe(version)
    const effects = story.effectsOf(() => story.settleBalance('bob', 'captured', { amount: 4800 }))
    expect(effects).toEqual([
      { kind: 'release', participantId: placeIdOf('bob'), intentId: 'bal_bob' },
    ])
    expect(openMoneyOf(story.car, userOf('bob'))).toEqual([
      { participantId: placeIdOf('bob'), why: 'returning' },
    ])
    story.settleBalance('bob', 'returned', { authorised: true })
    expect(story.notices().at(-1)).toBe('balanceReturned to usr_bob')
    expect(openMoneyOf(story.car, userOf('bob'))).toEqual([])
  })

  test('leaves the seats of those who were released to others, and to themselves', () => {
    const story = three()
    story.tick(DUE)
    story.now = DUE + 1
    expect(story.hold('dan', { people: 3 })).toBe('carpoolFull')
    expect(story.hold('dan')).toBeNull()
    expect(story.hold('bob', {}, 'bob_again')).toBeNull()
    expect(story.hold('eve')).toBe('carpoolFull')
    expect(story.exit('ann')).toBe('cutoffPassed')
  })
})
