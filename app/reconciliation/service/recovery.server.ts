import { entryOf } from '#app/audit/audit.server.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import {
  findLostPayment,
  findOpenRecovery,
  isKnown,
  type LostPayment,
  listLostPayments,
  putLostPayment,
  type Recovery,
  setRecovery,
  settleLostPayment,
} from '#app/payments/rows/recovery.server.ts'
import type { AnyIntent } from '#app/payments/service/payments.server.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { type NeedsToReconcile, reconcilePayment } from './reconcile.server.ts'

type Missing = LostPayment['missing']
const NOT_READ = { subjectId: null, userId: null, amount: null, missing: 'answer' } as const
/** Tries per page, a minute apart. */
const TRIES_MAX = 10

// After D1 was restored to an earlier moment (docs/restore.md), everything Stripe has recorded
// since is applied again, like a lost event. A payment for something D1 no longer knows becomes a
// task.

/** The unknown part of a payment: what it pays for, or its payer; null if all is known. */
async function missingOf(
  { db, objects }: Needs<'db'> & Objects,
  intent: AnyIntent,
): Promise<Result<Missing | null>> {
  const isRow = 'subjectId' in intent
  const subjectId = isRow ? intent.subjectId : ''
  const known = await isKnown(db, { subjectId, userId: intent.userId })
  if (isRow) return ok(known.subject ? nobody(known) : 'order')
  const id = intent.what === 'trip' ? intent.tripId : intent.carpoolId
  const found = await objects.of(id).snapshot(id)
  // A group opened since the restore point has no row, so a rebuild of the lists would miss it.
  const written = found.ok && found.value ? await objects.of(id).poke(id, { rebuild: true }) : found
  if (!found.ok || !written.ok) return fail('unavailable')
  const place = found.value && findParticipant(found.value.state, intent.facts.participantId)
  return ok(place ? nobody(known) : 'place')
}

async function look(context: NeedsToReconcile, intentId: string): Promise<Result<null>> {
  const { payments, db } = context
  const read = await payments.readNow(intentId)
  if (!read.ok) return read.error.code === 'notFound' ? ok(null) : read
  const missing = await missingOf(context, read.value)
  if (!missing.ok) return missing
  const { money } = read.value.facts
  const isOurs = money === 'held' || money === 'captured' || money === 'processing'
  if (missing.value && isOurs) await putLostPayment(db, rowOf(context, read.value, missing.value))
  // Money of a missing order would go back at once, although it may still be restored by hand.
  if (missing.value === 'order') return ok(null)
  const id = `recovery:${crypto.randomUUID()}`
  const settled = await reconcilePayment(context, intentId, { id, disputed: true, refunded: true })
  // An unknown payment has become a task.
  return settled.ok || settled.error.code === 'notFound' ? ok(null) : settled
}

const rowOf = ({ clock }: Needs<'clock'>, intent: AnyIntent, missing: Missing) => ({
  ...NOT_READ,
  intentId: intent.facts.intentId,
  subjectId: subjectOf(intent),
  userId: intent.userId,
  amount: intent.amount,
  missing,
  foundAt: clock.now(),
})

/** Whether the payment needs no further look. */
const isDone = (context: NeedsToReconcile, intentId: string): Promise<boolean> =>
  look(context, intentId).then(
    ({ ok }) => ok,
    (error: unknown) => {
      context.log.error('a payment could not be settled', error, { intentId })
      return false
    },
  )

/**
 * Reads one page. If something on it could not be settled, the page is read again a few times; the
 * remainder then becomes a task, so that the other pages need not wait.
 */
async function goOn(
  context: NeedsToReconcile,
  { id, sinceAt, afterEvent, read, tries }: Recovery,
): Promise<Result<null>> {
  const { payments, db, clock } = context
  const page = await payments.eventPayments(sinceAt, afterEvent)
  if (!page.ok) return page
  const { intentIds, count, next } = page.value
  const looked = await inParallel(
    intentIds.map((one) => async () => ok((await isDone(context, one)) ? null : one)),
  )
  const left = (looked.ok ? looked.value : intentIds).filter((one) => one !== null)
  if (left.length > 0 && tries < TRIES_MAX) return fail('unavailable')
  for (const intentId of left)
    await putLostPayment(db, { ...NOT_READ, intentId, foundAt: clock.now() })
  const doneAt = next === null ? clock.now() : null
  await setRecovery(db, id, { afterEvent: next, read: read + count, tries: 0, doneAt })
  return ok(null)
}

/** Reads the next page of a recovery, if one is running. Returns how many pages were read. */
export async function sweepRecovery(context: NeedsToReconcile): Promise<number> {
  const { db, clock, log } = context
  const recovery = await findOpenRecovery(db)
  if (!recovery) return 0
  try {
    await setRecovery(db, recovery.id, { triedAt: clock.now(), tries: recovery.tries + 1 })
    const done = await goOn(context, recovery)
    if (done.ok) return 1
    log.warn('a recovery has to wait', { code: done.error.code })
  } catch (error) {
    log.error('a recovery could not go on', error)
  }
  return 0
}

/** Lost payments that nobody has dealt with. */
export const readLostPayments = ({ db }: Needs<'db'>) => listLostPayments(db)

export const readLostPayment = ({ db }: Needs<'db'>, intentId: string) =>
  findLostPayment(db, intentId)

/**
 * Records that an administrator has dealt with a lost payment. Returns false if it is no longer a
 * task.
 */
export const closeLostPayment = (
  { db, clock }: Needs<'db' | 'clock'>,
  intentId: string,
  by: AdminId,
): Promise<boolean> =>
  settleLostPayment(db, intentId, entryOf(clock, by, 'lostPaymentSettled', intentId))

const nobody = ({ account }: { account: boolean }): Missing | null => (account ? null : 'account')

function subjectOf(intent: AnyIntent): string {
  switch (intent.what) {
    case 'order':
    case 'request':
      return intent.subjectId
    case 'carpool':
      return intent.carpoolId
    case 'trip':
      return intent.tripId
  }
}
