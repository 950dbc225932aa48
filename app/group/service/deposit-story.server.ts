import type { ParticipantRow } from '#app/group/rows/participants.server.ts'
import { type DepositStory, depositStoryOf } from '#app/group/rules/deposit-fate.ts'
import { depositReturnedOf, isKept } from '#app/group/rules/outside.ts'
import {
  type DepositStatus,
  depositStatusOf,
  type Group,
  type LeaveReason,
  openDeposit,
  type Place,
  type Seat,
} from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Owed } from '#app/payments/rows/failed-refunds.server.ts'
import { isPaid } from '#app/payments/rules/charge.ts'

/** Which charges of a place have a payment that was begun and is not decided. */
export type PendingPayments = { deposit: boolean; balance: boolean }

export const begunOf = (place: Place): PendingPayments => ({
  deposit: openDeposit(place).intentId !== null,
  balance: place.balance.intentId !== null && !isPaid(place.balance),
})

type StoryRow = Pick<
  ParticipantRow,
  | 'seat'
  | 'leaving'
  | 'paymentStatus'
  | 'depositStatus'
  | 'renewalFailed'
  | 'depositCaptured'
  | 'depositReturned'
  | 'returnedAmount'
>

/** What has become of a deposit, according to the read model. */
export function storyOfRow(status: GroupStatus, p: StoryRow, owed: Owed): DepositStory {
  // Rows from before these two columns do not say what was charged: nearly always all of it.
  const captured = p.depositCaptured ?? (p.depositStatus === 'captured' ? DEPOSIT_PENCE : 0)
  const facts = {
    status,
    seat: p.seat as Seat,
    leaving: p.leaving as LeaveReason | null,
    isPaid: p.paymentStatus === 'PAID',
    depositStatus: p.depositStatus as DepositStatus,
    renewalFailed: p.renewalFailed,
    captured,
    returned: p.depositReturned ?? Math.min(p.returnedAmount, captured),
  }
  return depositStoryOf(facts, owed.deposit)
}

/** The same, according to the group. */
export const storyOfPlace = (state: Group, p: Place, owed: MinorUnits): DepositStory =>
  depositStoryOf(
    {
      status: state.status,
      seat: p.seat,
      leaving: p.leaving,
      isPaid: isPaid(p.balance),
      depositStatus: depositStatusOf(p),
      renewalFailed: p.hold.renewing === 'failed',
      captured: p.deposit.paid,
      returned: depositReturnedOf(state, p),
    },
    owed,
  )

type RefundRow = Pick<ParticipantRow, 'seat' | 'leaving' | 'refundedAmount' | 'returnedAmount'>

/**
 * How much of what was charged for a place is back with its owner, in pence. A place that is kept
 * already counts failed refunds as not made; of others only the failures themselves say so.
 */
export function refundedAmountOf(p: RefundRow, owed: Owed): MinorUnits {
  // Rows from before this column only say what was returned of money that is kept.
  const back = p.refundedAmount ?? p.returnedAmount
  const place = { seat: p.seat as Seat, leaving: p.leaving as LeaveReason | null }
  return isKept(place) ? back : Math.max(0, back - owed.deposit - owed.balance)
}
