import { type DepositStory, depositStoryOf } from '#app/domain/group/deposit-fate.ts'
import { depositReturnedOf } from '#app/domain/group/outside.ts'
import type {
  DepositStatus,
  Group,
  GroupStatus,
  LeaveReason,
  Place,
  Seat,
} from '#app/domain/group/state.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Owed } from '#db/queries/failed-refunds.ts'
import type { ParticipantRow } from '#db/queries/participants.ts'

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
export function storyOfRow(status: string, p: StoryRow, owed: Owed): DepositStory {
  // Rows from before these two columns do not say what was charged: nearly always all of it.
  const captured = p.depositCaptured ?? (p.depositStatus === 'captured' ? DEPOSIT_PENCE : 0)
  const facts = {
    status: status as GroupStatus,
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
      isPaid: p.balance.paid !== null,
      depositStatus: p.deposit.status,
      renewalFailed: p.deposit.renewal === 'failed',
      captured: p.deposit.captured,
      returned: depositReturnedOf(state, p),
    },
    owed,
  )
