import { expect, test } from 'vitest'
import { type ActionFacts, actionsOf, listOf } from '#app/carpool/rules/permissions.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { DepositFate } from '#app/group/rules/deposit-fate.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { nextOf } from './next.ts'

const t = getT('zh')
const HOUR = 3_600_000
const NOW = Date.parse('2026-12-01T10:00:00Z')
/** 14:00 in London on 6 December. */
const DEPARTURE = Date.parse('2026-12-06T14:00:00Z')
const CUTOFF = DEPARTURE - 24 * HOUR

type Over = Partial<ActionFacts> & Partial<CarpoolRecord> & { at?: number }

/** A record as its owner sees it, with actions and list computed by the product's own rules. */
function next({ at = NOW, ...over }: Over) {
  const standing: ActionFacts = {
    status: 'OPEN',
    carpoolAt: DEPARTURE,
    cutoffAt: CUTOFF,
    balanceDueAt: CUTOFF,
    seat: 'taken',
    paymentStatus: 'DEPOSIT',
    depositStatus: 'held',
    renewalFailed: false,
    tripType: 'PICKUP',
    ...over,
  }
  const { depositStatus: status, renewalFailed } = standing
  const record = {
    ...standing,
    participantId: 'par_1',
    currentPassengers: 2,
    maxPassengers: 4,
    private: false,
    leaving: null,
    expired: false,
    holdExpiresAt: null,
    remainingAmount: 1800,
    deposit: { status, renewalFailed, amount: 2000, captureBefore: DEPARTURE - HOUR },
    depositStory: { fate: renewalFailed ? 'expiring' : 'moved', amount: 2000, back: 0 },
    refundOwed: { deposit: 0, balance: 0 },
    list: listOf(standing),
    actions: actionsOf(standing, at),
    ...over,
  } as unknown as CarpoolRecord
  return nextOf(record, { t, format: formatOf(t), language: 'zh', now: at })
}

test('an open group says how many are missing until its cutoff, and asks for nothing', () => {
  const open = next({})
  expect(open.text).toContain('还差 2 人')
  expect(open.text).toContain('12月5日 周六 14:00')
  expect(open).toMatchObject({
    stage: 'waiting',
    until: CUTOFF,
    button: { label: '发到微信群，拼满更快' },
  })
  expect(next({ status: 'FULL', currentPassengers: 4 }).text).toContain('等最后的人交押金')
})
test('an unpaid seat says until when it is kept and leads to its payment; one being checked asks for nothing', () => {
  const until = NOW + HOUR / 4
  expect(next({ seat: 'held', holdExpiresAt: until })).toMatchObject({
    tone: 'accent',
    until,
    button: { to: '/pay/deposit-par_1', document: true },
  })
  expect(next({ seat: 'lapsing' })).toMatchObject({ until: null, button: null })
})
test('a due balance says its amount and deadline, and a paid one needs nothing', () => {
  const due = { status: 'SUCCESS_PENDING_PAYMENT', depositStatus: 'captured' } as const
  expect(next(due)).toMatchObject({
    name: '已成团，待付余款',
    until: CUTOFF,
    button: { to: '/pay/balance-par_1', label: '付余款 £18', document: true },
  })
  expect(next(due).text).toContain('12月5日 周六 14:00')
  expect(next({ ...due, paymentStatus: 'PAID', remainingAmount: 0 })).toMatchObject({
    name: '你已付清，等同车的人付款',
    button: null,
  })
  const whole = {
    status: 'PRIVATE_PENDING_PAYMENT',
    private: true,
    balanceDueAt: DEPARTURE,
  } as const
  expect(next(whole)).toMatchObject({ until: DEPARTURE, button: { label: '付余款 £18' } })
})
test('a missing deposit comes before everything else, and nothing says that there is nothing to do', () => {
  const lost = next({ depositStatus: 'released' })
  expect(lost).toMatchObject({
    tone: 'danger',
    until: CUTOFF,
    button: { to: '/pay/deposit-par_1', label: '重新冻结押金' },
  })
  expect(lost.text).toContain('银行解冻了之前的 £20 押金')
  expect(lost.text).not.toContain('无需操作')
  const expiring = next({ status: 'SUCCESS_PENDING_PAYMENT', renewalFailed: true })
  expect(expiring).toMatchObject({ stage: 'depositExpiring', until: DEPARTURE - HOUR })
  expect(expiring.text).toContain('没能自动续上')
})
test('a failed group offers the private car until departure, the deposit until the day is over, then nothing', () => {
  const failed = { status: 'FAILED' } as const
  expect(next({ ...failed, at: CUTOFF })).toMatchObject({
    stage: 'failed',
    until: DEPARTURE,
    button: { to: '/carpool/record/par_1' },
  })
  expect(next({ ...failed, at: DEPARTURE })).toMatchObject({ stage: 'failedLate', until: null })
  expect(next({ ...failed, at: DEPARTURE }).text).toContain('不能再包车')
  const over = next({ ...failed, at: DEPARTURE + 10 * HOUR, expired: true })
  expect(over.name).toContain('已过选择时间')
  expect(over.button).toMatchObject({ to: '/#contact' })
})
test('a finished record says how it ended', () => {
  const gone = { status: 'FAILED', seat: 'gone', paymentStatus: 'REFUNDED' } as const
  const said = (over: Over) => next(over).text
  expect(said({ ...gone, leaving: 'cancelled' })).toContain('押金退回原卡')
  expect(said({ ...gone, leaving: 'dayOver' })).toContain('押金已自动全额退回')
  expect(said({ ...gone, paymentStatus: 'PRIVATE_CONVERTED', leaving: 'converted' })).toContain(
    '包车',
  )
  expect(next({ ...gone, status: 'OPEN', leaving: 'exited' }).name).toContain('你已退出')
  expect(next({ status: 'COMPLETED', paymentStatus: 'PAID' }).stage).toBe('completed')
  expect(said({ status: 'CLOSED' })).toContain('余款')
  expect(said({ status: 'CLOSED', paymentStatus: 'PAID', remainingAmount: 0 })).toContain(
    '你付过的钱',
  )
  expect(said({ ...gone, status: 'CLOSED', private: true, leaving: 'departed' })).toContain(
    '押金退回原卡',
  )
  expect(said({ status: 'CANCELLED' })).toContain('已取消')
  const owed = { deposit: 2000, balance: 0 }
  expect(next({ ...gone, leaving: 'cancelled', refundOwed: owed }).stage).toBe('refundOwed')
})
test('an ended place leads on where there is somewhere to go', () => {
  const converted = { seat: 'gone', leaving: 'converted', status: 'FAILED' } as const
  expect(next({ ...converted, paymentStatus: 'PRIVATE_CONVERTED' }).button).toBeNull()
})

test('a released place shows its deposit as kept only if it was not refunded', () => {
  const released = {
    seat: 'gone',
    leaving: 'unpaid',
    depositStatus: 'captured',
    status: 'SUCCESS',
  } as const
  const said = (fate: DepositFate, back = 0) =>
    next({ ...released, depositStory: { fate, amount: 2000, back } }).text
  expect(said('kept')).toContain('押金不退')
  expect(said('partBack', 500)).toContain('押金已退 £5 到原卡')
  expect(said('back', 2000)).toContain('押金已退 £20 到原卡')
  expect(said('none')).toContain('没有扣款')
  for (const text of [said('partBack', 500), said('back', 2000), said('none')])
    expect(text).not.toContain('不退')
})
