import type { ActionFacts } from '#app/domain/carpool/permissions.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { ok } from '#app/domain/result.ts'
import { type PaymentView, readPaymentView } from '#app/http/payment-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { PaymentStart } from '#app/ui/pay/payment-start.ts'

/**
 * A bank keeps a hold for about 7 days. A car that leaves sooner than this needs no renewal, so
 * consent to one is not requested.
 */
const HOLD_STANDS_MS = hours(6 * 24)

/** Reads the current state of the viewer's own place, and creates or finds its payment intent. */
export async function readPayView(
  context: AppContext,
  user: Viewer,
  { seat, participantId }: CarpoolRecord,
): Promise<PaymentView> {
  if (seat === 'taken') return { kind: 'paid' }
  if (seat === 'gone') return { kind: 'gone' }
  if (seat === 'lapsing') return { kind: 'checking' }
  return readPaymentView(context, async () => {
    const payable = await context.carpools.payDeposit(user, participantId, true)
    return payable.ok ? ok({ ...payable.value, until: payable.value.holdExpiresAt }) : payable
  })
}

/**
 * Submits the payment for the card, if its outcome is still what the page showed (`shown`): others
 * may have paid or left since, so that this deposit would now be charged instead of held, or the
 * reverse.
 */
export async function beginDeposit(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
  shown: unknown,
): Promise<PaymentStart> {
  const view = await readPayView(context, user, record)
  switch (view.kind) {
    case 'open': {
      if (record.filling === shown) return { kind: 'ready', clientSecret: view.clientSecret }
      return { kind: 'changed', text: context.t('pay:error.changedSeats') }
    }
    case 'paid':
      return { kind: 'paid' }
    case 'failed':
      return { kind: 'refused', text: view.text }
    default:
      return { kind: 'refused', text: failureText(context.t, { code: 'holdExpired' }) }
  }
}

/** Whether the car leaves only after the bank would release a hold made now. */
export const outlastsHold = ({ clock }: AppContext, { carpoolAt }: CarpoolRecord): boolean =>
  carpoolAt - clock.now() > HOLD_STANDS_MS

/** The part of a record that the domain's rules need. */
export const actionFactsOfRecord = (record: CarpoolRecord): ActionFacts => ({
  ...record,
  depositStatus: record.deposit.status,
  renewalFailed: record.deposit.renewalFailed,
  isAboard: record.ride?.progress?.mark === 'onBoard',
})

/** The viewer's own record, or the 404 page: another user's looks as if it did not exist. */
export async function requireRecord(
  context: AppContext,
  user: Viewer,
  participantId: string | undefined,
): Promise<CarpoolRecord> {
  const record = participantId
    ? await context.carpools.record(user, participantId as ParticipantId)
    : null
  if (!record) throw new Response(null, { status: 404 })
  return record
}

/** A creator pays for the draft they open (giving it up cancels it); everyone else joins. */
export const isDraft = ({ status }: CarpoolRecord): boolean =>
  status === 'PENDING' || status === 'CANCELLED'

/** The form that a place was made with, to be filled in again with its values. */
export function formPath(record: CarpoolRecord): string {
  const form = isDraft(record) ? '/carpool/create' : `/carpool/${record.id}/join`
  return `${form}?tripType=${record.tripType}&from=${record.participantId}`
}
