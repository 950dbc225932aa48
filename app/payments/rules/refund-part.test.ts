import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hours, REFUND_DAYS } from '#app/kernel/limits.ts'
import type { ChargeFacts } from './charge.ts'
import type { Dispute } from './payment.ts'
import { noteAfter } from './payment.ts'
import { refuseRefund } from './refund-part.ts'

const facts: ChargeFacts = {
  intentId: 'pi_1',
  attempt: 1,
  amount: 2000,
  money: 'captured',
  received: 2000,
  authorised: true,
  captureBefore: null,
  card: null,
}
const disputed = (state: Dispute['state']) => [{ id: 'dp_1', state, amount: 500 }]
const END = hours(24 * REFUND_DAYS)

test.each([
  [{}, true, END - 1, null],
  [{ received: 1 }, true, 0, null],
  [{}, true, END, 'tooOld'],
  [{}, false, 0, 'gone'],
  [{ received: 0, money: 'returned' }, false, 0, 'nothing'],
  [{ money: 'held', received: 0 }, true, 0, 'held'],
  [{ money: 'unpaid', received: 0 }, true, 0, 'unpaid'],
  [{ money: 'processing', received: 0 }, true, 0, 'unpaid'],
  [{ disputes: disputed('open') }, true, 0, 'disputed'],
  [{ disputes: disputed('won') }, true, 0, null],
  // A part of it was lost: the rest is still ours.
  [{ disputes: disputed('lost'), received: 1500 }, true, 0, null],
] as const)('whether a payment can be refunded by hand: %j, kept %s', (some, stands, now, why) => {
  const read = { ...facts, ...some } as ChargeFacts
  expect(refuseRefund({ facts: read, chargedAt: 0, stands }, now)).toBe(why)
})

test('each sentence is told once, whatever readings come late, twice or never', () => {
  const notes = [
    { upTo: 500, zh: '一', en: '' },
    { upTo: 900, zh: '二', en: 'two' },
    { upTo: 1400, zh: '', en: 'three' },
  ]
  const totals = [0, 500, 700, 900, 1000, 1400]
  const readings = fc.array(fc.constantFrom(...totals), { maxLength: 12 })
  fc.assert(
    fc.property(readings, (read) => {
      let known = 0
      const told: string[] = []
      for (const total of [...read, 1400]) {
        if (total <= known) continue
        const seen = { ...facts, notes: notes.filter(({ upTo }) => upTo <= total) }
        told.push(noteAfter(seen, known).noteEn ?? '')
        known = total
      }
      expect(told.filter(Boolean).join(' ')).toBe('two three')
    }),
  )
  expect(noteAfter({ ...facts, notes }, 0)).toEqual({ noteZh: '一 二', noteEn: 'two three' })
  expect(noteAfter(facts, 0)).toEqual({})
})
