import { readSettings } from '#app/catalog/service/settings.server.ts'
import { isShown, listRankOf, type Party } from '#app/group/rules/state.ts'
import { isTripId, tripIdOf } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import {
  confirmBalance,
  confirmDeposit,
  draftGroup,
  findOwnPlace,
  type PayableBalance,
  type PayableDeposit,
  sendToGroup,
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
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { listTrips, selectTrip, selectTripTexts } from '#app/trip/rows/trips.server.ts'
import { asksForFlight, NO_TEXTS, type Terms, type TripTexts } from '#app/trip/rules/state.ts'
import { orNull } from '#db/named-columns.ts'
import { tripKind } from './trip-kind.server.ts'
import { readTripTexts, writeTripTexts } from './trip-texts.server.ts'
import {
  type BareTrip,
  type BareTripRecord,
  bareTripRecord,
  type TripRecord,
  type TripView,
  textsFor,
  tripView,
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
/**
 * The payment that the caller claims to have made. It is compared with our own data, never trusted.
 */
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

const placeOnList = ({ status, cutoffAt, id }: BareTrip) => ({
  rank: listRankOf(status),
  at: cutoffAt,
  id,
})

/** A trip the viewer has just paid for, with its texts. */
async function withTexts(
  context: Needs<'db' | 'clock'>,
  viewer: Viewer,
  paid: Result<BareTrip>,
): Promise<Result<TripView>> {
  const { clock } = context
  if (!paid.ok) return paid
  const trip = paid.value
  const others = trip.currentPassengers > (trip.own?.party.people ?? 0)
  const found = await readTripTexts(context, trip.id)
  return ok({ ...trip, ...textsFor(viewer.id, found, { ...trip, others }, clock.now()) })
}

/**
 * Trips of one tab or of both: joinable ones first, then earliest cutoff first; on the `end`
 * tab, latest cutoff first. One query. An invalid cursor starts at the beginning.
 */
export async function browseTrips(
  { clock, db }: Needs<'db' | 'clock'>,
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
}

/** One trip; null if it does not exist or the viewer may not see it. */
export async function findTrip(
  { db, clock }: Needs<'db' | 'clock'>,
  id: string,
  viewer: ViewerRef | null,
): Promise<TripView | null> {
  const [row] = isTripId(id) ? await batchRead(db, selectTrip(db, id, viewer)) : []
  const view = row && seenTrip(row, clock.now())
  return view && (isShown(row.trip) || view.own) ? view : null
}

/** Whether joiners of a trip give their flight; true for a trip that does not exist. */
export async function needsFlight({ objects }: Objects, id: string): Promise<boolean> {
  const found = isTripId(id) ? await objects.trips.snapshot(id) : ok(null)
  return asksForFlight((found.ok && found.value?.state) || {})
}

/**
 * The viewer's place, named by its own id or by its trip's; by the trip's, the live place or else
 * the last one. Drafts, holds and places that are gone are found too.
 */
export async function readTripPlace(
  context: Needs<'clock'> & Objects,
  viewer: Viewer | Promise<Viewer>,
  id: string,
): Promise<Result<BareTripRecord>> {
  const { clock } = context
  const mine = await findOwnPlace(tripKind, context, viewer, id)
  if (!mine.ok) return mine
  return ok(bareTripRecord(mine.value.snapshot, mine.value.place, clock.now()))
}

/** The same with the creator's texts and the debts, like a carpool's record; null: none. */
export async function readTripRecord(
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer | Promise<Viewer>,
  id: string,
): Promise<TripRecord | null> {
  const { db, clock } = context
  const tripId = isTripId(id) ? id : tripIdOf(id)
  if (!tripId) return null
  const [mine, { id: userId }, [owed], [said]] = await Promise.all([
    findOwnPlace(tripKind, context, viewer, id),
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
}

/**
 * A creator's trip, which their deposit will open. Repeating the attempt returns the same trip,
 * updated with any changes.
 */
export async function createTrip(
  context: Needs<'db' | 'clock' | 'log' | 'config'> & Objects,
  viewer: Viewer,
  { texts: said = NO_TEXTS, ...draft }: TripDraft,
  attemptId: string,
  consent: string | null = null,
): Promise<Result<{ id: TripId }>> {
  const { tripBalancePrice: balancePrice } = await readSettings(context)
  if ((draft.balancePrice ?? balancePrice) !== balancePrice) {
    const message = issue('balancePriceFixed', { pence: balancePrice })
    return fail('validationFailed', { field: 'balancePrice', issue: message })
  }
  const terms: Terms = { ...draft, balancePrice }
  const drafted = await draftGroup(tripKind, context, viewer, attemptId, (tripId, creator) => ({
    type: 'draftTrip',
    tripId,
    ...creator,
    terms,
    party: CREATOR,
    consent,
  }))
  if (!drafted.ok) return drafted
  const { id } = drafted.value.snapshot.state
  const written = await writeTripTexts(context, viewer, id, said)
  return written.ok ? ok({ id }) : written
}

/**
 * Confirms the viewer's paid seat if `sent` is its payment. A `balance` is checked too, and
 * confirmed if it names an intent.
 */
export async function confirmJoinSent(
  context: NeedsToPay & Objects,
  viewer: Viewer,
  id: string,
  sent: SentPayment,
  balance: SentPayment,
): Promise<Result<TripView>> {
  const joined = await confirmDeposit(tripKind, context, viewer, id, ({ snapshot, place }) => {
    const wrong = balance.price > 0 && balance.price !== snapshot.state.balancePrice
    if (sent.price !== DEPOSIT_PENCE || wrong) return 'invalidPaymentAmount'
    const other = balance.intentId && balance.intentId !== place.balance.intentId
    return sent.intentId !== place.deposit.intentId || other ? 'paymentNotConfirmed' : null
  })
  const paid =
    joined.ok && balance.intentId ? await confirmBalance(tripKind, context, viewer, id) : joined
  return withTexts(context, viewer, paid)
}

/** Confirms the viewer's paid balance if `sent` is it; its price is that of one person. */
export const confirmBalanceSent = async (
  context: NeedsToPay & Objects,
  viewer: Viewer,
  id: string,
  sent: SentPayment,
): Promise<Result<TripView>> =>
  withTexts(
    context,
    viewer,
    await confirmBalance(tripKind, context, viewer, id, ({ snapshot, place }) => {
      if (sent.price !== snapshot.state.balancePrice) return 'invalidPaymentAmount'
      return sent.intentId === place.balance.intentId ? null : 'paymentNotConfirmed'
    }),
  )

/**
 * Sets what a trip costs on top of the deposit, until the first balance is paid. For
 * administrators: `by` is logged.
 */
export async function setBalancePrice(
  context: Objects,
  id: string,
  balancePrice: MinorUnits,
  by?: AdminId,
): Promise<Result<null>> {
  const set = await sendToGroup(tripKind, context, id, {
    type: 'setBalancePrice',
    balancePrice,
    by,
  })
  return set.ok ? ok(null) : set
}
