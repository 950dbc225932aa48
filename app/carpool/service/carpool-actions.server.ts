import type { CarpoolOwn, TravelInfo } from '#app/carpool/rules/command.ts'
import { correctionWindow, earliestChange } from '#app/carpool/rules/flights.ts'
import {
  actionFactsOf,
  flightChangeUntil,
  isDepositValid,
  refuseRepay,
} from '#app/carpool/rules/permissions.ts'
import type { Flight } from '#app/features/flights/rules/flight-state.ts'
import type { Own } from '#app/group/rules/command.ts'
import { windowOf } from '#app/group/rules/flight-window.ts'
import { ownPlace } from '#app/group/rules/state.ts'
import { privateIdsOf } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import {
  findOwnPlace,
  moveMoney,
  type PayableDeposit,
  sendToGroup,
  viewAfter,
} from '#app/group/service/groups.server.ts'
import { beginDeposit, settlePlace } from '#app/group/service/place-charges.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { countChange } from '#app/payments/service/payment-limits.server.ts'
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { carpoolKind } from './carpool-kind.server.ts'
import { type CarpoolRecord, carpoolRecord } from './carpool-views.server.ts'

export type PaymentState = {
  participantId: string
  deposit: { status: string; isValid: boolean; amount: number }
  balance: { status: 'due' | 'open' | 'paid'; amount: number } | null
  paymentStatus: CarpoolRecord['paymentStatus']
}

/** Whether a deposit stands. `clientSecret`: to continue a payment of it that was begun. */
export type DepositStanding = {
  carpoolId: CarpoolId
  isValid: boolean
  status: string
  clientSecret: string | null
}

// The operations only a carpool has after a seat is confirmed: correcting details, the options
// after a failed group, and deposits that a bank holds only for a time. Every call here can be
// repeated.

/** Changes the viewer's place, within the limit for corrections. */
async function change(
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer,
  participantId: string,
  commandFor: (own: Own) => CarpoolOwn,
): Promise<Result<CarpoolRecord>> {
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  if (!mine.ok) return mine
  const counted = await countChange(context, viewer.id)
  if (!counted.ok) return counted
  const { place, snapshot } = mine.value
  const command = commandFor({ participantId: place.id, userId: viewer.id })
  return viewAfter(
    carpoolKind,
    context,
    await sendToGroup(carpoolKind, context, snapshot.state.id, command),
    mine.value,
  )
}

/** Returns the deposit of a failed group. Fails with operationExpired once its day is over. */
export const cancelFailed = async (
  context: Objects,
  viewer: Viewer,
  carpoolId: string,
): Promise<Result<null>> =>
  moveMoney(
    carpoolKind,
    context,
    await sendToGroup(carpoolKind, context, carpoolId, { type: 'cancelFailed', userId: viewer.id }),
    null,
  )

/** Continues from a failed group with a private car, once; returns the place in it. */
export async function convertToPrivate(
  context: Needs<'clock'> & Objects,
  viewer: Viewer,
  carpoolId: string,
): Promise<Result<CarpoolRecord>> {
  const { objects, clock } = context
  const last = await findOwnPlace(carpoolKind, context, viewer, carpoolId)
  if (!last.ok) return last
  const to = await privateIdsOf(last.value.place.id)
  const said = await sendToGroup(carpoolKind, context, carpoolId, {
    type: 'convert',
    userId: viewer.id,
    to,
  })
  if (!said.ok) return said
  // The carpool would open the car later on its own; the student is waiting for it now.
  await objects.carpools.poke(said.value.state.id)
  const opened = await findOwnPlace(carpoolKind, context, viewer, to.participantId)
  if (opened.ok) return ok(carpoolRecord(opened.value.snapshot, opened.value.place, clock.now()))
  return opened.error.code === 'notFound' ? fail('unavailable', { retryAfterSeconds: 5 }) : opened
}

/** The window for correcting the flight of the viewer's place. */
export async function readCorrectionWindow(
  context: Objects,
  viewer: Viewer,
  participantId: string,
) {
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  return mine.ok ? ok(correctionWindow(mine.value.snapshot.state, participantId)) : mine
}

/** Corrects the viewer's travel details. Fails with rateLimited after too many corrections. */
export const editInfo = (
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer,
  participantId: string,
  info: TravelInfo,
) => change(context, viewer, participantId, (own) => ({ type: 'editInfo', ...own, info }))

/**
 * Changes the flight of the viewer's place in a complete group, whether it fits the others' or
 * not. Repeating it has no further effect. Limited as corrections are.
 */
export const changeFlight = (
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer,
  participantId: string,
  flight: Flight,
) => change(context, viewer, participantId, (own) => ({ type: 'changeFlight', ...own, flight }))

/** The flights that the viewer's place can be changed to, and those that fit the group as it is. */
export async function readFlightChoice(context: Objects, viewer: Viewer, participantId: string) {
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  if (!mine.ok) return mine
  const { state } = mine.value.snapshot
  return ok({
    terminals: state.airportTerminals,
    from: earliestChange(state),
    until: flightChangeUntil(state),
    window: windowOf(state),
  })
}

/**
 * Whether the deposit of the viewer's place stands, according to the carpool. Stripe is asked only
 * in doubt: when the bank's deadline has passed without an answer. Includes the secret of a payment
 * that was begun to pay the deposit again.
 */
export async function readDepositStanding(
  context: NeedsToPay & Objects,
  viewer: Viewer,
  participantId: string,
): Promise<Result<DepositStanding>> {
  const { clock, payments } = context
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  if (!mine.ok) return mine
  const { snapshot, place: before } = mine.value
  const { deposit, hold } = before
  const { intentId } = deposit
  const isLate = deposit.state === 'held' && hold.deadlinePassed
  const inDoubt = before.seat === 'taken' && isLate && intentId !== null
  const settled = inDoubt
    ? await settlePlace(carpoolKind, context, before, snapshot, intentId)
    : ok(snapshot)
  // If Stripe does not answer, the carpool's state is the best we have.
  const { state } = settled.ok ? settled.value : snapshot
  const p = ownPlace(state, before.id, viewer.id) ?? before
  const facts = actionFactsOf(state, p)
  const isValid = isDepositValid(facts)
  const isPayable = !isValid && refuseRepay(facts, clock.now()) === null
  const { intentId: next } = p.renewal
  const intent = isPayable && next !== null ? await payments.read(next) : null
  const open = intent?.ok && intent.value.facts.money === 'unpaid'
  return ok({
    carpoolId: state.id,
    isValid,
    status:
      facts.renewalFailed && facts.depositStatus === 'held' ? 'expiring' : facts.depositStatus,
    clientSecret: open ? intent.value.clientSecret : null,
  })
}

/**
 * A deposit that the bank has released, or that could not be renewed, ready to be paid again.
 * Fails with alreadyPaid while it stands.
 */
export async function repayDeposit(
  context: NeedsToPay & Objects,
  viewer: Viewer,
  participantId: string,
  keepCard = false,
): Promise<Result<PayableDeposit<CarpoolId>>> {
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  if (!mine.ok) return mine
  const { snapshot, place } = mine.value
  if (place.seat !== 'taken') return fail('operationExpired')
  return beginDeposit(carpoolKind, context, place, snapshot, keepCard)
}

/** The state of the payments for the viewer's place, as the carpool knows it. */
export async function readPaymentState(
  context: Needs<'clock'> & Objects,
  viewer: Viewer,
  participantId: string,
): Promise<Result<PaymentState>> {
  const { clock } = context
  const mine = await findOwnPlace(carpoolKind, context, viewer, participantId)
  if (!mine.ok) return mine
  const { snapshot, place } = mine.value
  const { deposit, originalRemainingAmount, deductedAmount, paymentStatus } = carpoolRecord(
    snapshot,
    place,
    clock.now(),
  )
  const { status, isValid, amount } = deposit
  const open = place.balance.intentId ? 'open' : 'due'
  const due = originalRemainingAmount === null ? null : originalRemainingAmount - deductedAmount
  return ok({
    participantId,
    deposit: { status, isValid, amount },
    balance:
      due === null ? null : { status: paymentStatus === 'PAID' ? 'paid' : open, amount: due },
    paymentStatus,
  })
}
