import { entryOf } from '#app/audit/audit.server.ts'
import { findPlaceNow } from '#app/group/rows/participants.server.ts'
import { carpoolIdOf } from '#app/group/service/group-id.server.ts'
import { BY_STRIPE } from '#app/kernel/admin.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import {
  type DisputeRow,
  listDisputesOf,
  listDueDisputes,
  listOpenDisputes,
  putDispute,
} from '#app/payments/rows/disputes.server.ts'
import type { PlaceIntent } from '#app/payments/service/payment-intents.server.ts'
import type { AnyIntent } from '#app/payments/service/payments.server.ts'
import { ASK_EVERY_MS } from '#app/payments/service/reconcile.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Db } from '#db/db.ts'

export type { DisputeRow }

/**
 * Records the disputes of a payment that was just read. A reversed loss is written to the audit
 * log. Returns false if newer readings are stored, so that the payment has to be read again.
 */
export async function recordDisputes(
  { db, clock }: Needs<'db' | 'clock'>,
  intent: AnyIntent,
): Promise<boolean> {
  const { disputes, userId, facts } = intent
  if (disputes.length === 0) return true
  const { subjectId, participantId } =
    'subjectId' in intent
      ? { subjectId: intent.subjectId, participantId: null }
      : await placeNow(db, intent)
  const of = {
    intentId: facts.intentId,
    subjectId,
    participantId,
    userId,
    checkedAt: clock.now(),
  }
  let isCurrent = true
  for (const dispute of disputes) {
    const { id, amount, state, moves } = dispute
    const reversed = {
      ...entryOf(clock, BY_STRIPE, 'disputeReversed', subjectId, {
        id: `disputeReversed:${id}:${moves}`,
        before: { dispute: id, state: 'lost' },
        after: { dispute: id, state, amount, participantId },
      }),
    }
    isCurrent = (await putDispute(db, { ...dispute, ...of }, reversed)) && isCurrent
  }
  return isCurrent
}

/** Open disputes, oldest first. */
export const readOpenDisputes = ({ db }: Needs<'db'>): Promise<DisputeRow[]> => listOpenDisputes(db)

/** All disputes of a carpool, a trip, an order or a request, open or closed, newest first. */
export const readDisputesOf = ({ db }: Needs<'db'>, subjectId: string): Promise<DisputeRow[]> =>
  listDisputesOf(db, subjectId)

/** Payments with an open dispute to look up at Stripe, since its events may have been lost. */
export async function readDueDisputes({ clock, db }: Needs<'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  return (await listDueDisputes(db, now - ASK_EVERY_MS, now)).map(({ intentId }) => intentId)
}

/**
 * The current place of a payment, and its group: the original place may have moved to another
 * carpool.
 */
export async function placeNow(
  db: Db,
  intent: PlaceIntent,
): Promise<{ subjectId: GroupId; participantId: ParticipantId }> {
  const madeFor = intent.facts.participantId as ParticipantId
  if (intent.what === 'trip') return { subjectId: intent.tripId, participantId: madeFor }
  const participantId = await findPlaceNow(db, madeFor)
  return { subjectId: carpoolIdOf(participantId) ?? intent.carpoolId, participantId }
}
