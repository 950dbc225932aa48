import type { Party } from '#app/group/rules/state.ts'
import { isShown, listRankOf } from '#app/group/rules/state.ts'
import { isTripId, tripIdFor, tripIdOf } from '#app/group/service/group-id.server.ts'
import { type GroupKind, type PaidDeps, paidTrips } from '#app/group/service/group-kind.server.ts'
import type { TripObjects } from '#app/group/service/group-objects.server.ts'
import {
  createGroups,
  type PayableBalance,
  type PayableDeposit,
} from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { readRankedCursor, writeRankedCursor } from '#app/kernel/cursor.ts'
import type { AdminId, TripId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { foldText } from '#app/kernel/text.ts'
import { type Instant, type LondonDay, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { Unavailable } from '#app/kernel/within.ts'
import { selectOwedToPlace } from '#app/payments/rows/failed-refunds.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { listTrips, selectTrip, selectTripTexts } from '#app/trip/rows/trips.server.ts'
import type { TripOwn } from '#app/trip/rules/command.ts'
import {
  asksForFlight,
  NO_TEXTS,
  type Terms,
  type TripState,
  type TripTexts,
} from '#app/trip/rules/state.ts'
import { orNull } from '#db/named.ts'
import { createTripTexts } from './trip-texts.server.ts'
import {
  type BareTrip,
  type BareTripRecord,
  bareTripRecord,
  type TripRecord,
  type TripView,
  textsFor,
  tripView,
  tripViewIn,
} from './trip-views.server.ts'

export type { BareTrip, BareTripRecord, PayableBalance, PayableDeposit, TripRecord, TripView }

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
 * it. The texts are not part of the group (decision 0033).
 */
export type TripDraft = Omit<Terms, 'balancePrice'> & {
  balancePrice?: MinorUnits
  texts?: TripTexts
}
/** What the caller claims to have paid. It is compared with what we know, never trusted. */
export type SentPayment = { intentId: string | null; price: MinorUnits }

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

type SeenTrip = Awaited<ReturnType<typeof selectTrip>>[number]

const seenTrip = ({ place, texts, ...read }: SeenTrip, now: Instant): TripView =>
  tripView({ ...read, place: orNull(place, 'id'), texts: orNull(texts, 'tripId') }, now)

export type Trips = ReturnType<typeof createTrips>

type Deps = Omit<PaidDeps<TripState>, 'kind' | 'objects'> & {
  objects: TripObjects
  log: Log
}

const placeOnList = ({ status, cutoffAt, id }: BareTrip) => ({
  rank: listRankOf(status),
  at: cutoffAt,
  id,
})

const tripKind: GroupKind<TripState, BareTrip> = {
  ...paidTrips,
  isId: isTripId,
  idFor: tripIdFor,
  idOf: tripIdOf,
  unknown: 'notFound',
  view: tripViewIn,
  name: 'trip',
}

/** Trip operations for pages and the API, as for carpools. */
export function createTrips(deps: Deps) {
  const { db, clock, settings, objects } = deps
  const texts = createTripTexts(deps)
  const groups = createGroups<TripState, TripOwn, BareTrip>(tripKind, deps)

  /** A trip the viewer has just paid for, with what its creator says. */
  async function withTexts(viewer: Viewer, paid: Result<BareTrip>): Promise<Result<TripView>> {
    if (!paid.ok) return paid
    const trip = paid.value
    const others = trip.currentPassengers > (trip.own?.party.people ?? 0)
    const found = await texts.find(trip.id)
    return ok({ ...trip, ...textsFor(viewer.id, found, { ...trip, others }, clock.now()) })
  }

  return {
    ...groups,
    texts,

    /**
     * Trips of one tab or of both: joinable ones first, then earliest cutoff first; on the `end`
     * tab, latest cutoff first. One query. An invalid cursor starts at the beginning.
     */
    async list(
      filter: TripFilter,
      viewer: ViewerRef,
    ): Promise<{ items: TripView[]; nextCursor: string | null }> {
      const { name, date, tab, cursor, limit } = filter
      const now = clock.now()
      const after = cursor ? readRankedCursor(cursor) : null
      const folded = foldText(name ?? '') || undefined
      const today = startOfLondonDay(londonDay(now))
      const query = { name: folded, date, tab, today, after, limit: limit + 1 }
      const rows = await batchRead(db, listTrips(db, query, viewer))
      const items = rows.slice(0, limit).map((row) => seenTrip(row, now))
      const last = rows.length > limit ? items.at(-1) : undefined
      return { items, nextCursor: last ? writeRankedCursor(placeOnList(last)) : null }
    },

    /** One trip; null if it does not exist or the viewer may not see it. */
    async find(id: string, viewer: ViewerRef | null): Promise<TripView | null> {
      const [row] = isTripId(id) ? await batchRead(db, selectTrip(db, id, viewer)) : []
      const view = row && seenTrip(row, clock.now())
      return view && (isShown(row.trip) || view.own) ? view : null
    },

    /** Whether joiners of a trip say which flight they take; a trip nobody knows would ask. */
    async needsFlight(id: string): Promise<boolean> {
      const found = isTripId(id) ? await objects.snapshot(id) : ok(null)
      return asksForFlight((found.ok && found.value?.state) || {})
    },

    /**
     * The viewer's place, named by its own id or by its trip's: then the live one, or else the last
     * one. Drafts, holds and places that are gone are found too.
     */
    async place(viewer: Viewer | Promise<Viewer>, id: string): Promise<Result<BareTripRecord>> {
      const mine = await groups.own(viewer, id)
      if (!mine.ok) return mine
      return ok(bareTripRecord(mine.value.snapshot, mine.value.place, clock.now()))
    },

    /** The same with what the creator says and what is owed, as carpools have it; null: none. */
    async record(viewer: Viewer | Promise<Viewer>, id: string): Promise<TripRecord | null> {
      const tripId = isTripId(id) ? id : tripIdOf(id)
      if (!tripId) return null
      const [mine, { id: userId }, [owed], [said]] = await Promise.all([
        groups.own(viewer, id),
        viewer,
        batchRead(db, selectOwedToPlace(db, id)),
        batchRead(db, selectTripTexts(db, tripId)),
      ])
      if (mine.ok) {
        const [{ snapshot, place }, now] = [mine.value, clock.now()]
        const trip = bareTripRecord(snapshot, place, now, owed)
        const own = trip.seat === 'taken' ? trip.party.people : 0
        const others = trip.currentPassengers > own
        return { ...trip, ...textsFor(userId, said ?? null, { ...trip, others }, now) }
      }
      if (mine.error.code === 'notFound') return null
      throw new Unavailable(`the trip of ${id} cannot be reached`)
    },

    /**
     * A creator's trip, which their deposit will open. Repeating the attempt returns the same trip,
     * updated with any changes.
     */
    async create(
      viewer: Viewer,
      { texts: said = NO_TEXTS, ...draft }: TripDraft,
      attemptId: string,
      consent: string | null = null,
    ): Promise<Result<{ id: TripId }>> {
      const { tripBalancePrice: balancePrice } = await settings.read()
      if ((draft.balancePrice ?? balancePrice) !== balancePrice) {
        const message = issue('balancePriceFixed', { pence: balancePrice })
        return fail('validationFailed', { field: 'balancePrice', issue: message })
      }
      const terms: Terms = { ...draft, balancePrice }
      const drafted = await groups.draft(viewer, attemptId, (tripId, creator) => ({
        type: 'draftTrip',
        tripId,
        ...creator,
        terms,
        party: CREATOR,
        consent,
      }))
      if (!drafted.ok) return drafted
      const { id } = drafted.value.snapshot.state
      const written = await texts.write(viewer, id, said)
      return written.ok ? ok({ id }) : written
    },

    /**
     * Confirms the viewer's paid seat if `sent` is its payment. A `balance` is checked too, and
     * confirmed if it names an intent.
     */
    async confirmJoinSent(
      viewer: Viewer,
      id: string,
      sent: SentPayment,
      balance: SentPayment,
    ): Promise<Result<TripView>> {
      const joined = await groups.confirmDeposit(viewer, id, ({ snapshot, place }) => {
        const wrong = balance.price > 0 && balance.price !== snapshot.state.balancePrice
        if (sent.price !== DEPOSIT_PENCE || wrong) return 'invalidPaymentAmount'
        const other = balance.intentId && balance.intentId !== place.balance.intentId
        return sent.intentId !== place.deposit.intentId || other ? 'paymentNotConfirmed' : null
      })
      const paid = joined.ok && balance.intentId ? await groups.confirmBalance(viewer, id) : joined
      return withTexts(viewer, paid)
    },

    /** Confirms the viewer's paid balance if `sent` is it; its price is that of one person. */
    confirmBalanceSent: async (
      viewer: Viewer,
      id: string,
      sent: SentPayment,
    ): Promise<Result<TripView>> =>
      withTexts(
        viewer,
        await groups.confirmBalance(viewer, id, ({ snapshot, place }) => {
          if (sent.price !== snapshot.state.balancePrice) return 'invalidPaymentAmount'
          return sent.intentId === place.balance.intentId ? null : 'paymentNotConfirmed'
        }),
      ),

    /**
     * Sets what a trip costs on top of the deposit, until the first balance is paid. For
     * administrators: `by` is logged.
     */
    async setBalancePrice(
      id: string,
      balancePrice: MinorUnits,
      by?: AdminId,
    ): Promise<Result<null>> {
      const set = await groups.send(id, { type: 'setBalancePrice', balancePrice, by })
      return set.ok ? ok(null) : set
    },
  }
}
