import { listGroupsOf, listOrdersOf } from '#app/account/rows/closing.server.ts'
import type { PointsEntry } from '#app/account/rows/points.server.ts'
import { findAccount } from '#app/account/service/accounts.server.ts'
import { describePoints, readPointsHistory } from '#app/account/service/points.server.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { autoPayOf } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import { BOARD, type BoardAnswer, type Post } from '#app/features/board/rules/board.ts'
import { fewerOf } from '#app/features/fewer/rules/fewer-event.ts'
import { listBookingsOf } from '#app/group/rows/bookings.server.ts'
import { listContactsOf } from '#app/group/rows/companions.server.ts'
import { depositStatusOf, type Place } from '#app/group/rules/state.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { listFailedRefundsOfUser } from '#app/payments/rows/failed-refunds.server.ts'
import { listReceiptsOfUser } from '#app/payments/rows/receipts.server.ts'
import { listLostPaymentsOf } from '#app/payments/rows/recovery.server.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import {
  listNotesOf,
  listNoticesOf,
  listSessionsOf,
  listWaitsOf,
  listWishesOf,
} from '#app/privacy/rows/own-data.server.ts'
import { listOwnRequests } from '#app/requests/rows/requests.server.ts'
import { listTripTextsOf } from '#app/trip/rows/trips.server.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { batchOf } from '#db/rows.ts'

const ENTRIES = 500
const iso = (at: Instant | null): string | null => (at === null ? null : new Date(at).toISOString())

// Everything we store about a student, for that student: no data of others, no token, no
// password.

async function pointsOf(context: Needs<'db'>, userId: UserId, language: Language) {
  const all: PointsEntry[] = []
  let cursor: string | undefined
  let balance = 0
  do {
    const page = await readPointsHistory(context, { id: userId }, 'all', {
      cursor,
      limit: ENTRIES,
    })
    all.push(...page.items)
    balance = page.balance
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  const entries = all.map((entry) => ({
    points: entry.points,
    text: describePoints(language, entry),
    createdAt: iso(entry.createdAt),
  }))
  return { balance, entries }
}

/** The student's places, from the groups' objects. */
async function placesOf({ db, objects }: Needs<'db'> & Objects, userId: UserId) {
  const groups = await listGroupsOf(db, userId)
  const found = await inParallel(groups.map((id) => () => objects.of(id).snapshot(id)))
  if (!found.ok) return found
  const known = found.value.flatMap((one) => (one ? [one.state] : []))
  const boards = await inParallel(
    known.map(
      ({ id }) =>
        () =>
          objects.of(id).ask<BoardAnswer>(id, BOARD, { do: 'own', userId }),
    ),
  )
  if (!boards.ok) return boards
  const carpools: ReturnType<typeof carPlace>[] = []
  const trips: ReturnType<typeof tripPlace>[] = []
  for (const state of known) {
    const hers = <P extends Place>(places: P[]) => places.filter((p) => p.userId === userId)
    if ('tripName' in state) trips.push(...hers(state.participants).map((p) => tripPlace(state, p)))
    else carpools.push(...hers(state.participants).map((p) => carPlace(state, p)))
  }
  const boardPosts = boards.value.flatMap(({ posts }) => posts.map(ownPost))
  return ok({ carpools, trips, boardPosts })
}

/**
 * Everything stored about the user, with `_about` describing each part in their language. Fails
 * with `unavailable` if a group cannot be reached.
 */
export async function readOwnData(
  context: Needs<'db' | 'clock'> & Objects,
  userId: UserId,
  language: Language,
): Promise<Result<Record<string, unknown>>> {
  const { db, clock } = context
  const places = await placesOf(context, userId)
  if (!places.ok) return places
  const [account, points, stored] = await Promise.all([
    findAccount(context, userId),
    pointsOf(context, userId, language),
    batchOf(db, {
      sessions: listSessionsOf(db, userId),
      notices: listNoticesOf(db, userId),
      notes: listNotesOf(db, userId),
      orders: listOrdersOf(db, userId),
      requests: listOwnRequests(db, { id: userId }),
      receipts: listReceiptsOfUser(db, userId),
      failed: listFailedRefundsOfUser(db, userId),
      lost: listLostPaymentsOf(db, userId),
      bookings: listBookingsOf(db, userId),
      tripTexts: listTripTextsOf(db, userId),
      rideContacts: listContactsOf(db, userId),
      wishes: listWishesOf(db, userId),
      waits: listWaitsOf(db, userId),
    }),
  ])
  if (!account) throw new Error('the user of a live session is gone')
  return ok({
    _about: aboutIn(language),
    madeAt: iso(clock.now()),
    account: {
      ...withTextTimes(account, STATED_ELSEWHERE),
      emailConfirmed: account.emailConfirmedAt !== null,
    },
    sessions: stored.sessions.map((one) => withTextTimes(one)),
    points,
    notices: stored.notices.map((one) => withTextTimes(one)),
    notes: stored.notes.map(({ at, ...note }) => ({ ...note, at: iso(at) })),
    orders: stored.orders.map((order) => ({ ...withTextTimes(order), currency: 'gbp' })),
    requests: stored.requests.map(({ askedBy: _, ...one }) => ({
      ...withTextTimes(one),
      currency: 'gbp',
    })),
    receipts: stored.receipts.map((one) => withTextTimes(one)),
    failedRefunds: stored.failed.map((one) => ({
      paymentIntent: one.intentId,
      about: one.participantId ?? one.subjectId,
      amount: one.amount,
      owed: one.settledAt === null ? one.missing : 0,
      currency: 'gbp',
      failedAt: iso(one.failedAt),
      settledAt: iso(one.settledAt),
    })),
    lostPayments: stored.lost.map((one) => ({
      paymentIntent: one.intentId,
      about: one.subjectId,
      amount: one.amount,
      currency: 'gbp',
      foundAt: iso(one.foundAt),
      settledAt: iso(one.settledAt),
    })),
    bookings: stored.bookings.map(ownBooking),
    ...places.value,
    waitlists: stored.waits.map(({ groupId, createdAt, ...wait }) => ({
      carpoolId: groupId,
      ...withTextTimes(wait),
      since: iso(createdAt),
    })),
    tripTexts: stored.tripTexts.map((one) => withTextTimes(one)),
    rideContacts: stored.rideContacts.map((one) => withTextTimes(one)),
    wishes: stored.wishes.map(({ fromAt, toAt, expiresAt, meetAt, metAt, ...wish }) => ({
      ...withTextTimes(wish),
      from: iso(fromAt),
      to: iso(toAt),
    })),
  })
}

/** Internal columns with no information about the student: for search and the sweep. */
const OF_THE_SERVICE = ['userId', 'version', 'publicText', 'ownText', 'dueAt', 'dueSinceAt']
const STATED_ELSEWHERE = ['points', 'pointsHistory', 'emailConfirmedAt']

/** A row without some of its columns, with instants as text. */
const withTextTimes = (row: object, except = OF_THE_SERVICE) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !except.includes(name))
      .map(([name, value]) => [name, /(?:At|Until|Before)$/.test(name) ? iso(value) : value]),
  )

/** A student's own booking, without the driver's licence numbers and the dispatcher. */
const ownBooking = ({ id, ...one }: Awaited<ReturnType<typeof listBookingsOf>>[number]) => ({
  participantId: id,
  ...withTextTimes(one, NOT_OF_THE_PASSENGER),
})
const NOT_OF_THE_PASSENGER = [
  ...OF_THE_SERVICE,
  'groupId',
  'consentAt',
  'consentVersion',
  'badgeNo',
  'licenceNo',
  'dispatchedBy',
  'dispatchedAt',
]

/** A post on a message board; `hidden`: by an administrator. */
const ownPost = ({ placeId, at, content, isHidden }: Post) => ({
  participantId: placeId,
  at: iso(at),
  content,
  hidden: isHidden,
})

const PARTS = [
  'account',
  'sessions',
  'points',
  'notices',
  'notes',
  'orders',
  'requests',
  'receipts',
  'carpools',
  'trips',
  'waitlists',
  'tripTexts',
  'rideContacts',
  'boardPosts',
  'failedRefunds',
  'lostPayments',
  'bookings',
  'amounts',
  'times',
] as const

function aboutIn(language: Language): Record<string, string> {
  const t = getT(language)
  return Object.fromEntries(PARTS.map((part) => [part, t(`account:data.about.${part}`)]))
}

const carPlace = (state: CarpoolState, p: CarpoolState['participants'][number]) => ({
  carpoolId: state.id,
  tripType: state.tripType,
  airport: state.airportName,
  departure: iso(state.carpoolAt),
  cutoff: iso(state.cutoffAt),
  status: state.status,
  ...ownPlace(p),
  ...autoPayIn(state, p),
  ...fewerIn(state, p),
  travel: { ...p.party, flightTime: iso(p.party.flightTime) },
})

const tripPlace = (state: TripState, p: TripState['participants'][number]) => ({
  tripId: state.id,
  tripName: state.tripName,
  start: iso(state.tripStartAt),
  end: iso(state.tripEndAt),
  cutoff: iso(state.cutoffAt),
  status: state.status,
  ...ownPlace(p),
  ...autoPayIn(state, p),
  travel: { ...p.party, flightTime: iso(p.party.flightTime) },
})

/** The consent to charge its balance to the card, while it lasts. */
function autoPayIn(state: CarpoolState | TripState, { id }: Place) {
  const own = autoPayOf(state, id)
  return { balanceConsent: own ? { version: own.version, at: iso(own.at) } : null }
}

/** The most it accepted per person if the car was not full, and the consent to that. */
function fewerIn(state: CarpoolState, { id }: Place) {
  const own = fewerOf(state, id)
  return {
    goesWithFewer: own ? { most: own.most, version: own.version, at: iso(own.at) } : null,
  }
}

/** A place and what was paid for it. */
const ownPlace = ({ id, deposit, hold, balance, consent, ...p }: Place) => ({
  participantId: id,
  seat: p.seat,
  leaving: p.leaving,
  since: iso(p.heldAt),
  sharingConsent: consent ? { version: consent.version, at: iso(consent.at) } : null,
  deposit: {
    paymentIntent: deposit.intentId,
    status: depositStatusOf({ deposit }),
    captured: deposit.paid,
    heldUntil: iso(hold.captureBefore),
    savedCard: hold.card?.paymentMethodId ?? null,
    currency: 'gbp',
  },
  balance: balance.quote && {
    paymentIntent: balance.intentId,
    total: balance.quote.original,
    points: balance.quote.points,
    pointsWorth: balance.quote.deducted,
    paidByCard: isPaid(balance) ? balance.paid : null,
    currency: 'gbp',
  },
})
