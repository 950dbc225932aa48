import { describe, expect, test } from 'vitest'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { BALANCE_MS, PRICE_RAISE_NOTICE_MS } from '#app/kernel/limits.ts'
import { CUTOFF, DUE, END, Story } from '#tests/kit/trip.ts'
import { nextDue } from './machine.ts'
import { rules } from './rules.ts'
import type { Terms } from './state.ts'

/** A confirmed trip of ann and bob, at £30 each. */
const two = (t: Partial<Terms> = {}) => new Story().confirmed(['ann', 'bob'], t)
const amountOf = (story: Story, name: string) => story.place(name).balance.quote?.amount

describe('the balance', () => {
  test('is the price besides the deposit, and fixed for an hour', () => {
    const story = two()
    expect(story.begin('ann')).toBeNull()
    expect(story.place('ann').balance).toMatchObject({
      quote: { original: 3000, points: 0, deducted: 0, amount: 3000 },
      expiresAt: CUTOFF + BALANCE_MS,
      state: 'begun',
    })
    expect(nextDue(story.trip)).toBe(CUTOFF + BALANCE_MS)
  })

  test.each([
    [3000, 1, 3000],
    [3000, 3, 9000],
    [30, 1, 30],
    [10, 3, 30],
    [29, 2, 58],
  ])('at %i pence for a party of %i is %i pence', (balancePrice, people, amount) => {
    const story = new Story().opened('ann', { balancePrice, maxPassengers: 5 }, { people })
    story.joined('bob').tick(CUTOFF)
    story.begin('ann')
    expect(amountOf(story, 'ann')).toBe(amount)
  })

  test.each([
    [0, 1],
    [0, 3],
    [1, 1],
    [29, 1],
    [9, 3],
  ])(
    'at %i pence for a party of %i is too small for a card and waived at once',
    (balancePrice, people) => {
      const story = new Story().opened(
        'ann',
        { balancePrice, maxPassengers: 5, minPassengers: 1 },
        { people },
      )
      const effects = story.effectsOf(() => story.tick(CUTOFF))
      expect(effects.map((e) => e.kind)).toEqual(['notice'])
      expect(story.place('ann').balance).toMatchObject({ state: 'paid', quote: null })
      expect(paymentStatusOf(story.place('ann'))).toBe('PAID')
      expect(story.begin('ann')).toBe('alreadyPaid')
      expect(story.trip.status).toBe('SUCCESS')
      story.tick(END)
      expect(story.trip.status).toBe('COMPLETED')
    },
  )

  test('is waived for those who owe too little, and due for the others', () => {
    const story = new Story()
      .opened('ann', { balancePrice: 20, minPassengers: 3 })
      .joined('bob', { people: 2 })
    story.tick(CUTOFF)
    expect(story.place('ann').balance.paid).toBe(0)
    expect(story.place('bob').balance.state).not.toBe('paid')
    story.paidUp('bob')
    expect(story.place('bob').balance.paid).toBe(40)
  })

  test('is not waived before the trip goes ahead', () => {
    const story = new Story().opened('ann', { balancePrice: 0 }).joined('bob')
    expect(story.place('ann').balance.state).not.toBe('paid')
    expect(story.begin('ann')).toBe('balanceNotDue')
  })
})

test('the price of a place, deposit included, is settled when the trip goes ahead, and stays so after its end', () => {
  const story = new Story().opened('ann', {}, { people: 2 }).joined('bob')
  const owed = () => story.trip.participants.map((p) => rules.owedBy(story.trip, p))
  expect(owed()).toEqual([null, null])
  story.tick(CUTOFF)
  expect(owed()).toEqual([8000, 5000])
  story.paidUp('ann').tick(END)
  expect(story.trip.participants.map((p) => p.seat)).toEqual(['taken', 'gone'])
  expect(owed()).toEqual([8000, 5000])
})

describe('the price of the balance', () => {
  test('may change before anyone has paid, and a new quote uses the new price', () => {
    const story = new Story()
    story.draft('ann')
    expect(story.setPrice(1000)).toBeNull()
    story.attach('ann')
    story.settle('ann')
    story.joined('bob')
    expect(story.setPrice(2000)).toBeNull()
    story.tick(CUTOFF)
    expect(story.setPrice(1500)).toBeNull()
    expect(story.trip.balancePrice).toBe(1500)
    story.begin('bob')
    expect(amountOf(story, 'bob')).toBe(1500)
    expect(story.effects().map((e) => e.kind)).toEqual(['notice', 'notice'])
  })

  test('stays while someone may be paying it, and may change once they have not paid', () => {
    const story = two().paying('ann')
    expect(story.setPrice(4000)).toBe('unavailable')
    expect(story.refusal).toEqual({
      code: 'unavailable',
      params: { context: 'price', retryAfterSeconds: 60 },
    })
    story.tick(story.now + BALANCE_MS)
    expect(story.setPrice(4000)).toBe('unavailable')
    story.settleBalance('ann', 'returned')
    expect(story.setPrice(1500)).toBeNull()
    story.begin('ann')
    expect(amountOf(story, 'ann')).toBe(1500)
  })

  test('is raised only while those who joined have 48 hours to leave, and may be lowered at any time', () => {
    const last = CUTOFF - PRICE_RAISE_NOTICE_MS
    for (const [at, raised] of [
      [last, null],
      [last + 1, 'operationExpired'],
      [CUTOFF, 'operationExpired'],
    ] as const) {
      const story = new Story().opened('ann').joined('bob')
      story.tick(at)
      expect(story.setPrice(3001), String(at)).toBe(raised)
      expect(story.setPrice(2999), String(at)).toBeNull()
    }
    const empty = new Story()
    empty.now = last + 1
    empty.draft('ann')
    expect(empty.setPrice(3001)).toBeNull()
  })

  test('is fixed for good by the first paid balance', () => {
    const story = two().paidUp('ann')
    expect(story.setPrice(4000)).toBe('alreadyPaid')
    expect(story.refusal).toEqual({ code: 'alreadyPaid', params: { context: 'price' } })
    story.paying('bob')
    expect(story.setPrice(4000)).toBe('alreadyPaid')
    expect(amountOf(story, 'bob')).toBe(3000)
    story.settleBalance('bob')
    expect(story.setPrice(0)).toBe('alreadyPaid')
    expect(story.trip.balancePrice).toBe(3000)
  })

  test('is fixed by a waived balance as well', () => {
    const story = two({ balancePrice: 0 })
    expect(story.setPrice(4000)).toBe('alreadyPaid')
  })

  test('may be set to zero, which settles every balance at once', () => {
    const story = two()
    expect(story.setPrice(0)).toBeNull()
    expect(story.trip.participants.map((p) => p.balance.paid)).toEqual([0, 0])
    expect(story.setPrice(1)).toBe('alreadyPaid')
  })

  test('set to the same value changes nothing and is no error, even after someone has paid', () => {
    const story = two().paidUp('ann')
    const { version } = story.trip
    expect(story.setPrice(3000)).toBeNull()
    story.tick(END)
    expect(story.setPrice(3000)).toBeNull()
    // Bob's place was released, and the trip is over.
    expect(story.trip.version).toBe(version + 2)
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'cannot be %d pence',
    (price) => {
      const story = two()
      expect(story.setPrice(price)).toBe('validationFailed')
      expect(story.refusal?.params).toEqual({ field: 'balancePrice' })
    },
  )

  test('cannot change for a trip that is over or does not exist', () => {
    expect(new Story().setPrice(1)).toBe('notFound')
    const done = two()
    done.tick(END)
    expect(done.setPrice(1)).toBe('operationExpired')
    const left = new Story().opened('ann')
    left.exit('ann')
    expect(left.setPrice(1)).toBe('operationExpired')
    const failed = new Story().opened('ann')
    failed.tick(CUTOFF)
    expect(failed.setPrice(1)).toBe('operationExpired')
  })

  test('changed during a payment never charges a different amount than was shown', () => {
    const story = two()
    story.begin('ann')
    const before = story.place('ann').balance.quote
    story.setPrice(9000)
    story.attachBalance('ann')
    story.setPrice(9000)
    expect(story.place('ann').balance.quote).toEqual(before)
    story.settleBalance('ann')
    expect(story.setPrice(9000)).toBe('alreadyPaid')
    story.begin('bob')
    expect(amountOf(story, 'bob')).toBe(3000)
  })
})

test('a price cannot change once balances are due and nobody can pay it', () => {
  const story = two()
  story.tick(DUE - 1)
  expect(story.setPrice(1000)).toBeNull()
  story.tick(DUE)
  expect(story.setPrice(0)).toBe('operationExpired')
  expect(story.place('ann').balance.state).not.toBe('paid')
})
