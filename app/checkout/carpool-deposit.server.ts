import { redirect } from '@remix-run/cloudflare'
import {
  actionFactsOfRecord,
  formPath,
  isDraft,
  requireRecord,
} from '#app/carpool/http/record.server.ts'
import { refuseRepay } from '#app/carpool/rules/permissions.ts'
import { repayDeposit } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { donePath, payPath, recordPath } from '#app/carpool/ui/paths.ts'
import { AUTO_PAY_VERSION, type AutoPay } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import { answerAutoPay } from '#app/features/auto-pay/service.server.ts'
import type { Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { GroupKind } from '#app/group/service/group-kind.server.ts'
import { confirmDeposit, giveUpPlace, prepareDeposit } from '#app/group/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash, setFlash } from '#app/web/http/flash.server.ts'
import { replaceWithFlash } from '#app/web/http/replace-document.server.ts'
import { type ChargeRequest, startOf } from './charge-params.server.ts'

/**
 * A bank keeps a hold for about 7 days. A car that leaves sooner than this needs no renewal, so
 * consent to one is not requested.
 */
const HOLD_STANDS_MS = hours(6 * 24)

/** Whether the car leaves only after the bank would release a hold made now. */
const outlastsHold = ({ clock }: AppContext, { carpoolAt }: CarpoolRecord): boolean =>
  carpoolAt - clock.now() > HOLD_STANDS_MS

/** Records whether the balance may be charged to the card, before anybody can pay with it. */
export async function answerOf<S extends Group>(
  kind: GroupKind<S, unknown>,
  { context, user, id }: ChargeRequest,
  form: FormData,
  known: AutoPay | null,
): Promise<Result<null>> {
  const version = form.has('autoPay') ? AUTO_PAY_VERSION : null
  return version === (known?.version ?? null)
    ? ok(null)
    : answerAutoPay(kind, context, await user, id, version)
}

/**
 * The deposit of a place in a carpool: the first one, or another if the bank has released it or is
 * about to.
 */
export const carpoolDeposit = {
  async read({ context, user, id }: ChargeRequest) {
    const record = await requireRecord(context, user, id)
    const askToKeep = outlastsHold(context, record)
    if (record.seat === 'taken') return readAgain(context, record, askToKeep)
    const [create, formTo] = [isDraft(record), formPath(record)]
    const state = stateOf(record, context.clock.now())
    // Paid in full, it is charged at once.
    const isHold = record.inFull === null
    const isMember = (await user).auth === 'APPROVED'
    const asks = { askToKeep, isHold, isMember }
    return { about: 'seat' as const, state, record, create, formTo, ...asks }
  },

  /**
   * Begins nothing if others have paid or left since, so that this deposit would now be charged
   * instead of held, or the reverse.
   */
  async begin(asked: ChargeRequest, form: FormData) {
    const { context, user, id } = asked
    const keepCard = form.has('keepCard') || form.has('autoPay')
    const { seat, filling, autoPay } = await requireRecord(context, user, id)
    const viewer = await user
    if (form.has('again')) return startOf(asked, await repayDeposit(context, viewer, id, keepCard))
    if (seat === 'held' && filling !== form.get('filling'))
      return { kind: 'changed' as const, text: context.t('pay:error.changedSeats') }
    const answered = await answerOf(carpoolKind, asked, form, autoPay)
    if (!answered.ok) return startOf(asked, answered)
    return startOf(asked, await prepareDeposit(carpoolKind, context, viewer, id, keepCard))
  },

  async confirm({ context, user, id }: ChargeRequest, form: Pick<FormData, 'has'>) {
    const confirmed = await confirmDeposit(carpoolKind, context, user, id)
    if (!confirmed.ok) return confirmed
    if (!form.has('again')) return ok(donePath(id))
    if (!confirmed.value.deposit.isValid) return fail('paymentNotConfirmed')
    setFlash(context, { key: 'pay:done.depositAgain' })
    return ok(recordPath(id))
  },

  /** Gives up the seat and reopens the form it was booked with. */
  async cancel({ context, user, id }: ChargeRequest) {
    const record = await requireRecord(context, user, id)
    const given = await giveUpPlace(carpoolKind, context, await user, id)
    return leaveDeposit(context, given, { form: formPath(record), record: recordPath(id), id })
  },
}

type Places = { form: string; record: string; id: string }

/** Redirects after an attempt to give up an unpaid place. */
export function leaveDeposit(context: AppContext, given: Result<unknown>, to: Places) {
  const info = { kind: 'info' } as const
  if (given.ok) return redirectWithFlash(context, to.form, { ...info, key: 'pay:done.cancelled' })
  return given.error.code === 'alreadyPaid'
    ? replaceWithFlash(context, to.record, { ...info, key: 'errors:alreadyPaid' })
    : redirectWithFlash(context, payPath(to.id), { kind: 'error', key: 'pay:error.cancelFailed' })
}

type SeatState =
  | { kind: 'open'; until: number }
  /** The hold is over, and the bank is being asked about it. */
  | { kind: 'checking' }
  | { kind: 'gone' }

function stateOf(record: CarpoolRecord, now: number): SeatState {
  const { seat, holdExpiresAt, status, cutoffAt } = record
  if (seat === 'lapsing') return { kind: 'checking' }
  const isOver = holdExpiresAt === null || now >= holdExpiresAt
  const isPast = is(status, 'open') && now >= cutoffAt
  return seat === 'gone' || isOver || isPast
    ? { kind: 'gone' }
    : { kind: 'open', until: holdExpiresAt }
}

function readAgain(context: AppContext, record: CarpoolRecord, askToKeep: boolean) {
  const refused = refuseRepay(actionFactsOfRecord(record), context.clock.now())
  if (refused === 'alreadyPaid') throw redirect(recordPath(record.participantId))
  if (refused) {
    const text = failureText(context.t, { code: refused })
    return { about: 'refused' as const, record, text, released: false }
  }
  return { about: 'again' as const, record, askToKeep, isHold: true }
}
