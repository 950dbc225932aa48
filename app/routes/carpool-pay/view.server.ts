import type { ParticipantId } from '#app/domain/id.ts'
import type { Failure } from '#app/domain/result.ts'
import type { CarpoolRecord, Viewer } from '#app/services/carpools.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** What is to be shown of a place whose deposit is open. */
export type PayView =
  | { kind: 'paid' }
  | {
      kind: 'open'
      clientSecret: string
      publishableKey: string
      jsUrl: string
      amount: number
      holdExpiresAt: number
    }
  /** The hold is over and its payment is being looked at. */
  | { kind: 'checking' }
  | { kind: 'gone' }
  | { kind: 'failed'; refused: Failure }

/** Reads what her own place needs now, and makes or finds its payment intent. */
export async function readPayView(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
): Promise<PayView> {
  if (record.seat === 'taken') return { kind: 'paid' }
  if (record.seat === 'gone') return { kind: 'gone' }
  if (record.seat === 'lapsing') return { kind: 'checking' }
  const passed = await context.shield('PAYMENT')
  if (!passed.ok) return { kind: 'failed', refused: passed.error }
  const intent = await context.carpools.depositIntent(user, record.participantId)
  if (intent.ok) {
    const { clientSecret, amount, holdExpiresAt } = intent.value
    const { publishableKey, jsUrl } = context.config.stripe
    return { kind: 'open', clientSecret, publishableKey, jsUrl, amount, holdExpiresAt }
  }
  if (intent.error.code === 'alreadyPaid') return { kind: 'paid' }
  if (intent.error.code === 'holdExpired') return { kind: 'gone' }
  return { kind: 'failed', refused: intent.error }
}

/** Her own record, or the 404 page: somebody else's looks as if it did not exist. */
export async function requireRecord(
  context: AppContext,
  user: Viewer,
  participantId: string | undefined,
): Promise<CarpoolRecord> {
  const record = participantId ? await context.carpools.record(user, participantId as ParticipantId) : null
  if (!record) throw new Response(null, { status: 404 })
  return record
}

/** A creator pays for the draft that she opens (given up, it is cancelled); everybody else joins. */
export const isDraft = ({ status }: CarpoolRecord): boolean => status === 'PENDING' || status === 'CANCELLED'

/** The form that a place was made with, to be filled in with its values again. */
export function formPath(record: CarpoolRecord): string {
  const form = isDraft(record) ? '/carpool/create' : `/carpool/${record.id}/join`
  return `${form}?tripType=${record.tripType}&from=${record.participantId}`
}
