import { readRankedCursor, writeRankedCursor } from '#app/domain/cursor.ts'
import {
  isShown,
  lastPlaceOf,
  listRankOf,
  ownPlace,
  placeOf,
  type Seat,
} from '#app/domain/group/state.ts'
import type { AdminId, ParticipantId, TripId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import {
  type Clock,
  type Instant,
  type LondonDay,
  londonDay,
  startOfLondonDay,
} from '#app/domain/time.ts'
import type { Command } from '#app/domain/trip/command.ts'
import { rules } from '#app/domain/trip/rules.ts'
import type { Participant, Party, Terms, TripState } from '#app/domain/trip/state.ts'
import { issue } from '#app/schemas/issue.ts'
import type { SettingsService } from '#app/services/catalog/settings.server.ts'
import type { NewNotices } from '#app/services/notices/new-notices.server.ts'
import { foldText } from '#app/services/orders/fold-text.server.ts'
import type { Customers } from '#app/services/payments/customers.server.ts'
import type { PaymentLimits } from '#app/services/payments/payment-limits.server.ts'
import type { Payments, TripIntent } from '#app/services/payments/payments.server.ts'
import { tellGroup } from '#app/services/payments/settle.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { sweepGroups } from '#app/services/sweep.server.ts'
import type { Db } from '#db/db.ts'
import {
  findTrip,
  findTripHold,
  listOverdueTrips,
  listTripHolds,
  listTrips,
} from '#db/queries/trips.ts'
import { createPlaceBalances, type PayableBalance } from './place-balances.server.ts'
import { createBeginnings } from './place-beginnings.server.ts'
import { createPlaceDeposits, type PayablePlace } from './place-deposits.server.ts'
import type { PlaceKind } from './place-kind.server.ts'
import { isTripId, newTripPlaceId, tripIdFor } from './trip-id.server.ts'
import { createTripObjects, type TripNamespace, type TripSnapshot } from './trip-objects.server.ts'
import { tripPlaceRowOf, tripRowOf } from './trip-rows.server.ts'
import { type TripView, tripView } from './trip-views.server.ts'
import { inTripWords } from './trip-words.server.ts'
import type { Viewer } from './viewer.ts'

export type { PayableBalance, PayablePlace, TripView }

export type TripFilter = {
  /** Part of the name. */
  name?: string
  date?: LondonDay
  /**
   * `start`: not yet joined, and the cutoff is after today's start. `end`: joined. Default: both.
   */
  tab?: 'start' | 'end'
  cursor?: string
  limit: number
}
/**
 * The creator's form. The price comes from the settings; a price in the form is only compared with
 * it.
 */
export type TripDraft = Omit<Terms, 'balancePrice'> & { balancePrice?: MinorUnits }
/** What the caller claims to have paid. It is compared with what we know, never trusted. */
export type SentPayment = { intentId: string | null; price: MinorUnits }

/** A viewer's place on a trip as the trip itself knows it, paid or not. */
export type TripSeat = {
  trip: TripView
  terms: Terms
  party: Party
  seat: Seat
  /** Whether this is the place that the trip was created with. */
  creates: boolean
  holdExpiresAt: Instant
}

/** Drafts of one attempt that may be given up or run out before a new attempt is needed. */
const TURNS_MAX = 10
/** The creator gives their travel details later, or never. */
const CREATOR: Party = {
  people: 1,
  terminal: null,
  flightNumber: null,
  flightTime: null,
  nLocation: null,
  bigLuggage: 0,
  smallLuggage: 0,
  bag: 0,
}

export type Trips = ReturnType<typeof createTrips>

type Deps = {
  db: Db
  objects: TripNamespace
  payments: Payments
  customers: Customers
  settings: SettingsService
  limits: PaymentLimits
  clock: Clock
  log: Log
  newNotices?: NewNotices
}

const placeOnList = ({ status, cutoffAt, id }: TripView) => ({
  rank: listRankOf(status),
  at: cutoffAt,
  id,
})

/** What is specific to trips when their places are paid. */
const tripPlaces: PlaceKind<TripState> = {
  rules,
  named: ({ id }) => ({ tripId: id }),
  pointsParams: () => null,
}

/**
 * Trip operations for pages and the API. As with carpools, changes go to the trip's object and
 * lists come from the read model. A place is identified by its trip, since a user has at most one
 * there.
 */
export function createTrips({ objects: namespace, log, ...deps }: Deps) {
  const { db, clock, settings } = deps
  const objects = createTripObjects(namespace, deps.newNotices)
  const deposits = createPlaceDeposits<TripState>({ ...deps, objects, kind: tripPlaces })
  const balances = createPlaceBalances<TripState>({ ...deps, objects, kind: tripPlaces })

  async function tripOf(id: string): Promise<Result<TripSnapshot>> {
    const found = isTripId(id) ? await objects.snapshot(id) : ok(null)
    if (!found.ok) return found
    return found.value ? ok(found.value) : fail('notFound')
  }

  /** The viewer's live place, or else their last one, and its trip. */
  async function own(viewer: Viewer, id: string): Promise<Result<[TripSnapshot, Participant]>> {
    const found = await tripOf(id)
    const place = found.ok && lastPlaceOf(found.value.state, viewer.id)
    if (!found.ok) return found
    return place ? ok([found.value, place]) : fail('notFound')
  }

  const viewIn = ({ state, stuck }: TripSnapshot, viewer: Viewer): TripView => {
    const place = placeOf(state, viewer.id)
    const row = place?.seat === 'taken' ? tripPlaceRowOf(state, place, state.version) : null
    return tripView(tripRowOf(state, state.version, null, stuck), row, clock.now())
  }
  const viewed = (result: Result<TripSnapshot>, viewer: Viewer): Result<TripView> =>
    result.ok ? ok(viewIn(result.value, viewer)) : result

  const begin = createBeginnings<TripState, Extract<Command, { type: 'hold' | 'draftTrip' }>>({
    ...deps,
    objects,
    openHolds: (userId) => listTripHolds(db, userId, clock.now()),
  })

  return inTripWords({
    /**
     * Trips of one tab or of both: joinable ones first, then earliest cutoff first; on the `end`
     * tab, latest cutoff first. One query. An invalid cursor starts at the beginning.
     */
    async list(
      filter: TripFilter,
      viewer: Viewer,
    ): Promise<{ items: TripView[]; nextCursor: string | null }> {
      const { name, date, tab, cursor, limit } = filter
      const now = clock.now()
      const after = cursor ? readRankedCursor(cursor) : null
      const folded = foldText(name ?? '') || undefined
      const today = startOfLondonDay(londonDay(now))
      const query = { name: folded, date, tab, today, after, limit: limit + 1 }
      const rows = await listTrips(db, query, viewer.id)
      const items = rows.slice(0, limit).map(({ trip, place }) => tripView(trip, place, now))
      const last = rows.length > limit ? items.at(-1) : undefined
      return { items, nextCursor: last ? writeRankedCursor(placeOnList(last)) : null }
    },

    /** One trip; null if it does not exist or the viewer may not see it. */
    async find(id: string, viewer: Viewer | null): Promise<TripView | null> {
      const row = isTripId(id) ? await findTrip(db, id, viewer?.id ?? null) : undefined
      return row && (isShown(row.trip) || row.place)
        ? tripView(row.trip, row.place, clock.now())
        : null
    },

    /**
     * The viewer's live place on a trip, or else their last one, including drafts, holds and places
     * that are gone.
     */
    async place(viewer: Viewer, id: string): Promise<Result<TripSeat>> {
      const found = await tripOf(id)
      const place = found.ok && lastPlaceOf(found.value.state, viewer.id)
      if (!found.ok) return found
      if (!place) return fail('notFound')
      const { state } = found.value
      const { party, seat, holdExpiresAt } = place
      const creates = state.participants[0] === place
      return ok({
        trip: viewIn(found.value, viewer),
        terms: state,
        party,
        seat,
        creates,
        holdExpiresAt,
      })
    },

    /**
     * The viewer's hold that can still be paid for; if there are several, the one that runs out
     * first.
     */
    held: (viewer: Viewer) => findTripHold(db, viewer.id, clock.now()),

    /**
     * A creator's trip, which their deposit will open. Repeating the attempt returns the same trip,
     * updated with any changes.
     */
    async create(
      viewer: Viewer,
      draft: TripDraft,
      attemptId: string,
    ): Promise<Result<{ id: TripId }>> {
      const { tripBalancePrice: balancePrice } = await settings.read()
      if ((draft.balancePrice ?? balancePrice) !== balancePrice) {
        const message = issue('balancePriceFixed', { pence: balancePrice })
        return fail('validationFailed', { field: 'balancePrice', issue: message })
      }
      const terms: Terms = { ...draft, balancePrice }
      for (let turn = 0; turn < TURNS_MAX; turn++) {
        const tripId = await tripIdFor(viewer.id, attemptId, turn)
        const participantId = newTripPlaceId(tripId)
        const command = {
          type: 'draftTrip' as const,
          tripId,
          participantId,
          userId: viewer.id,
          terms,
          party: CREATOR,
        }
        const drafted = await begin(tripId, 'draft', command)
        // The trip of this attempt was given up or ran out, and the form was sent again: make
        // another.
        if (!drafted.ok && drafted.error.code === 'holdExpired') continue
        return drafted.ok ? ok({ id: tripId }) : drafted
      }
      return fail('operationExpired')
    },

    /**
     * Holds seats. If the same user repeats the call, it is the same hold with the details updated.
     */
    async hold(viewer: Viewer, id: string, party: Party): Promise<Result<ParticipantId>> {
      if (!isTripId(id)) return fail('notFound')
      const participantId = newTripPlaceId(id)
      const held = await begin(id, 'hold', {
        type: 'hold',
        participantId,
        userId: viewer.id,
        party,
      })
      if (!held.ok) return held.error.code === 'invalidCarpool' ? fail('notFound') : held
      const place = placeOf(held.value.state, viewer.id)
      return place ? ok(place.id) : fail('holdExpired')
    },

    /** The deposit of the viewer's own draft or hold, ready to be paid. */
    async payBase(viewer: Viewer, id: string): Promise<Result<PayablePlace<TripId>>> {
      const found = await own(viewer, id)
      if (!found.ok) return found
      const [snapshot, place] = found.value
      return place.seat === 'taken'
        ? fail('alreadyPaid')
        : deposits.payable(viewer.id, snapshot, place.id)
    },

    /**
     * Confirms the viewer's paid seat. Fails with paymentNotConfirmed while it is not paid, or if
     * `sent` names another payment. A `balance` is checked too, and confirmed if it names an
     * intent.
     */
    async confirmBase(
      viewer: Viewer,
      id: string,
      sent?: SentPayment,
      balance: Partial<SentPayment> = {},
    ): Promise<Result<TripView>> {
      const found = await own(viewer, id)
      if (!found.ok) return found
      const [snapshot, place] = found.value
      const { balancePrice } = snapshot.state
      if (sent && sent.price !== DEPOSIT_PENCE) return fail('invalidPaymentAmount')
      if (balance.price && balance.price !== balancePrice) return fail('invalidPaymentAmount')
      if (sent && sent.intentId !== place.deposit.intentId) return fail('paymentNotConfirmed')
      if (balance.intentId && balance.intentId !== place.balance.intentId)
        return fail('paymentNotConfirmed')
      const joined = await deposits.confirm(viewer.id, snapshot, place.id)
      if (!joined.ok || !balance.intentId) return viewed(joined, viewer)
      return viewed(await balances.confirm(viewer.id, joined.value, place.id), viewer)
    },

    /** The balance of the viewer's place, ready to be paid. */
    async payBalance(viewer: Viewer, id: string): Promise<Result<PayableBalance<TripId>>> {
      const found = await own(viewer, id)
      if (!found.ok) return found
      const [snapshot, place] = found.value
      return balances.payable(viewer.id, snapshot, place.id, false)
    },

    /** Confirms the viewer's paid balance; `sent.price` is the trip's balance price per person. */
    async confirmBalance(
      viewer: Viewer,
      id: string,
      sent?: SentPayment,
    ): Promise<Result<TripView>> {
      const found = await own(viewer, id)
      if (!found.ok) return found
      const [snapshot, place] = found.value
      if (sent && sent.price !== snapshot.state.balancePrice) return fail('invalidPaymentAmount')
      if (sent && sent.intentId !== place.balance.intentId) return fail('paymentNotConfirmed')
      return viewed(await balances.confirm(viewer.id, snapshot, place.id), viewer)
    },

    /**
     * Gives up a balance payment that was begun. Fails with alreadyPaid if it was paid after all.
     */
    async giveUpBalance(viewer: Viewer, id: string): Promise<Result<null>> {
      const found = await own(viewer, id)
      if (!found.ok) return found
      const [snapshot, place] = found.value
      const given = await balances.giveUp(viewer.id, snapshot, place.id)
      return given.ok ? ok(null) : given
    },

    /**
     * Drops the viewer's unpaid hold, or the unpaid trip they have just created. Returns its
     * details, so that a form can be filled in again.
     */
    async giveUp(viewer: Viewer, id: string): Promise<Result<{ terms: Terms; party: Party }>> {
      const found = await own(viewer, id)
      if (!found.ok) return found
      const [{ state }, place] = found.value
      const command = { type: 'giveUp' as const, participantId: place.id, userId: viewer.id }
      const said = await objects.execute(state.id, command)
      if (!said.ok) return said
      // Release the money before answering, if Stripe responds; otherwise the object keeps trying.
      if (ownPlace(said.value.state, place.id, viewer.id)?.seat === 'lapsing')
        await objects.poke(state.id)
      return ok({ terms: state, party: place.party })
    },

    /** Leaves a trip before its cutoff; the deposit is returned. */
    async exit(viewer: Viewer, id: string): Promise<Result<null>> {
      if (!isTripId(id)) return fail('notFound')
      const left = await objects.execute(id, { type: 'exit', userId: viewer.id })
      if (!left.ok) return left
      if (left.value.state.strays.length > 0) await objects.poke(id)
      return ok(null)
    },

    /**
     * Sets what a trip costs on top of the deposit, until the first balance is paid. For
     * administrators: `by` is logged.
     */
    async setBalancePrice(
      id: string,
      balancePrice: MinorUnits,
      by?: AdminId,
    ): Promise<Result<null>> {
      if (!isTripId(id)) return fail('notFound')
      const set = await objects.execute(id, { type: 'setBalancePrice', balancePrice, by })
      return set.ok ? ok(null) : set
    },

    /**
     * Reports a payment, as just read, to its trip; for the webhook. If the result is not ok, the
     * event must be delivered again.
     */
    told: (intent: TripIntent, eventId?: string): Promise<Result<TripSnapshot>> =>
      tellGroup<TripId, TripSnapshot>(intent.tripId, (_, facts) =>
        objects.execute(intent.tripId, { type: 'settle', facts }, eventId),
      )(intent),

    /** Retries now what is waiting for its next try. For administrators. */
    retry: (id: TripId) => objects.poke(id, { retry: true }),

    /** Pokes every trip that had something due by `now`. Returns how many changed. */
    sweep: async (now: Instant): Promise<number> =>
      sweepGroups(objects, await listOverdueTrips(db, now), log),
  })
}
