import { expect, test } from 'vitest'
import { type ActionFacts, actionsOf, listOf } from '#app/domain/carpool/permissions.ts'
import type { DepositFate } from '#app/domain/group/deposit-fate.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { nextOf } from './record-next.tsx'

const t = getT('zh')
const texts = { t, format: formatOf(t) }
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
    ...over,
  }
  const { depositStatus: status, renewalFailed } = standing
  const record = {
    ...standing,
    currentPassengers: 2,
    maxPassengers: 4,
    private: false,
    leaving: null,
    expired: false,
    holdExpiresAt: null,
    remainingAmount: 1800,
    deposit: { status, renewalFailed, captureBefore: DEPARTURE - HOUR },
    depositStory: { fate: 'moved', amount: 2000, back: 0 },
    refundOwed: { deposit: 0, balance: 0 },
    list: listOf(standing),
    actions: actionsOf(standing, at),
    ...over,
  } as unknown as CarpoolRecord
  return nextOf(record, texts)
}

test('an open group shows how many are missing until its cutoff', () => {
  expect(next({})).toMatchObject({ text: '还差 2 人成团，12月5日 周六 14:00 截止', until: CUTOFF })
  expect(next({ status: 'FULL', currentPassengers: 4 }).text).toContain('等最后的人冻结押金')
})
test('an unpaid seat shows until when it is kept, and one being checked asks for nothing', () => {
  const until = NOW + HOUR / 4
  expect(next({ seat: 'held', holdExpiresAt: until })).toMatchObject({ tone: 'accent', until })
  expect(next({ seat: 'lapsing' })).not.toHaveProperty('until')
})
test('a due balance shows its amount and deadline, and a paid one needs nothing', () => {
  const due = { status: 'SUCCESS_PENDING_PAYMENT', depositStatus: 'captured' } as const
  expect(next(due)).toMatchObject({ text: '12月5日 周六 14:00 前付清余款 £18', until: CUTOFF })
  expect(next({ ...due, paymentStatus: 'PAID' })).toMatchObject({
    tone: 'ok',
    text: '已付清，等待出发。',
  })
  expect(next({ status: 'PRIVATE_PENDING_PAYMENT', private: true }).text).toContain('付清余款')
})
test('a missing deposit comes before everything else', () => {
  expect(next({ depositStatus: 'released' })).toMatchObject({ tone: 'danger', until: CUTOFF })
  expect(next({ depositStatus: 'released' }).text).toContain('之前的押金已被银行解冻')
  const expiring = next({ status: 'SUCCESS_PENDING_PAYMENT', renewalFailed: true })
  expect(expiring).toMatchObject({ tone: 'danger', until: DEPARTURE - HOUR })
  expect(expiring.text).toContain('自动续期没成功')
})
test('a failed group offers the private car until departure, the deposit until the day is over, then nothing', () => {
  const failed = { status: 'FAILED' } as const
  expect(next({ ...failed, at: CUTOFF })).toMatchObject({ until: DEPARTURE })
  expect(next({ ...failed, at: DEPARTURE }).text).toContain('不能再改为包车')
  const over = next({ ...failed, at: DEPARTURE + 10 * HOUR, expired: true })
  expect(over).toMatchObject({
    text: '已过选择时间，押金会自动全额退回原卡，无需操作。有疑问请联系客服。',
    help: true,
  })
})
test('a finished record says how it ended', () => {
  const gone = { status: 'FAILED', seat: 'gone', paymentStatus: 'REFUNDED' } as const
  expect(next({ ...gone, leaving: 'cancelled' }).text).toContain('已取消，押金全额退回')
  expect(next({ ...gone, leaving: 'dayOver' }).text).toContain('到出发那天结束都没有选择')
  expect(
    next({ ...gone, paymentStatus: 'PRIVATE_CONVERTED', leaving: 'converted' }).text,
  ).toContain('改为包车')
  expect(next({ ...gone, status: 'OPEN', leaving: 'exited' }).text).toContain('你退出了')
  expect(next({ status: 'COMPLETED', paymentStatus: 'PAID' })).toMatchObject({ tone: 'ok' })
  expect(next({ status: 'CLOSED' }).text).toContain('余款逾期未付')
  expect(next({ status: 'CLOSED', paymentStatus: 'PAID' }).text).toContain('你付过的余款')
  expect(next({ status: 'CLOSED', private: true, paymentStatus: 'REFUNDED' }).text).toContain(
    '押金退回原卡',
  )
  expect(next({ status: 'CANCELLED' }).text).toContain('已取消')
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

test('a deposit that the bank had lifted did not go along to the private car', () => {
  const converted = {
    seat: 'gone',
    leaving: 'converted',
    status: 'FAILED',
    paymentStatus: 'PRIVATE_CONVERTED',
  } as const
  const said = (fate: DepositFate) =>
    next({ ...converted, depositStory: { fate, amount: 2000, back: 0 } }).text
  expect(said('moved')).toContain('押金一起转了过去')
  expect(said('lost')).not.toContain('押金')
})
