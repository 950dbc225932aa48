import { redirectDocument } from '@remix-run/cloudflare'
import { countIn } from '#app/domain/number.ts'
import { type Failure, ok } from '#app/domain/result.ts'
import { refuseBalance } from '#app/domain/trip/permissions.ts'
import { tripFailureText } from '#app/routes/trip/form.server.ts'
import type { PaymentStart } from '#app/ui/pay/payment-start.ts'
import { donePath, tabPath } from '#app/ui/trip/query.ts'
import { type Asked, startOf } from './asked.server.ts'
import { leave } from './carpool-balance.server.ts'

const inTripWords =
  ({ context }: Asked) =>
  (failure: Failure) =>
    tripFailureText(context, failure)

/** The deposit of a place on a trip. Its own forms give it up. */
export const tripDeposit = {
  async read({ context, user, id }: Asked) {
    const found = await context.trips.place(await user, id)
    if (!found.ok) throw new Response(null, { status: found.error.code === 'notFound' ? 404 : 503 })
    const { trip, party, creates, seat, holdExpiresAt: until, leaving, begun } = found.value
    if (seat === 'taken') throw redirectDocument(donePath(trip.id))
    const isOver = seat === 'gone' || (seat === 'held' && context.clock.now() >= until)
    const kind = isOver ? 'gone' : seat === 'lapsing' ? 'checking' : 'open'
    const state = { kind, until } as const
    return { about: 'trip' as const, state, trip, people: party.people, creates, leaving, begun }
  },

  begin: async (asked: Asked) =>
    startOf(
      asked,
      await asked.context.trips.payDeposit(await asked.user, asked.id),
      inTripWords(asked),
    ),

  async confirm({ context, user, id }: Asked) {
    const confirmed = await context.trips.confirmDeposit(user, id)
    return confirmed.ok ? ok(donePath(id)) : confirmed
  },
}

/** The balance of a confirmed place on a trip. */
export const tripBalance = {
  async read(asked: Asked) {
    const view = await readBalance(asked)
    if (view.about === 'paid') throw redirectDocument(donePath(asked.id))
    return view
  },

  /** An open payment blocks price changes. If the amount due has changed, nothing is begun. */
  async begin(asked: Asked, form: FormData): Promise<PaymentStart> {
    const shown = countIn(form, 'amount')
    const view = await readBalance(asked)
    if (view.about === 'paid') return { kind: 'paid' }
    if (view.about === 'tripRefused') return { kind: 'refused', text: view.text }
    if (view.amount !== shown) return { kind: 'changed' }
    const made = await asked.context.trips.payBalance(await asked.user, asked.id)
    return made.ok && made.value.amount !== shown
      ? { kind: 'changed' }
      : startOf(asked, made, inTripWords(asked))
  },

  async confirm({ context, user, id }: Asked) {
    const confirmed = await context.trips.confirmBalance(user, id)
    return confirmed.ok ? ok(donePath(id)) : confirmed
  },

  async cancel({ context, user, id }: Asked) {
    const given = await context.trips.giveUpBalance(await user, id)
    return leave(context, tabPath('end'), given, 'trip:done.balanceCancelled')
  },
}

/** What is due; another student's trip looks as if it did not exist. */
async function readBalance(asked: Asked) {
  const { context, user, id } = asked
  const viewer = await user
  const [found, place] = await Promise.all([
    context.trips.find(id, viewer),
    context.trips.place(viewer, id),
  ])
  if (!found?.own) throw new Response(null, { status: 404 })
  const trip = { ...found, own: found.own }
  const { paymentStatus, remaining } = trip.own
  const facts = { ...trip, seat: 'taken' as const, paymentStatus }
  const refused = refuseBalance(facts, context.clock.now())
  if (refused === 'alreadyPaid') return { about: 'paid' as const }
  if (!refused && remaining !== null)
    return {
      about: 'tripBalance' as const,
      trip,
      amount: remaining,
      begun: place.ok && place.value.begun,
    }
  const text = tripFailureText(context, { code: refused ?? 'balanceNotDue' })
  return { about: 'tripRefused' as const, trip, text }
}
