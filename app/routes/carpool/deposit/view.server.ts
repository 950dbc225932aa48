import { refuseRepay } from '#app/domain/carpool/permissions.ts'
import { actionFactsOfRecord, outlastsHold } from '#app/routes/carpool/pay-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import type { PaymentStart } from '#app/ui/pay/payment-start.ts'

export type RepayView =
  /** `expiring`: the hold still stands, but could not be renewed. */
  | { kind: 'due'; expiring: boolean; askToKeep: boolean }
  | { kind: 'paid' }
  | { kind: 'refused'; text: string }

/**
 * Whether a deposit has to be paid again. A payment begun earlier is checked first, since it may
 * have been paid meanwhile.
 */
export async function readRepayView(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
): Promise<RepayView> {
  const before = refuseRepay(actionFactsOfRecord(record), context.clock.now())
  // If no payment was begun, the provider is not asked.
  const read =
    before === null ? await context.carpools.confirmDeposit(user, record.participantId) : null
  const now = read?.ok ? read.value : record
  const refused = refuseRepay(actionFactsOfRecord(now), context.clock.now())
  if (refused === 'alreadyPaid') return { kind: 'paid' }
  if (refused) return { kind: 'refused', text: failureText(context.t, { code: refused }) }
  return {
    kind: 'due',
    expiring: now.deposit.status === 'held',
    askToKeep: outlastsHold(context, now),
  }
}

/** Prepares the payment that replaces the lost deposit, or finds the one already begun. */
export async function beginRepay(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
): Promise<PaymentStart> {
  const passed = await context.shield('carpool/deposit/view')
  if (!passed.ok) return { kind: 'refused', text: failureText(context.t, passed.error) }
  const made = await context.carpools.repayDeposit(user, record.participantId, true)
  if (made.ok) return { kind: 'ready', clientSecret: made.value.clientSecret }
  if (made.error.code === 'alreadyPaid') return { kind: 'paid' }
  return { kind: 'refused', text: failureText(context.t, made.error) }
}
