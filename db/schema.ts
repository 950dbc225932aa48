import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AutoPay } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import type { Fewer } from '#app/features/fewer/rules/fewer-event.ts'
import type { FlightMark } from '#app/features/flights/rules/flight-state.ts'
import type { KeptLanding } from '#app/features/flights/rules/flight-status.ts'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import { LIST_RANK, type Party } from '#app/group/rules/state.ts'
import { type Fact, type GroupStatus, statusesThat } from '#app/group/rules/status.ts'
import { EMAIL_STOPS } from '#app/kernel/account.ts'
import type { AdminScope, AuditAction, VersionedTable } from '#app/kernel/admin.ts'
import { SERVICES, SITE_PAGES } from '#app/kernel/description.ts'
import type {
  AdminId,
  AirportId,
  CarpoolId,
  DriverId,
  GroupId,
  OrderId,
  ParticipantId,
  RequestId,
  TripId,
  UserId,
  VehicleId,
  WishId,
} from '#app/kernel/id.ts'
import type { LondonDay } from '#app/kernel/time.ts'
import { ORDER_KINDS, type OrderState } from '#app/orders/rules/order.ts'
import type { Book } from '#app/payments/rules/book.ts'
import type { RowCharge } from '#app/payments/rules/row-charge.ts'
import type { Sale, SaleAbout, Seller } from '#app/payments/rules/sale.ts'
import { type PaidOutside, REQUEST_KINDS, type RequestLine } from '#app/requests/rules/request.ts'
import { TEXT_STATES } from '#app/trip/rules/state.ts'

/** Every `…At` column is an instant in milliseconds UTC; every amount is in minor units. */

export const users = sqliteTable(
  'users',
  {
    id: text().$type<UserId>().primaryKey(),
    /** 11 digits starting 07. */
    phone: text().notNull(),
    /** As typed; in use once confirmed. A confirmed address is unique by its lower-cased copy. */
    email: text().notNull(),
    emailKey: text().notNull(),
    /**
     * When the link sent to `email` was opened. Null: not yet. 0: the address dates from before
     * links existed (decision 0010).
     */
    emailConfirmedAt: integer(),
    /** Replaces a confirmed address once its own link is opened. */
    pendingEmail: text(),
    /**
     * SHA-256 of the token in the newest link, which is for `pendingEmail` or otherwise `email`;
     * the token itself is never stored.
     */
    emailLinkHash: text(),
    emailLinkExpiresAt: integer(),
    name: text().notNull(),
    wechat: text().notNull(),
    passwordHash: text().notNull(),
    accountType: text({ enum: ['MEMBER', 'NORMAL'] }).notNull(),
    /** Null for a NORMAL account. */
    auth: text({ enum: ['PENDING', 'APPROVED', 'REJECTED'] }),
    membershipLevel: integer().notNull().default(0),
    flatName: text(),
    flatNumber: text(),
    /**
     * The user's customer id at Stripe, created with their first deposit; a saved card belongs to
     * it.
     */
    stripeCustomerId: text(),
    /** The language the user last used, for messages sent to them outside a page. */
    language: text({ enum: ['zh', 'en'] })
      .notNull()
      .default('zh'),
    /** Whether notices are also sent by email. */
    emailNotices: integer({ mode: 'boolean' }).notNull().default(true),
    /** Whether news of their cars may be sent as text messages. */
    rideTexts: integer({ mode: 'boolean' }).notNull().default(true),
    /**
     * When the user closed the account, and when all their personal details were erased, including
     * those in their groups' objects.
     */
    closedAt: integer(),
    erasedAt: integer(),
    /** The versions of the terms last agreed to, and when (docs/rules.md#terms): of carpools … */
    termsVersion: text(),
    termsAgreedAt: integer(),
    /** … and of trips. */
    tripTermsVersion: text(),
    tripTermsAgreedAt: integer(),
    /**
     * Points cannot be used before this: an administrator set the phone. Null: no such limit.
     */
    pointsFrom: integer(),
    /** When an administrator suspended the account, and why; null: not suspended. */
    suspendedAt: integer(),
    suspendedReason: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('users_phone').on(t.phone),
    // A query uses this index only with the same literal.
    uniqueIndex('users_email_confirmed').on(t.emailKey).where(sql`email_confirmed_at > 0`),
    index('users_email_link').on(t.emailLinkHash),
    index('users_auth').on(t.auth, t.createdAt, t.id),
    index('users_created').on(t.createdAt, t.id),
    index('users_erasing').on(t.erasedAt, t.closedAt),
  ],
)

/** Addresses that get no email, whichever account has them, until their link is opened again. */
export const emailStops = sqliteTable('email_stops', {
  /** Like `users.emailKey`. */
  emailKey: text().primaryKey(),
  why: text({ enum: EMAIL_STOPS }).notNull(),
  at: integer().notNull(),
})

export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /**
     * Operating system and browser of the login, so that the owner recognises it
     * (app/account/rules/device). Null: unknown, or from before this was stored.
     */
    device: text(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** One live code per phone and purpose; a new one replaces the old. */
export const verificationCodes = sqliteTable(
  'verification_codes',
  {
    phone: text().notNull(),
    purpose: text({ enum: ['register', 'password', 'phone'] }).notNull(),
    codeHash: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    triesLeft: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.phone, t.purpose] })],
)

/**
 * Attempts counted by exact limits: one row per attempt, kept for a day. `subject` is a keyed hash
 * (of a phone, an address or an account), never the value itself.
 */
export const attempts = sqliteTable(
  'attempts',
  {
    kind: text().notNull(),
    subject: text().notNull(),
    at: integer().notNull(),
    /** Distinguishes attempts within the same millisecond. */
    id: integer().notNull().default(sql`(random())`),
    /**
     * The place or waitlist entry the attempt began, until the read model shows it (decision 0013).
     */
    place: text(),
  },
  // WITHOUT ROWID and without an index by time, so that each attempt writes one row.
  (t) => [primaryKey({ columns: [t.kind, t.subject, t.at, t.id] })],
)

/**
 * Append only; a balance is the sum of its rows. A row of 0 points marks an operation that must
 * never happen again (a reservation returned before it was made).
 */
export const pointsLedger = sqliteTable(
  'points_ledger',
  {
    id: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Unique: repeating an operation changes the balance once. */
    operationId: text().notNull(),
    points: integer().notNull(),
    /** The reason for the points; texts of all kinds but `allocated` are in locales account. */
    kind: text({ enum: ['balance', 'balanceReturned', 'earned', 'earnedTaken', 'allocated'] })
      .notNull()
      .default('allocated'),
    /** Parameters for the kind's text. */
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull().default({}),
    /** An administrator's text; empty for every other kind. */
    description: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('points_operation').on(t.operationId),
    index('points_user').on(t.userId, t.createdAt),
  ],
)

export const airports = sqliteTable('airports', {
  id: text().$type<AirportId>().primaryKey(),
  nameZh: text().notNull(),
  nameEn: text().notNull(),
  terminals: text({ mode: 'json' }).$type<string[]>().notNull(),
  active: integer({ mode: 'boolean' }).notNull().default(true),
  sortOrder: integer().notNull().default(0),
  /** From a landing until passengers can be met. */
  clearingMinutes: integer().notNull().default(45),
  /** Where drivers meet passengers, offered when a car is assigned. */
  meetingPoints: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
})

/** Vehicles and drivers are archived, never deleted. Rides have their own copies. */
export const vehicles = sqliteTable('vehicles', {
  id: text().$type<VehicleId>().primaryKey(),
  plate: text().notNull(),
  make: text().notNull(),
  colour: text().notNull(),
  seats: integer().notNull(),
  bigCases: integer().notNull(),
  smallCases: integer().notNull(),
  licenceNo: text().notNull(),
  /** The last London day on which it is valid. */
  licenceUntil: text().notNull(),
  archived: integer({ mode: 'boolean' }).notNull().default(false),
})
export const drivers = sqliteTable('drivers', {
  id: text().$type<DriverId>().primaryKey(),
  name: text().notNull(),
  phone: text().notNull(),
  badgeNo: text().notNull(),
  badgeUntil: text().notNull(),
  languages: text().notNull(),
  archived: integer({ mode: 'boolean' }).notNull().default(false),
})

/** Price in pence per person when `people` travel. */
export const prices = sqliteTable(
  'prices',
  {
    airportId: text()
      .$type<AirportId>()
      .notNull()
      .references(() => airports.id),
    period: text({ enum: ['normal', 'special'] }).notNull(),
    people: integer().notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.airportId, t.period, t.people] })],
)

/** London days, both ends included. */
export const specialPeriods = sqliteTable('special_periods', {
  id: text().primaryKey(),
  fromDay: text().notNull(),
  toDay: text().notNull(),
  label: text().notNull(),
})

export const serviceDescriptions = sqliteTable(
  'service_descriptions',
  {
    id: text().primaryKey(),
    service: text({ enum: [...SERVICES, ...SITE_PAGES] }).notNull(),
    lang: text({ enum: ['zh', 'en'] }).notNull(),
    title: text().notNull(),
    content: text().notNull(),
    sortOrder: integer().notNull(),
  },
  (t) => [index('service_descriptions_order').on(t.service, t.lang, t.sortOrder)],
)

/** A stuck effect, its place, and its payment. */
export type StuckRow = {
  kind: string
  participantId: string
  intentId: string | null
  sinceAt: number
  attempts: number
}

const ranked = (fact: Fact, rank: number) =>
  statusesThat(fact)
    .map((status) => `WHEN '${status}' THEN ${rank}`)
    .join(' ')
/**
 * A group's position in lists (`listRankOf` of the domain), computed from its status: joinable
 * groups come first.
 */
const listRank = () =>
  integer().generatedAlwaysAs(
    sql.raw(
      `CASE status ${ranked('joinable', LIST_RANK.joinable)} ${ranked('hidden', LIST_RANK.hidden)} ELSE ${LIST_RANK.other} END`,
    ),
    { mode: 'virtual' },
  )

/** Columns of every group. A row is only replaced by a newer `version` (decision 0002). */
export const ofGroup = () => ({
  id: text().$type<GroupId>().primaryKey(),
  version: integer().notNull(),
  status: text().$type<GroupStatus>().notNull(),
  /** Number of people with a seat, on hold or confirmed. */
  currentPassengers: integer().notNull(),
  maxPassengers: integer().notNull(),
  /** One party hires the whole car, at the price for one. */
  private: integer({ mode: 'boolean' }).notNull().default(false),
  /** The departure, and its London day. */
  departureAt: integer().notNull(),
  departureDay: text().notNull(),
  cutoffAt: integer().notNull(),
  /** When balances are due. */
  balanceDueAt: integer().notNull(),
  /** Seats of a complete car for sale at the full price. */
  releasedSeats: integer().notNull().default(0),
  /** Pence missing in a group that goes ahead; null: none. */
  shortfall: integer(),
  flightTimes: text({ mode: 'json' }).$type<number[]>().notNull(),
  /**
   * Whether others may see the group; drafts, private cars, failed and cancelled groups are
   * hidden.
   */
  listed: integer({ mode: 'boolean' }).notNull(),
  rank: listRank(),
  /** When the object next has work; the sweep looks for rows past this time. Null: no work. */
  nextDueAt: integer(),
  /** Money effects that have been undecided for too long and need an administrator. */
  stuck: text({ mode: 'json' }).$type<StuckRow[]>().notNull().default([]),
  /** Since when the oldest of them has been waiting. Null: none is stuck. */
  stuckSinceAt: integer(),
  /** Since when a reported post of its board has waited for an administrator; null: no report. */
  reportedAt: integer(),
  createdAt: integer().notNull(),
})

/** Columns of carpools only. */
export const ofCarpool = () => ({
  tripType: text({ enum: ['PICKUP', 'DROPOFF'] }),
  airportId: text().$type<AirportId>(),
  airportNameZh: text(),
  airportNameEn: text(),
  terminals: text({ mode: 'json' }).$type<string[]>(),
  /** Pence per person for 1 to 5 people, as promised when the carpool opened. */
  prices: text({ mode: 'json' }).$type<number[]>(),
  flightNumbers: text({ mode: 'json' }).$type<string[]>(),
  /** With how many people it would go at its cutoff as it is now; 0: it would not. */
  goesWith: integer().default(0),
  /** Its seats until it went with fewer people; 0: it did not. */
  openedFor: integer().default(0),
})

/** Columns of trips only. */
export const ofTrip = () => ({
  tripName: text(),
  /** The name in folded letters, for substring search. */
  nameText: text(),
  /** Confirmed people, who count towards the minimum. */
  confirmedPassengers: integer(),
  minPassengers: integer(),
  tripEndAt: integer(),
  /** London days of cutoff and end, for the filters. */
  cutoffDay: text(),
  endDay: text(),
  /** Pence per person on top of the deposit. */
  balancePrice: integer(),
  /** Whether joining requires a flight. */
  needsFlight: integer({ mode: 'boolean' }),
})

/**
 * Read model of the groups for lists and cards. The object is the source of truth; a row can be
 * rebuilt at any time. Columns of one kind are null in the other; `db/kinds.ts` has a view per
 * kind.
 */
export const groups = sqliteTable(
  'groups',
  {
    kind: text({ enum: ['carpool', 'trip'] }).notNull(),
    ...ofGroup(),
    ...ofCarpool(),
    ...ofTrip(),
  },
  (t) => [
    index('groups_due').on(t.nextDueAt),
    index('groups_day').on(t.departureDay, t.status),
    index('groups_stuck').on(t.stuckSinceAt).where(sql`stuck_since_at IS NOT NULL`),
    index('groups_reported').on(t.reportedAt).where(sql`reported_at IS NOT NULL`),
    index('carpools_list')
      .on(t.listed, t.tripType, t.rank, t.departureAt, t.id)
      .where(sql`kind = 'carpool'`),
    index('carpools_airport')
      .on(t.listed, t.tripType, t.airportId, t.rank, t.departureAt, t.id)
      .where(sql`kind = 'carpool'`),
    index('carpools_status')
      .on(t.listed, t.tripType, t.status, t.departureAt, t.id)
      .where(sql`kind = 'carpool'`),
    index('trips_list').on(t.listed, t.rank, t.cutoffAt, t.id).where(sql`kind = 'trip'`),
    // Trips under way may have started long ago.
    index('trips_going').on(t.departureDay).where(sql`kind = 'trip' AND status = 'SUCCESS'`),
  ],
)

/**
 * Groups whose object cannot be opened, because a newer version of the code wrote it. A row is
 * deleted once its object can be opened (docs/operations.md).
 */
export const refusedGroups = sqliteTable('refused_groups', {
  id: text().$type<GroupId>().primaryKey(),
  /** What this version does not know. */
  what: text().notNull(),
  sinceAt: integer().notNull(),
  triedAt: integer().notNull(),
})

/** Read model of the places in carpools and on trips; only ever shown to `userId`. */
export const participants = sqliteTable(
  'participants',
  {
    id: text().$type<ParticipantId>().primaryKey(),
    kind: text({ enum: ['carpool', 'trip'] }).notNull(),
    groupId: text().$type<GroupId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    version: integer().notNull(),
    /** held, lapsing, taken, out or gone (app/group/rules/state.ts). */
    seat: text().notNull(),
    /** Why the place is gone or about to be (`LeaveReason`). */
    leaving: text(),
    /** The travellers on the deposit, with luggage and flight. */
    party: text({ mode: 'json' }).$type<Party>().notNull(),
    /** The party's flights in the form of app/kernel/flight-number, each between spaces. */
    flightKeys: text().notNull().default(''),
    depositStatus: text().notNull(),
    depositIntentId: text(),
    /** When the card's bank releases the deposit's hold. */
    captureBeforeAt: integer(),
    /** Whether renewing the deposit's hold failed, so that the deposit must be paid again. */
    renewalFailed: integer({ mode: 'boolean' }).notNull().default(false),
    paymentStatus: text({
      enum: ['DEPOSIT', 'PAID', 'PRIVATE_CONVERTED', 'MOVED', 'REFUNDED'],
    }).notNull(),
    /** The balance before points, in pence; null until the group is settled. */
    originalRemaining: integer(),
    /** Points used for the balance, and their worth in pence. */
    pointsDeducted: integer().notNull().default(0),
    deductedAmount: integer().notNull().default(0),
    /**
     * Pence of captured money that were refunded outside the product: in Stripe's dashboard, or
     * through a lost dispute.
     */
    returnedAmount: integer().notNull().default(0),
    /**
     * Pence of the deposit that were charged, and the part of them in `returnedAmount`. Null:
     * unknown.
     */
    depositCaptured: integer(),
    depositReturned: integer(),
    /** Pence of everything charged that were refunded to the owner. Null: unknown. */
    refundedAmount: integer(),
    holdExpiresAt: integer(),
    /** Its car, for its owner only. Null: none, or the place is not confirmed. */
    ride: text({ mode: 'json' }).$type<PlaceRide>(),
    /** When the driver did not find them, until an administrator has dealt with it. */
    missedAt: integer(),
    /** The change of its flight since the group was complete. Null: none. */
    flight: text({ mode: 'json' }).$type<FlightMark>(),
    /** Deadline of an administrator's decision about that change; null: none is pending. */
    flightOpenUntil: integer(),
    /** The consent to charge its balance to the deposit's card. Null: none, or it has ended. */
    autoPay: text({ mode: 'json' }).$type<AutoPay>(),
    /** The most it accepts if its car goes with fewer people. Null: nothing. */
    fewer: text({ mode: 'json' }).$type<Fewer>(),
    /** The place it became in another group; null: it did not move. */
    movedTo: text().$type<ParticipantId>(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('participants_user').on(t.userId, t.seat, t.createdAt),
    // Most holds never get this far. A query uses this index only with a literal, not a parameter.
    index('participants_group').on(t.groupId, t.userId).where(sql`seat = 'taken' OR seat = 'out'`),
    // The rides of one driver. Most places have no car yet.
    index('participants_driver').on(sql`ride ->> '$.driver.id'`).where(sql`ride IS NOT NULL`),
    // Missing passengers to deal with. Most are found.
    index('participants_missed').on(t.missedAt).where(sql`missed_at IS NOT NULL`),
    // Flights that need a decision.
    index('participants_flight').on(t.flightOpenUntil).where(sql`flight_open_until IS NOT NULL`),
    // Places whose deposit is kept, for the totals of money taken.
    index('participants_kept').on(t.groupId).where(sql`leaving = 'unpaid'`),
  ],
)

/** Read model of the waitlists: one row per party, only ever shown to `userId`. */
export const waits = sqliteTable(
  'waits',
  {
    groupId: text().$type<CarpoolId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    /** Number of parties ahead. */
    ahead: integer().notNull(),
    people: integer().notNull(),
    bigLuggage: integer().notNull(),
    smallLuggage: integer().notNull(),
    bag: integer().notNull(),
    /** When its offer ends; null if it has none. */
    offeredUntil: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index('waits_user').on(t.userId)],
)

/**
 * Flight statuses from the provider, by flight number and London day; nothing personal. Stored as
 * long as their calls count against the plan (decision 0031).
 */
export const flightStatuses = sqliteTable(
  'flight_statuses',
  {
    day: text().notNull(),
    number: text().notNull(),
    /** Calls made, including one in progress. */
    calls: integer().notNull(),
    askedAt: integer().notNull(),
    /** Until when the provider must not be called; null: no limit. */
    busyUntil: integer(),
    landings: text({ mode: 'json' }).$type<KeptLanding[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.number] })],
)

/**
 * The record of bookings that a private-hire operator must keep (decision 0030): written when a
 * place gets a car, again when its car or place changes, and stored for `recordMonths` after the
 * ride, even if the account is closed. Unlike the read models it cannot be rebuilt; closing the
 * account changes nothing here.
 */
export const bookings = sqliteTable(
  'bookings',
  {
    /** The place. */
    id: text().$type<ParticipantId>().primaryKey(),
    groupId: text().$type<GroupId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    /** Only a newer version replaces a row. */
    version: integer().notNull(),
    /** Registered names never change. */
    passenger: text().notNull(),
    people: integer().notNull(),
    bookedAt: integer().notNull(),
    /** When consent to separate fares was given, and in which words; null: before it was asked. */
    consentAt: integer(),
    consentVersion: text(),
    pickUpAt: integer().notNull(),
    pickUp: text().notNull(),
    destination: text().notNull(),
    driver: text().notNull(),
    badgeNo: text().notNull(),
    plate: text().notNull(),
    licenceNo: text().notNull(),
    /** Who assigned the car, and when; null: from before this was stored. */
    dispatchedBy: text().$type<AdminId>(),
    dispatchedAt: integer(),
    /**
     * booked: it has this car. unassigned: the car was withdrawn. left: the passenger left before
     * the ride. moved: the place is in another carpool, with a booking of its own.
     */
    state: text({ enum: ['booked', 'unassigned', 'left', 'moved'] }).notNull(),
  },
  (t) => [index('bookings_ride').on(t.pickUpAt), index('bookings_user').on(t.userId)],
)

/**
 * The postage of a parcel of up to `grams` per carrier, in fen. Null: the carrier does not take it.
 */
export const postagePrices = sqliteTable(
  'postage_prices',
  {
    id: text().primaryKey(),
    grams: integer().notNull(),
    sfExpress: integer(),
    hkPostAir: integer(),
    hkPostSea: integer(),
    royalMail: integer(),
    taiwanPrice: integer(),
    macauPrice: integer(),
    upsUsa: integer(),
    bpostUsa: integer(),
  },
  (t) => [uniqueIndex('postage_prices_grams').on(t.grams)],
)

/**
 * Mail and moving orders (app/orders/rules). Addresses, names and numbers are visible to `userId`
 * only.
 */
export const orders = sqliteTable(
  'orders',
  {
    id: text().$type<OrderId>().primaryKey(),
    kind: text({ enum: ORDER_KINDS }).notNull(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Generated before the first attempt, so that a double tap makes one order. */
    attemptId: text().notNull(),
    /** open, processing, completed or failed; values from newer versions are shown as they are. */
    status: text().notNull().default('open'),
    /** The state of the base price. */
    payment: text({ enum: ['free', 'awaiting', 'paid', 'refunding', 'refunded'] }).notNull(),
    /** Pence refunded in Stripe's dashboard while the order is paid. */
    refundedAmount: integer().notNull().default(0),
    /** Pence of such refunds that failed later, which are not in `refundedAmount`. */
    failedAmount: integer().notNull().default(0),
    /** Pence of refunds of any kind that failed and are still owed (`failed_refunds`). */
    refundOwed: integer().notNull().default(0),
    /** The order's state before a lost dispute took its money; null: none did. */
    beforeLoss: text({ mode: 'json' }).$type<OrderState['beforeLoss']>(),
    /** Pence, fixed when the order was made. 0: nothing to pay. */
    baseAmount: integer().notNull(),
    /** Counts the payment intents made for the base price; each has its own idempotency key. */
    paymentAttempt: integer().notNull().default(1),
    intentId: text(),
    userName: text().notNull(),
    tel: text().notNull(),
    isHelp: integer({ mode: 'boolean' }).notNull(),
    estBoxNum: integer().notNull(),
    fromAddress: text().notNull(),
    fromZip: text().notNull(),
    toAddress: text().notNull(),
    toZip: text().notNull(),
    /** London day of the collection, and whether it is in the daytime rather than the evening. */
    sendDate: text().notNull(),
    sendDaytime: integer({ mode: 'boolean' }).notNull(),
    /** Mail only: the carrier, and boxes bought from us with their delivery day. */
    shipCompany: text({ enum: ['HKA', 'HKS', 'SF', 'RM', 'TW', 'MC', 'UPS', 'BPOST'] }),
    isBuyBox: integer({ mode: 'boolean' }),
    buyBoxNum: integer(),
    boxDate: text(),
    isBoxDaytime: integer({ mode: 'boolean' }),
    /** Mail only: grams of each box as weighed, and the numbers of the parcels sent. */
    weights: text({ mode: 'json' }).$type<number[]>(),
    parcels: text({ mode: 'json' }).$type<string[]>(),
    /** Moving only: a friend attends in the student's place. */
    isEntrustFriend: integer({ mode: 'boolean' }),
    friTel: text(),
    /** Search texts, folded to lower case: one for everyone, and one for the owner. */
    publicText: text().notNull(),
    ownText: text().notNull(),
    createdAt: integer().notNull(),
    /** The deadline for paying the base price. */
    payBefore: integer().notNull(),
    /**
     * Since when payment work has been due (giving up a payment, a refund), and when it is next
     * tried. Null: no work.
     */
    dueSinceAt: integer(),
    dueAt: integer(),
  },
  (t) => [
    uniqueIndex('orders_attempt').on(t.userId, t.attemptId),
    index('orders_list').on(t.kind, t.sendDate, t.id),
    index('orders_user').on(t.userId, t.kind, t.createdAt, t.id),
    index('orders_due').on(t.dueAt),
    index('orders_status').on(t.kind, t.status, t.createdAt, t.id),
  ],
)

/**
 * What administrators note about an account, a place or an order, for each other; the student reads
 * it in their own data.
 */
export const notes = sqliteTable(
  'notes',
  {
    /** Made with the form, so that sending it twice writes one note. */
    id: text().primaryKey(),
    /** An account's, a place's or an order's id, and whose it is. */
    subjectId: text().notNull(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** The group that a place is in. */
    groupId: text().$type<GroupId>(),
    text: text().notNull(),
    by: text().$type<AdminId>().notNull(),
    at: integer().notNull(),
    /** London day on which it is a task; null: none, or it is done. */
    tellOn: text().$type<LondonDay>(),
  },
  (t) => [
    index('notes_subject').on(t.subjectId, t.at),
    index('notes_user').on(t.userId, t.at),
    index('notes_tell').on(t.tellOn).where(sql`tell_on IS NOT NULL`),
  ],
)

/**
 * Money that an administrator asks one student for (app/requests). An unpaid one frees no seat and
 * deletes no order.
 */
export const requests = sqliteTable(
  'requests',
  {
    id: text().$type<RequestId>().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** The order or group that it is about, and the place in the group; null: neither. */
    subjectId: text(),
    participantId: text().$type<ParticipantId>(),
    what: text({ enum: REQUEST_KINDS }).notNull(),
    lines: text({ mode: 'json' }).$type<RequestLine[]>().notNull(),
    /** Pence: the sum of the lines. */
    amount: integer().notNull(),
    /** Postage only: the sum in fen, and how many fen were a pound. */
    fen: integer(),
    fenPerPound: integer(),
    /** A sentence to the student; null: none. */
    note: text(),
    /** asked, void, or outside (paid in another way). */
    status: text().notNull().default('asked'),
    payment: text({ enum: ['free', 'awaiting', 'paid', 'refunding', 'refunded'] })
      .notNull()
      .default('awaiting'),
    /** How it was paid outside, and where that is noted. */
    outside: text({ mode: 'json' }).$type<PaidOutside>(),
    /** The request that took its place. */
    replacedBy: text().$type<RequestId>(),
    refundedAmount: integer().notNull().default(0),
    failedAmount: integer().notNull().default(0),
    refundOwed: integer().notNull().default(0),
    beforeLoss: text({ mode: 'json' }).$type<RowCharge['beforeLoss']>(),
    paymentAttempt: integer().notNull().default(1),
    intentId: text(),
    askedBy: text().$type<AdminId>().notNull(),
    askedAt: integer().notNull(),
    /** When the student is reminded; null: no longer. */
    remindAt: integer(),
    /** When it was paid, voided or recorded as paid outside. */
    endedAt: integer(),
    /** When the sweep looks at a payment that was begun, and since when it has been due. */
    dueAt: integer(),
    dueSinceAt: integer(),
  },
  (t) => [
    index('requests_user').on(t.userId, t.askedAt),
    index('requests_subject').on(t.subjectId),
    index('requests_awaiting').on(t.askedAt).where(sql`payment = 'awaiting'`),
    index('requests_remind').on(t.remindAt).where(sql`remind_at is not null`),
    index('requests_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

/**
 * Payments disputed by their owner, as last reported by Stripe; closed disputes stay. Written
 * whenever such a payment is read, so it includes payments that no longer concern any group or
 * order.
 */
export const disputes = sqliteTable(
  'disputes',
  {
    /** Stripe's own id. */
    id: text().primaryKey(),
    intentId: text().notNull(),
    /** The carpool, trip or order, and the place in it. */
    subjectId: text().notNull(),
    participantId: text().$type<ParticipantId>(),
    userId: text().$type<UserId>().notNull(),
    /** Pence: the disputed amount, and the amount that the bank has currently taken. */
    amount: integer().notNull(),
    withdrawn: integer().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** Number of times the bank has moved its money; it never falls, so it orders readings. */
    moves: integer().notNull().default(0),
    /** In Stripe's terms. */
    reason: text().notNull(),
    status: text().notNull(),
    evidenceDueBy: integer(),
    createdAt: integer().notNull(),
    /** When Stripe was last read. */
    checkedAt: integer().notNull(),
  },
  (t) => [
    index('disputes_state').on(t.state, t.createdAt),
    index('disputes_subject').on(t.subjectId),
  ],
)

/**
 * Refunds that the bank rejected: the money is back with us and still owed. Written whenever such a
 * payment is read, whatever it paid for.
 */
export const failedRefunds = sqliteTable(
  'failed_refunds',
  {
    /** Stripe's own id. */
    id: text().primaryKey(),
    intentId: text().notNull(),
    /** The carpool, trip or order, the place in it, and which of its payments. */
    subjectId: text().notNull(),
    participantId: text().$type<ParticipantId>(),
    purpose: text({ enum: ['deposit', 'balance', 'base', 'request'] }).notNull(),
    userId: text().$type<UserId>().notNull(),
    amount: integer().notNull(),
    /** Pence not refunded again since. 0: nothing is owed any more. */
    missing: integer().notNull(),
    /** In Stripe's terms. */
    reason: text().notNull(),
    createdAt: integer().notNull(),
    failedAt: integer().notNull(),
    /** When Stripe was last read. */
    checkedAt: integer().notNull(),
    /** When an administrator recorded that it was returned another way; then nothing is owed. */
    settledAt: integer(),
  },
  (t) => [
    index('failed_refunds_owed').on(t.failedAt).where(sql`missing > 0 and settled_at is null`),
    index('failed_refunds_subject').on(t.subjectId),
    index('failed_refunds_user').on(t.userId),
  ],
)

/**
 * Payments that paid for something, one row each, and what their receipts say: written when the
 * payment is settled, and never changed but for `company` and `number` (decision 0036). Kept when
 * the account is closed.
 */
export const receipts = sqliteTable(
  'receipts',
  {
    /** Stripe's own id of the payment. */
    intentId: text().primaryKey(),
    userId: text().$type<UserId>().notNull(),
    /** The carpool, trip or order, and the place in it. */
    subjectId: text().notNull(),
    participantId: text().$type<ParticipantId>(),
    sale: text().$type<Sale>().notNull(),
    about: text({ mode: 'json' }).$type<SaleAbout>().notNull(),
    amount: integer().notNull(),
    /** The seller and its VAT, as set then. */
    seller: text({ mode: 'json' }).$type<Seller>().notNull(),
    paidAt: integer().notNull(),
    /** The company that its owner has named on it, once, and its number among such receipts. */
    company: text(),
    number: text(),
  },
  (t) => [index('receipts_user').on(t.userId, t.paidAt), index('receipts_paid').on(t.paidAt)],
)

/** Refunds of payments, as read from Stripe; one that failed is in `failed_refunds` too. */
export const refunds = sqliteTable(
  'refunds',
  {
    /** Stripe's own id. */
    id: text().primaryKey(),
    intentId: text().notNull(),
    amount: integer().notNull(),
    /** As an administrator gave it; null: by the rules, or in Stripe's dashboard. */
    reason: text(),
    createdAt: integer().notNull(),
  },
  (t) => [index('refunds_intent').on(t.intentId, t.createdAt)],
)

/** How many receipts have had a number in a year: the numbers have no gap. */
export const receiptNumbers = sqliteTable('receipt_numbers', {
  year: text().primaryKey(),
  last: integer().notNull(),
})

/**
 * Months that are over, as they were added up from Stripe's balance transactions. They can be read
 * again at any time, and must then be the same (decision 0036).
 */
export const accountMonths = sqliteTable('account_months', {
  /** The London month, `YYYY-MM`. */
  month: text().primaryKey(),
  book: text({ mode: 'json' }).$type<Book>().notNull(),
  readAt: integer().notNull(),
})

/**
 * Restores of D1 (docs/restore.md): each reads what Stripe has recorded since an earlier moment,
 * newest first, one page per sweep.
 */
export const recoveries = sqliteTable(
  'recoveries',
  {
    id: text().primaryKey(),
    /** The moment D1 was restored to. */
    sinceAt: integer().notNull(),
    /** The last event read. Null: none yet. */
    afterEvent: text(),
    /** Events read so far. */
    read: integer().notNull().default(0),
    /** Tries at the current page, the time of the last one, and when all pages were read. */
    tries: integer().notNull().default(0),
    triedAt: integer().notNull().default(0),
    doneAt: integer(),
  },
  (t) => [index('recoveries_open').on(t.triedAt).where(sql`done_at IS NULL`)],
)

/**
 * Captured or held payments found by a recovery, with the unknown part of what they paid for. A
 * task until an administrator has dealt with it.
 */
export const lostPayments = sqliteTable(
  'lost_payments',
  {
    intentId: text().primaryKey(),
    /**
     * The carpool, trip or order. Null, like the next two, if Stripe or the group could not be
     * read.
     */
    subjectId: text(),
    userId: text().$type<UserId>(),
    /** Pence. */
    amount: integer(),
    missing: text({ enum: ['order', 'place', 'account', 'answer'] }).notNull(),
    foundAt: integer().notNull(),
    settledAt: integer(),
  },
  (t) => [
    index('lost_payments_open').on(t.foundAt).where(sql`settled_at IS NULL`),
    index('lost_payments_user').on(t.userId),
  ],
)

/**
 * The texts of a trip's creator. Not part of the group: they decide nothing and can be erased
 * (decision 0033). An empty text is not shown.
 */
export const tripTexts = sqliteTable(
  'trip_texts',
  {
    tripId: text().$type<TripId>().primaryKey(),
    /** The creator. */
    userId: text().$type<UserId>().notNull(),
    itinerary: text().notNull(),
    meetingPoint: text().notNull(),
    included: text().notNull(),
    /** Grows with each change of a text and each decision about it; never falls. */
    version: integer().notNull(),
    /** Others see the texts only while approved. */
    state: text({ enum: TEXT_STATES }).notNull(),
    /** The administrator's reason for declining, for the creator. */
    reason: text(),
    writtenAt: integer().notNull(),
  },
  (t) => [
    index('trip_texts_user').on(t.userId),
    index('trip_texts_waiting').on(t.tripId).where(sql`state = 'waiting'`),
  ],
)

/**
 * The contact details that a passenger shares on a ride. Not part of the group: they decide
 * nothing, and apply only while the place is confirmed (decision 0033).
 */
export const rideContacts = sqliteTable(
  'ride_contacts',
  {
    participantId: text().$type<ParticipantId>().primaryKey(),
    userId: text().$type<UserId>().notNull(),
    showWechat: integer({ mode: 'boolean' }).notNull(),
    showPhone: integer({ mode: 'boolean' }).notNull(),
    changedAt: integer().notNull(),
  },
  (t) => [index('ride_contacts_user').on(t.userId)],
)

/**
 * Wishes of students who found no car, until the day is over (docs/rules.md#wishes). A wish that
 * led to a seat is deleted.
 */
export const wishes = sqliteTable(
  'wishes',
  {
    id: text().$type<WishId>().primaryKey(),
    userId: text().$type<UserId>().notNull(),
    tripType: text({ enum: ['PICKUP', 'DROPOFF'] }).notNull(),
    airportId: text().$type<AirportId>().notNull(),
    /** The first and the last suitable departure. */
    fromAt: integer().notNull(),
    toAt: integer().notNull(),
    people: integer().notNull(),
    bigLuggage: integer().notNull(),
    smallLuggage: integer().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When it is next compared with others' wishes; null: never. */
    meetAt: integer(),
    /** When its owner was notified of others with the same wish. */
    metAt: integer(),
  },
  (t) => [
    uniqueIndex('wishes_user').on(t.userId, t.tripType, t.airportId, t.fromAt, t.toAt),
    index('wishes_time').on(t.airportId, t.tripType, t.fromAt),
    index('wishes_meet').on(t.meetAt).where(sql`meet_at IS NOT NULL`),
  ],
)

/**
 * Carpools with new seats that have not been compared with wishes: written with the carpool's own
 * row, and deleted by the sweep that compares them.
 */
export const seatOpenings = sqliteTable('seat_openings', {
  carpoolId: text().$type<CarpoolId>().primaryKey(),
  at: integer().notNull(),
})

/** The carpools that a wish's owner has been notified of: each pair at most once. */
export const wishNews = sqliteTable(
  'wish_news',
  {
    wishId: text().$type<WishId>().notNull(),
    carpoolId: text().$type<CarpoolId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    foundAt: integer().notNull(),
    /** When to notify them or reconsider; null once they have been notified. */
    dueAt: integer(),
    /** The notice's id; empty: the page after the wish showed the car. Null: still pending. */
    noticeId: text(),
  },
  (t) => [
    primaryKey({ columns: [t.wishId, t.carpoolId] }),
    index('wish_news_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
    index('wish_news_user').on(t.userId),
  ],
)

/** Notices to students, in the app and by email. `code` is a key of locales notices. */
export const notices = sqliteTable(
  'notices',
  {
    /** Derived from the notice's subject, so that repeating it creates one notice. */
    id: text().primaryKey(),
    userId: text().$type<UserId>().notNull(),
    code: text().notNull(),
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    createdAt: integer().notNull(),
    readAt: integer(),
    /**
     * State of its email; this table is the outbox. skipped: not wanted, or read before; dropped:
     * no longer true.
     */
    emailState: text({ enum: ['waiting', 'sent', 'skipped', 'dropped', 'failed'] })
      .notNull()
      .default('skipped'),
    emailTries: integer().notNull().default(0),
    /** The recipient if not the student's confirmed address: the one about to be replaced. */
    emailTo: text(),
    /** The next try; null unless it is waiting. */
    emailDueAt: integer(),
    /**
     * State of its text message; null: it has none. claimed: it may have been sent, and is never
     * retried; skipped: the student cannot be texted, or knew of the car; dropped: no longer true.
     */
    smsState: text({ enum: ['waiting', 'claimed', 'sent', 'skipped', 'dropped', 'failed'] }),
    smsTries: integer().notNull().default(0),
    /** The next try, or the last one; null once it needs nothing more. */
    smsAt: integer(),
  },
  (t) => [
    index('notices_user').on(t.userId, t.readAt, t.createdAt),
    index('notices_newest').on(t.userId, t.createdAt, t.id),
    index('notices_email').on(t.emailDueAt),
    index('notices_sms').on(t.smsAt).where(sql`sms_at IS NOT NULL`),
  ],
)

/**
 * What the driver of a car has to know, and what they were last told by text message (decision
 * 0029). Derived from the groups, and deleted some days after the ride.
 */
export const driverTexts = sqliteTable(
  'driver_texts',
  {
    /** The group, its car and the driver. */
    id: text().primaryKey(),
    groupId: text().$type<GroupId>().notNull(),
    /** Of the group; only a newer one changes what is wanted. */
    version: integer().notNull(),
    phone: text().notNull(),
    language: text({ enum: ['zh', 'en'] }).notNull(),
    meetAt: integer().notNull(),
    /** A digest of what they have to know; null: the car is not theirs any more. */
    wanted: text(),
    /** `wanted` of the last message that may have arrived. */
    told: text(),
    /**
     * claimed: it may have been sent, and is never retried; skipped: the number cannot be texted;
     * dropped: nothing to say.
     */
    state: text({
      enum: ['waiting', 'claimed', 'sent', 'skipped', 'dropped', 'failed'],
    }).notNull(),
    tries: integer().notNull(),
    /** The next try, or the last one. */
    at: integer().notNull(),
  },
  (t) => [index('driver_texts_due').on(t.state, t.at), index('driver_texts_group').on(t.groupId)],
)

/**
 * First answers of creating calls, returned again for the same key (docs/api.md#repeated-calls).
 * WITHOUT ROWID and with no index but its key, because index entries are billed as rows: a
 * migration that recreates the table has to repeat this.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    userId: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** Null while the first call is still in progress. */
    status: integer(),
    body: text(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)

/**
 * Values set by administrators; a key without a row has the default of
 * app/catalog/service/settings.
 */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  /** A number or a text, as JSON. */
  value: text({ mode: 'json' }).$type<number | string>().notNull(),
  updatedAt: integer().notNull(),
})

/** Administrators: a separate table, so that no changed column can ever turn a user into one. */
export const admins = sqliteTable(
  'admins',
  {
    id: text().$type<AdminId>().primaryKey(),
    phone: text().notNull(),
    /** As the record of bookings names whoever dispatched a car; may be empty. */
    name: text().notNull().default(''),
    passwordHash: text().notNull(),
    /** This administrator's permissions (app/kernel/admin). */
    scopes: text({ mode: 'json' }).$type<AdminScope[]>().notNull().default([]),
    createdAt: integer().notNull(),
    /**
     * When `npm run admin:remove` ended the account. The row stays, so that the audit log can still
     * name its owner.
     */
    removedAt: integer(),
  },
  (t) => [uniqueIndex('admins_phone').on(t.phone)],
)

export const adminSessions = sqliteTable(
  'admin_sessions',
  {
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text().primaryKey(),
    adminId: text()
      .$type<AdminId>()
      .notNull()
      .references(() => admins.id),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When the password was last entered: actions that move money require it again. */
    confirmedAt: integer().notNull(),
    /** To the minute. Null for a session from before this was stored, until it is used. */
    lastSeenAt: integer(),
  },
  (t) => [
    index('admin_sessions_admin').on(t.adminId),
    index('admin_sessions_expiry').on(t.expiresAt),
  ],
)

/**
 * Administrators' actions, written in the transaction of the change; for a carpool or a trip, by
 * the object of the event. Append only: triggers refuse to change or delete a row.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    /**
     * Derived from the event for groups, so that repeated writes are stored once; random otherwise.
     */
    id: text().primaryKey(),
    at: integer().notNull(),
    adminId: text().$type<AdminId>().notNull(),
    /** A key of locales admin (`audit.<action>`). */
    action: text().$type<AuditAction>().notNull(),
    /** A record's id, or a table's name. */
    subject: text().notNull(),
    /** Never contains a student's personal details, only ids. */
    before: text({ mode: 'json' }).$type<unknown>(),
    after: text({ mode: 'json' }).$type<unknown>(),
  },
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_subject').on(t.subject, t.at),
    index('audit_log_admin').on(t.adminId, t.at),
  ],
)

/**
 * Number of replacements of each table that is replaced as a whole. A write names the version it
 * has seen; a stale one would set NULL, so its whole transaction fails. The row `offer` changes
 * with every write to airports, prices, special periods or service descriptions, whoever makes it:
 * triggers ensure that.
 */
export const versions = sqliteTable('versions', {
  name: text().$type<VersionedTable | 'offer'>().primaryKey(),
  version: integer().notNull(),
})
