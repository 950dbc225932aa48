import { describe, expect, test } from 'vitest'
import {
  AUTO_PAY_BEFORE_DUE_MS,
  AUTO_PAY_TOLD_MS,
  CUTOFF_BEFORE_DEPARTURE_MS,
  hours,
  minutes,
} from '#app/kernel/limits.ts'
import { CARD, DEPARTURE, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { AUTO_PAY_VERSION, autoPayOf } from './auto-pay-event.ts'

/** A balance that pays itself: £68 for one of three, £48 of it left to pay. */

const DUE = DEPARTURE - CUTOFF_BEFORE_DEPARTURE_MS
const CHARGE = DUE - AUTO_PAY_BEFORE_DUE_MS
const TELL = CHARGE - AUTO_PAY_TOLD_MS

class Agreed extends Story {
  agree(name: string, version: string | null = AUTO_PAY_VERSION) {
    return this.say({ type: 'agreeAutoPay', ...this.own(name), version })
  }
  /** The card of the deposit was kept. */
  keepsCard(name: string) {
    this.hold(name)
    this.attach(name)
    this.agree(name)
    return this.settle(name, 'held', { card: CARD })
  }
  mine = (name = 'bob') => autoPayOf(this.car, placeIdOf(name))
  types = () => this.events.map(({ type }) => type).filter((type) => type.startsWith('autoPay'))
  told = (code: string) =>
    this.allEffects().flatMap((e) => (e.kind === 'notice' && e.code === code ? [e.params] : []))
  charging = (name = 'bob') => this.car.facts.charging[placeIdOf(name)]
  quoted = (points = 0) =>
    this.say({
      type: 'beginAutoPay',
      participantId: placeIdOf('bob'),
      points,
      pointsPerPound: 100,
    })
  refused = (why: 'declined' | 'noCard' | 'late', intentId: string | null = null) =>
    this.say({ type: 'autoPayFailed', participantId: placeIdOf('bob'), intentId, why })
}

/** Ann, bob and cem are complete at `at`; bob has agreed. */
function complete(at?: number): Agreed {
  const story = new Agreed()
  story.opened('ann')
  story.keepsCard('bob')
  if (at !== undefined) story.tick(at)
  story.joined('cem')
  story.captured('ann', 'bob', 'cem')
  return story
}

test('it is told a day before with the sum, charged six hours before it is due, and paid once', () => {
  const story = complete()
  story.tick(TELL - 1)
  expect(story.types()).toEqual(['autoPayAgreed'])
  story.tick(TELL)
  expect(story.mine()?.told).toEqual({ amount: 4800, chargeAt: CHARGE, dueAt: DUE })
  story.tick(CHARGE - 1)
  expect(story.charging()).toBeUndefined()
  story.tick(CHARGE)
  expect(story.charging()).toEqual({ most: 4800, until: DUE })
  story.quoted()
  const { attempt, quote } = story.place('bob').balance
  expect([quote?.amount, attempt]).toEqual([4800, 1])
  story.settleBalance('bob', 'captured', { intentId: 'pi_auto' })
  expect([story.place('bob').balance.state, story.mine()]).toEqual(['paid', undefined])
  story.tick(DUE)
  expect(story.place('bob').seat).toBe('taken')
})

test.each([
  ['two hours', DUE - hours(2)],
  ['an hour', DUE - hours(1)],
])('a group that completes %s before its cutoff is told at once, and charged later', (_, at) => {
  const story = complete(at)
  const told = story.mine()?.told
  const due = at + hours(12)
  expect(told).toEqual({ amount: 4800, chargeAt: due - hours(6), dueAt: due })
})

test('a late alarm tells late, and leaves two hours or says that there is no time', () => {
  const soon = complete()
  soon.tick(DUE - hours(4))
  expect(soon.mine()?.told?.chargeAt).toBe(DUE - hours(2))
  const tooLate = complete()
  tooLate.tick(DUE - hours(3) + 1)
  expect([tooLate.mine(), tooLate.events.at(-1)]).toMatchObject([
    undefined,
    { type: 'autoPayFailed', why: 'late' },
  ])
  const over = complete()
  over.tick(DUE)
  expect([over.place('bob').leaving, over.mine()]).toEqual(['unpaid', undefined])
})

test('an alarm that fires twice, or never until the charge is due, charges once', () => {
  const story = complete()
  story.tick(TELL)
  story.tick(CHARGE)
  story.tick(CHARGE)
  story.tick(CHARGE + hours(2))
  expect(story.types()).toEqual(['autoPayAgreed', 'autoPayTold', 'autoPayDue'])
})

test('its owner can stop it until the charge begins, and nobody else can', () => {
  const story = complete()
  story.tick(TELL)
  expect(story.say({ type: 'agreeAutoPay', ...story.own('bob', 'ann'), version: null })).toBe(
    'notFound',
  )
  expect([story.agree('bob', null), story.agree('bob', null), story.mine()]).toEqual([
    null,
    null,
    undefined,
  ])
  story.tick(CHARGE)
  expect(story.charging()).toBeUndefined()
  const begun = complete()
  begun.tick(TELL)
  begun.tick(CHARGE)
  expect(begun.agree('bob', null)).toBe('paymentNotConfirmed')
})

describe('while it is charged', () => {
  function charged(): Agreed {
    const story = complete()
    story.tick(TELL)
    story.tick(CHARGE)
    return story
  }

  test('nobody else can begin a payment, and the place waits for the outcome', () => {
    const story = charged()
    story.quoted()
    expect(story.begin('bob')).toBe('paymentNotConfirmed')
    story.tick(DUE + minutes(5))
    expect([story.place('bob').seat, story.place('bob').balance.state]).toEqual(['taken', 'begun'])
    // It was paid in time, however late we learn of it.
    story.settleBalance('bob', 'captured', { intentId: 'pi_auto' })
    expect(story.place('bob').balance.state).toBe('paid')
  })

  test('a refusal ends it: points go back, the payment is cancelled, and the student can pay', () => {
    const story = charged()
    story.quoted(500)
    story.reserved('bob')
    story.refused('declined', 'pi_auto')
    expect(story.place('bob').balance).toMatchObject({ state: 'open', attempt: 2 })
    expect([story.mine(), story.car.strays]).toMatchObject([undefined, [{ intentId: 'pi_auto' }]])
    expect(story.told('autoPayFailed')).toMatchObject([
      { amount: 4800, dueAt: DUE, why: 'declined' },
    ])
    expect(story.effects().map(({ kind }) => kind)).toContain('returnPoints')
    expect(story.begin('bob')).toBeNull()
    // Said twice, it changes nothing.
    const { length } = story.events
    story.refused('declined', 'pi_auto')
    expect(story.events).toHaveLength(length)
  })

  test('never more than was told is charged, and less if points help', () => {
    const story = charged()
    story.quoted(1000)
    expect(story.place('bob').balance.quote).toMatchObject({ deducted: 1000, amount: 3800 })
    const all = charged()
    all.quoted(5000)
    all.reserved('bob')
    expect([all.place('bob').balance.state, all.mine()]).toEqual(['paid', undefined])
  })

  test('a cancelled group gives back what still arrives', () => {
    const story = charged()
    story.quoted()
    story.cancelGroup()
    expect(story.charging()).toBeUndefined()
    story.settleBalance('bob', 'captured', { intentId: 'pi_auto', amount: 4800 })
    expect(story.car.strays.some(({ intentId }) => intentId === 'pi_auto')).toBe(true)
  })
})

test('who is paying by hand is not charged; if that ends unpaid, it is charged then', () => {
  const story = complete()
  story.tick(TELL)
  story.tick(CHARGE - minutes(30))
  story.begin('bob')
  story.attachBalance('bob')
  story.tick(CHARGE)
  expect(story.charging()).toBeUndefined()
  story.tick(CHARGE + minutes(31))
  story.settleBalance('bob', 'returned')
  expect(story.charging()).toBeDefined()
  const paid = complete()
  paid.tick(TELL)
  paid.begin('bob')
  paid.settleBalance('bob', 'captured')
  expect([paid.place('bob').balance.state, paid.mine()]).toEqual(['paid', undefined])
})

test('it ends with the place, and needs the card', () => {
  const left = new Agreed()
  left.opened('ann')
  left.keepsCard('bob')
  left.exit('bob')
  expect(left.mine()).toBeUndefined()
  const without = new Agreed()
  without.opened('ann')
  without.hold('bob')
  without.attach('bob')
  without.agree('bob')
  without.settle('bob', 'held')
  without.joined('cem')
  without.captured('ann', 'bob', 'cem')
  without.tick(TELL)
  expect(without.events.at(-1)).toMatchObject({ type: 'autoPayFailed', why: 'noCard' })
})
