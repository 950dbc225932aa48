import type { RequestId, UserId } from '#app/kernel/id.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import type { History } from './history.ts'

/** The parts of a stored request for money that the simulation uses. */
export type StoredRequest = {
  id: RequestId
  userId: UserId
  subjectId: string | null
  participantId: string | null
  amount: number
  refundedAmount: number
  status: string
  payment: RowPayment
  intentId: string | null
  replacedBy: RequestId | null
}

/** The requests as currently stored, oldest first. */
export const requestsIn = ({ world }: History): StoredRequest[] =>
  world.d1.all(
    `SELECT id, user_id AS userId, subject_id AS subjectId, participant_id AS participantId, amount,
       refunded_amount AS refundedAmount, status, payment, intent_id AS intentId,
       replaced_by AS replacedBy FROM requests ORDER BY asked_at, id`,
  ) as StoredRequest[]
