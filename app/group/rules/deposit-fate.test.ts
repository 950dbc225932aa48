import { expect, test } from 'vitest'
import { type DepositFate, depositFateOf, depositStoryOf, type FateFacts } from './deposit-fate.ts'

const facts = (change: Partial<FateFacts>): FateFacts => ({
  status: 'SUCCESS',
  seat: 'taken',
  leaving: null,
  isPaid: false,
  depositStatus: 'captured',
  renewalFailed: false,
  captured: 2000,
  returned: 0,
  ...change,
})
const left = (leaving: FateFacts['leaving'], depositStatus: FateFacts['depositStatus']) =>
  ({ seat: 'gone', leaving, depositStatus }) as const
const unpaid = left('unpaid', 'captured')

test.each<[DepositFate, Partial<FateFacts>]>([
  ['awaiting', { seat: 'held', depositStatus: 'awaiting' }],
  ['held', { depositStatus: 'held' }],
  ['expiring', { depositStatus: 'held', renewalFailed: true }],
  ['lost', { depositStatus: 'released' }],
  ['counted', {}],
  ['counted', { status: 'COMPLETED', isPaid: true, captured: 1500 }],
  ['partBack', { isPaid: true, returned: 500 }],
  ['back', { isPaid: true, returned: 2000 }],
  ['back', { isPaid: true, captured: 1500, returned: 1500 }],
  ['kept', unpaid],
  ['kept', { ...unpaid, status: 'CANCELLED' }],
  ['partBack', { ...unpaid, returned: 500 }],
  ['back', { ...unpaid, returned: 2000 }],
  ['none', left('unpaid', 'cancelled')],
  ['kept', { status: 'CLOSED' }],
  ['counted', { status: 'CLOSED', isPaid: true }],
  ['none', left('expired', 'cancelled')],
  ['none', left('cutoff', 'cancelled')],
  ['none', left('givenUp', 'cancelled')],
  ['returning', left('exited', 'returning')],
  ['back', left('exited', 'cancelled')],
  ['back', left('cancelled', 'cancelled')],
  ['back', left('dayOver', 'cancelled')],
  ['back', left('departed', 'cancelled')],
  ['back', left('refunded', 'cancelled')],
  ['back', left('groupCancelled', 'cancelled')],
  ['moved', left('converted', 'held')],
  ['lost', left('converted', 'released')],
])('a deposit is %s: %o', (fate, change) => {
  expect(depositFateOf(facts(change))).toBe(fate)
})

test.each<[Partial<FateFacts>, number, DepositFate, number]>([
  [left('groupCancelled', 'cancelled'), 2000, 'notBack', 2000],
  [left('groupCancelled', 'cancelled'), 500, 'notBack', 500],
  [left('groupCancelled', 'returning'), 500, 'notBack', 500],
  [left('groupCancelled', 'cancelled'), 0, 'back', 2000],
  [unpaid, 500, 'kept', 1500],
  [unpaid, 2000, 'notBack', 2000],
  [{ isPaid: true }, 500, 'counted', 1500],
  [{ isPaid: true, returned: 300 }, 500, 'partBack', 2000],
  [left('exited', 'cancelled'), 0, 'back', 2000],
])(
  'with refunds of it that failed, a deposit is as it is owed: %o, %i',
  (change, owed, fate, amount) => {
    expect(depositStoryOf(facts(change), owed)).toMatchObject({ fate, amount })
  },
)
