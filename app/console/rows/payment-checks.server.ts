import { eq } from 'drizzle-orm'
import type { OrderId, ParticipantId, RequestId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { disputes, orders, participants, requests } from '#db/schema.ts'

/** The payment that a dispute is about. */
export const findDisputedIntent = (db: Db, id: string) =>
  db.select({ intentId: disputes.intentId }).from(disputes).where(eq(disputes.id, id)).get()

/** The stored money of a place or an order. */
export async function readMoneyOf(db: Db, subjectId: string, participantId: ParticipantId | null) {
  if (participantId)
    return db
      .select({
        seat: participants.seat,
        leaving: participants.leaving,
        depositStatus: participants.depositStatus,
        captured: participants.depositCaptured,
        paymentStatus: participants.paymentStatus,
        returned: participants.returnedAmount,
      })
      .from(participants)
      .where(eq(participants.id, participantId))
      .get()
  if (subjectId.startsWith('req_'))
    return db
      .select({ payment: requests.payment, refunded: requests.refundedAmount })
      .from(requests)
      .where(eq(requests.id, subjectId as RequestId))
      .get()
  return db
    .select({
      status: orders.status,
      payment: orders.payment,
      refunded: orders.refundedAmount,
      failed: orders.failedAmount,
      owed: orders.refundOwed,
    })
    .from(orders)
    .where(eq(orders.id, subjectId as OrderId))
    .get()
}
