import { redirect } from '@remix-run/cloudflare'
import type { User } from '#app/account/service/sessions.server.ts'
import {
  confirmBalance,
  confirmDeposit,
  giveUpBalance,
  giveUpPlace,
  prepareBalance,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import { countIn } from '#app/kernel/number.ts'
import { type Failure, ok } from '#app/kernel/result.ts'
import type { PaymentStart } from '#app/payments/ui/payment-start.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { tripFailureText } from '#app/trip/http/form.server.ts'
import { refuseBalance } from '#app/trip/rules/permissions.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { type BareTripRecord, readTripPlace } from '#app/trip/service/trips.server.ts'
import { donePath, joinPath, recordPath } from '#app/trip/ui/query.ts'
import { leave } from './carpool-balance.server.ts'
import { answerOf, leaveDeposit } from './carpool-deposit.server.ts'
import { type ChargeRequest, startOf } from './charge-params.server.ts'

const inTripWords =
  ({ context }: ChargeRequest) =>
  (failure: Failure) =>
    tripFailureText(context, failure)

/** The deposit of a place on a trip. */
export const tripDeposit = {
  async read({ context, user, id }: ChargeRequest) {
    const trip = await requirePlace(context, user, id)
    const { seat, holdExpiresAt } = trip
    const until = holdExpiresAt ?? 0
    if (seat === 'taken') throw redirect(donePath(trip.id))
    const isOver = seat === 'gone' || (seat === 'held' && context.clock.now() >= until)
    const kind = isOver ? 'gone' : seat === 'lapsing' ? 'checking' : 'open'
    return { about: 'trip' as const, state: { kind, until } as const, trip, formTo: formPath(trip) }
  },

  async begin(asked: ChargeRequest, form: FormData) {
    const { context, user, id } = asked
    const { autoPay } = await requirePlace(context, user, id)
    const answered = await answerOf(tripKind, asked, form, autoPay)
    const keepCard = form.has('autoPay')
    const made = answered.ok
      ? await prepareDeposit(tripKind, context, await user, id, keepCard)
      : answered
    return startOf(asked, made, inTripWords(asked))
  },

  async confirm({ context, user, id }: ChargeRequest) {
    const confirmed = await confirmDeposit(tripKind, context, user, id)
    return confirmed.ok ? ok(donePath(id)) : confirmed
  },

  async cancel({ context, user, id }: ChargeRequest) {
    const trip = await requirePlace(context, user, id)
    const given = await giveUpPlace(tripKind, context, await user, id)
    return leaveDeposit(context, given, { form: formPath(trip), record: recordPath(id), id })
  },
}

/** The form that the place was booked with, filled in with its values. */
const formPath = ({ creates, id }: BareTripRecord): string =>
  creates ? `/trip/create?from=${id}` : joinPath(id)

/** The balance of a confirmed place on a trip. */
export const tripBalance = {
  async read(asked: ChargeRequest) {
    const view = await readBalance(asked)
    if (view.about === 'paid') throw redirect(donePath(asked.id))
    return view
  },

  /** An open payment blocks price changes. If the amount due has changed, nothing is begun. */
  async begin(asked: ChargeRequest, form: FormData): Promise<PaymentStart> {
    const shown = countIn(form, 'amount')
    const view = await readBalance(asked)
    if (view.about === 'paid') return { kind: 'paid' }
    if (view.about === 'refused') return { kind: 'refused', text: view.text }
    if (view.amount !== shown) return { kind: 'changed' }
    const made = await prepareBalance(tripKind, asked.context, await asked.user, asked.id)
    return made.ok && made.value.amount !== shown
      ? { kind: 'changed' }
      : startOf(asked, made, inTripWords(asked))
  },

  async confirm({ context, user, id }: ChargeRequest) {
    const confirmed = await confirmBalance(tripKind, context, user, id)
    return confirmed.ok ? ok(donePath(id)) : confirmed
  },

  async cancel({ context, user, id }: ChargeRequest) {
    const given = await giveUpBalance(tripKind, context, await user, id)
    return leave(context, recordPath(id), given, 'trip:done.balanceCancelled')
  },
}

/** The amount due; another student's trip looks as if it did not exist. */
async function readBalance({ context, user, id }: ChargeRequest) {
  const trip = await requirePlace(context, user, id)
  const refused =
    trip.seat === 'gone' ? 'operationExpired' : refuseBalance(trip, context.clock.now())
  if (refused === 'alreadyPaid') return { about: 'paid' as const }
  if (!refused && trip.remaining !== null)
    return { about: 'tripBalance' as const, trip, amount: trip.remaining }
  const text = tripFailureText(context, { code: refused ?? 'balanceNotDue' })
  return { about: 'refused' as const, record: trip, text, released: false }
}

async function requirePlace(context: AppContext, user: Promise<User>, id: string) {
  const found = await readTripPlace(context, user, id)
  if (!found.ok) throw new Response(null, { status: found.error.code === 'notFound' ? 404 : 503 })
  return found.value
}
