import type { CarpoolOwn } from '#app/domain/carpool/command.ts'
import type { CarpoolState, Participant } from '#app/domain/carpool/state.ts'
import { ALONE_VERSION, offerOf } from '#app/domain/group/alone.ts'
import { ownPlace } from '#app/domain/group/state.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { PlaceIntent } from '#app/services/payments/payments.server.ts'
import { applyToGroup, reconcile } from '#app/services/payments/reconcile.server.ts'
import type { CarpoolRecord } from './carpool-views.server.ts'
import { type PaidDeps, paidCarpools } from './group-kind.server.ts'
import type { CarpoolObjects, CarpoolSnapshot } from './group-objects.server.ts'
import type { createGroups } from './groups.server.ts'
import type { Viewer } from './viewer.ts'

/** The car and the sum that a passenger was shown. */
export type AloneShown = { carpoolAt: Instant; amount: MinorUnits }
/** The payment of a difference; `clientSecret` null: there is nothing left to pay. */
export type PayableAlone = { clientSecret: string | null; amount: MinorUnits; until: Instant }

type Deps = Pick<PaidDeps<CarpoolState>, 'payments' | 'customers' | 'limits' | 'clock'> & {
  groups: ReturnType<typeof createGroups<CarpoolState, CarpoolOwn, CarpoolRecord>>
  objects: CarpoolObjects
}
type Mine = { snapshot: CarpoolSnapshot; place: Participant }

/**
 * A car alone for a passenger whose flight changed (decision 0092): they agree, pay the difference,
 * and their place moves there by itself. Every call can be repeated.
 */
export function createPlaceAlone({ groups, objects, payments, customers, limits, clock }: Deps) {
  const { own } = groups

  /** Where the place has gone or is going, once the difference is paid. */
  const wentTo = ({ supplement, moving, convertedTo }: Participant): ParticipantId | null =>
    supplement ? ((moving?.to ?? convertedTo)?.participantId ?? null) : null

  const placeIn = ({ state }: CarpoolSnapshot, { id, userId }: Participant) =>
    ownPlace(state, id, userId)

  /** Reads a payment and tells the carpool. With `end`, cancels it first if it is not paid. */
  const lookAt = (intentId: string, { state }: CarpoolSnapshot, end: boolean) =>
    reconcile(intentId, {
      read: payments.places.read,
      act: async (intent: PlaceIntent) => {
        const { money } = intent.facts
        const key = `ended:${intentId}:${crypto.randomUUID()}`
        return end && money === 'unpaid'
          ? payments.places.release(intentId, money, key)
          : ok(intent)
      },
      apply: applyToGroup(state.id, (id, facts) => objects.execute(id, { type: 'settle', facts })),
    })

  /** Makes the payment and records it, before anybody gets its secret. */
  async function make({ snapshot: { state }, place: p }: Mine): Promise<Result<PayableAlone>> {
    const { payment, attempt } = p.alone ?? {}
    if (!payment || attempt === undefined) return fail('operationExpired', { context: 'alone' })
    const may = await limits.mayStart(p.userId, p.id)
    if (!may.ok) return may
    const place = { participantId: p.id, userId: p.userId, attempt }
    const { amount, expiresAt: until } = payment
    const purpose = 'supplement' as const
    const customerId = await customers.idFor(p.userId)
    const what = { ...paidCarpools.intentFor(state), ...place, purpose, amount, customerId }
    const made = await payments.places.createIntent(what)
    if (!made.ok) return made
    const { facts, clientSecret } = made.value
    const attach = { type: 'attachIntent' as const, purpose, ...place, intentId: facts.intentId }
    const said = await objects.execute(state.id, attach)
    const now = said.ok ? placeIn(said.value, p) : undefined
    if (now?.alone?.payment?.intentId === facts.intentId) return ok({ clientSecret, amount, until })
    // Nobody has its secret, so leaving it would be harmless; this only tidies up.
    await payments.places.release(facts.intentId, 'unpaid', `unused:${facts.intentId}`)
    return said.ok ? fail('unavailable', { retryAfterSeconds: 5 }) : said
  }

  /** The place goes on its own; the passenger is waiting for it now. */
  async function arrived({ snapshot, place }: Mine): Promise<Result<ParticipantId>> {
    const to = wentTo(place)
    if (!to) return fail('paymentNotConfirmed')
    if (!place.moving) return ok(to)
    await objects.poke(snapshot.state.id)
    const opened = await own({ id: place.userId }, to)
    return opened.ok ? ok(to) : fail('unavailable', { retryAfterSeconds: 5 })
  }

  return {
    /**
     * The passenger agrees to what they were shown, in the words of the current version. Fails with
     * operationExpired if it is not offered any more, versionConflict if it is another car or sum
     * now, or moveRefused if the place cannot go (its context says why).
     */
    async agreeAlone(viewer: Viewer, id: string, shown: AloneShown): Promise<Result<null>> {
      const mine = await own(viewer, id)
      if (!mine.ok) return mine
      const { snapshot, place } = mine.value
      const about = { participantId: place.id, userId: viewer.id, consent: ALONE_VERSION }
      const said = await objects.execute(snapshot.state.id, {
        type: 'agreeAlone',
        ...about,
        ...shown,
      })
      return said.ok ? ok(null) : said
    },

    /** The payment that was agreed to, ready to be made. */
    async payAlone(viewer: Viewer, id: string): Promise<Result<PayableAlone>> {
      const allowed = await limits.mayPay(viewer.id)
      if (!allowed.ok) return allowed
      const mine = await own(viewer, id)
      if (!mine.ok) return mine
      const { snapshot, place } = mine.value
      if (place.supplement) {
        const { amount } = place.supplement
        return ok({ clientSecret: null, amount, until: clock.now() })
      }
      const payment = place.alone?.payment
      if (!payment || !offerOf(snapshot.state, place, clock.now()))
        return fail('operationExpired', { context: 'alone' })
      if (payment.closing) return fail('unavailable', { retryAfterSeconds: 5 })
      if (payment.intentId === null) return make(mine.value)
      const read = await payments.places.read(payment.intentId)
      if (!read.ok) return fail('paymentInitFailed')
      const { money } = read.value.facts
      if (money !== 'unpaid') {
        if (money !== 'processing') await lookAt(payment.intentId, snapshot, false)
        return fail('paymentNotConfirmed')
      }
      const { amount, expiresAt: until } = payment
      return ok({ clientSecret: read.value.clientSecret, amount, until })
    },

    /**
     * Reads the payment and lets the place go. Returns the place in the private car, which may take
     * a moment to open. Fails with paymentNotConfirmed while it is not paid, or operationExpired if
     * the place can no longer go, so that everything paid for it goes back.
     */
    async confirmAlone(viewer: Viewer, id: string): Promise<Result<ParticipantId>> {
      const mine = await own(viewer, id)
      if (!mine.ok) return mine
      const { snapshot, place } = mine.value
      const payment = place.alone?.payment
      if (!payment?.intentId || place.supplement) return arrived(mine.value)
      const settled = await lookAt(payment.intentId, snapshot, false)
      const after = await own(viewer, id)
      if (!after.ok) return after
      // An event may have been faster; then the place is moving, and nothing more is settled here.
      if (after.value.place.supplement) return arrived(after.value)
      if (!settled.ok) return settled
      const { strays } = after.value.snapshot.state
      if (!strays.some(({ intentId }) => intentId === payment.intentId))
        return fail('paymentNotConfirmed')
      await objects.poke(snapshot.state.id)
      return fail('operationExpired', { context: 'aloneBack' })
    },

    /** Gives up a payment that was begun. Fails with alreadyPaid if it was made after all. */
    async giveUpAlone(viewer: Viewer, id: string): Promise<Result<null>> {
      const mine = await own(viewer, id)
      if (!mine.ok) return mine
      const { snapshot, place } = mine.value
      const intentId = place.alone?.payment?.intentId
      const ended = intentId ? await lookAt(intentId, snapshot, true) : ok(null)
      if (!ended.ok) return ended
      const after = await own(viewer, id)
      return after.ok && after.value.place.supplement ? fail('alreadyPaid') : ok(null)
    },
  }
}
