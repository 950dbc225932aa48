import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
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
  TripId,
  UserId,
  VehicleId,
  WishId,
} from '#app/kernel/id.ts'
import { ORDER_KINDS, type OrderState } from '#app/orders/rules/order.ts'
import { TEXT_STATES } from '#app/trip/rules/state.ts'

/** Every `…At` column is an instant in milliseconds UTC; every amount is in minor units. */

export const users = sqliteTable(
  'users',
  {
    id: text().$type<UserId>().primaryKey(),
    /** 11 digits starting 07. */
    phone: text().notNull(),
    /** As typed; in use once confirmed. A confirmed one is unique by its lower-cased copy. */
    email: text().notNull(),
    emailKey: text().notNull(),
    /**
     * When the link sent to `email` was opened. Null: not yet. 0: the address dates from before
     * links existed (decision 0010).
     */
    emailConfirmedAt: integer(),
    /** Replaces a confirmed address as soon as its own link is opened. */
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
    /** Whether news of their cars may be sent by text message. */
    rideTexts: integer({ mode: 'boolean' }).notNull().default(true),
    /**
     * When the user closed the account, and when all their personal details were gone, including
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

/** Addresses that nothing is sent to, whoever gave them, until their link is opened again. */
export const emailStops = sqliteTable('email_stops', {
  /** As `users.emailKey`. */
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
 * What exact limits count: one row per attempt, kept for a day. `subject` is a keyed hash (of a
 * phone, an address or an account), never the value itself.
 */
export const attempts = sqliteTable(
  'attempts',
  {
    kind: text().notNull(),
    subject: text().notNull(),
    at: integer().notNull(),
    /** Tells attempts of the same millisecond apart. */
    id: integer().notNull().default(sql`(random())`),
    /** The place or the waitlist that was begun, until the read model shows it (decision 0013). */
    place: text(),
  },
  // WITHOUT ROWID and without an index by time: each attempt is one row to write.
  (t) => [primaryKey({ columns: [t.kind, t.subject, t.at, t.id] })],
)

/**
 * Append only; a balance is the sum of its rows. A row of 0 points marks an operation that must
 * never happen any more (a reservation returned before it was made).
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
    /** What the points were for; the text of each kind except `allocated` is in locales account. */
    kind: text({ enum: ['balance', 'balanceReturned', 'earned', 'earnedTaken', 'allocated'] })
      .notNull()
      .default('allocated'),
    /** Parameters for the kind's text. */
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull().default({}),
    /** An administrator's own words; empty for every other kind. */
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

/** Vehicles and drivers are archived, never deleted. A ride keeps a copy of both. */
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

/** What is stuck: which effect, for whom, about which payment. */
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
 * Where lists show a group (`listRankOf` of the domain), computed from its status: joinable groups
 * come first.
 */
const listRank = () =>
  integer().generatedAlwaysAs(
    sql.raw(
      `CASE status ${ranked('joinable', LIST_RANK.joinable)} ${ranked('hidden', LIST_RANK.hidden)} ELSE ${LIST_RANK.other} END`,
    ),
    { mode: 'virtual' },
  )

/** What every group has. A row is written only by a newer `version` (decision 0002). */
export const ofGroup = () => ({
  id: text().$type<GroupId>().primaryKey(),
  version: integer().notNull(),
  status: text().$type<GroupStatus>().notNull(),
  /** People with a seat, on hold or confirmed. */
  currentPassengers: integer().notNull(),
  maxPassengers: integer().notNull(),
  /** One party hires the whole car, at the price for one. */
  private: integer({ mode: 'boolean' }).notNull().default(false),
  /** When it leaves, and the London day of that. */
  departureAt: integer().notNull(),
  departureDay: text().notNull(),
  cutoffAt: integer().notNull(),
  /** When balances are due. */
  balanceDueAt: integer().notNull(),
  /** Seats of a complete car that can be taken at the full price. */
  releasedSeats: integer().notNull().default(0),
  /** Pence missing in a group that goes ahead. Null: none. */
  shortfall: integer(),
  flightTimes: text({ mode: 'json' }).$type<number[]>().notNull(),
  /**
   * Whether others may see the group; drafts, private cars, failed and cancelled groups are
   * hidden.
   */
  listed: integer({ mode: 'boolean' }).notNull(),
  rank: listRank(),
  /**
   * When the object next has something to do; the sweep looks for rows past this time. Null:
   * nothing.
   */
  nextDueAt: integer(),
  /** Money effects that have been undecided for too long; admins must look at them. */
  stuck: text({ mode: 'json' }).$type<StuckRow[]>().notNull().default([]),
  /** Since when the oldest of them has been waiting. Null: none is stuck. */
  stuckSinceAt: integer(),
  /** Since when a reported post of its board waits for an administrator; null: none does. */
  reportedAt: integer(),
  createdAt: integer().notNull(),
})

/** What only carpools have. */
export const ofCarpool = () => ({
  tripType: text({ enum: ['PICKUP', 'DROPOFF'] }),
  airportId: text().$type<AirportId>(),
  airportNameZh: text(),
  airportNameEn: text(),
  terminals: text({ mode: 'json' }).$type<string[]>(),
  /** Pence per person for 1 to 5 people, as promised when the carpool opened. */
  prices: text({ mode: 'json' }).$type<number[]>(),
  flightNumbers: text({ mode: 'json' }).$type<string[]>(),
})

/** What only trips have. */
export const ofTrip = () => ({
  tripName: text(),
  /** The name folded, for substring search. */
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
  /** Whether joiners say which flight they take. */
  needsFlight: integer({ mode: 'boolean' }),
})

/**
 * Read model of the groups: what lists and cards show. The object is the truth; a row can be
 * rebuilt at any time. What only one kind has is null in the other; `db/kinds.ts` reads one kind.
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
 * Groups whose object refuses to be opened, because a newer version of the code wrote it. A row
 * goes once it can be opened (docs/operations.md).
 */
export const refusedGroups = sqliteTable('refused_groups', {
  id: text().$type<GroupId>().primaryKey(),
  /** What this version does not know. */
  what: text().notNull(),
  sinceAt: integer().notNull(),
  triedAt: integer().notNull(),
})

/** Read model of who is in a carpool or on a trip with what; only ever shown to `userId`. */
export const participants = sqliteTable(
  'participants',
  {
    id: text().$type<ParticipantId>().primaryKey(),
    kind: text({ enum: ['carpool', 'trip'] }).notNull(),
    groupId: text().$type<GroupId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    version: integer().notNull(),
    /** held, lapsing, taken or gone (app/group/rules/state.ts). */
    seat: text().notNull(),
    /** Why the place is gone or about to be (the domain's LeaveReason). */
    leaving: text(),
    /** Who travels on the deposit, and how. */
    party: text({ mode: 'json' }).$type<Party>().notNull(),
    /** The flights in it, as app/kernel/flight-number names them, each between spaces. */
    flightKeys: text().notNull().default(''),
    depositStatus: text().notNull(),
    depositIntentId: text(),
    /** When the card's bank releases the deposit's hold. */
    captureBeforeAt: integer(),
    /** Whether renewing the deposit's hold failed, so that it has to be paid again. */
    renewalFailed: integer({ mode: 'boolean' }).notNull().default(false),
    paymentStatus: text({
      enum: ['DEPOSIT', 'PAID', 'PRIVATE_CONVERTED', 'MOVED', 'REFUNDED'],
    }).notNull(),
    /** The balance before points, in pence; null until the group is settled. */
    originalRemaining: integer(),
    /** Points used for the balance, and the pence they stand for. */
    pointsDeducted: integer().notNull().default(0),
    deductedAmount: integer().notNull().default(0),
    /**
     * Pence of captured money that went back from outside: in Stripe's dashboard, or through a lost
     * dispute.
     */
    returnedAmount: integer().notNull().default(0),
    /** Pence charged of the deposit, and the part of them in `returnedAmount`. Null: not known. */
    depositCaptured: integer(),
    depositReturned: integer(),
    /** Pence of everything charged that is back with its owner. Null: not known. */
    refundedAmount: integer(),
    holdExpiresAt: integer(),
    /** The car it travels in, for its owner only. Null: none, or the place is not confirmed. */
    ride: text({ mode: 'json' }).$type<PlaceRide>(),
    /** When the driver did not find them, until an administrator has seen to it. */
    missedAt: integer(),
    /** How its flight has changed since the group was complete. Null: it has not. */
    flight: text({ mode: 'json' }).$type<FlightMark>(),
    /** Until when that waits for an administrator. Null: it does not. */
    flightOpenUntil: integer(),
    /** The place that it went on as, in another group. Null: it did not. */
    movedTo: text().$type<ParticipantId>(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('participants_user').on(t.userId, t.seat, t.createdAt),
    // Most holds never get this far. A query uses this index only with a literal, not a parameter.
    index('participants_group').on(t.groupId, t.userId).where(sql`seat = 'taken'`),
    // The rides of one driver. Most places have no car yet.
    index('participants_driver').on(sql`ride ->> '$.driver.id'`).where(sql`ride IS NOT NULL`),
    // Passengers to see to. Most are found.
    index('participants_missed').on(t.missedAt).where(sql`missed_at IS NOT NULL`),
    // Flights to decide about.
    index('participants_flight').on(t.flightOpenUntil).where(sql`flight_open_until IS NOT NULL`),
    // Places whose deposit is kept, for the totals of money taken.
    index('participants_kept').on(t.groupId).where(sql`leaving = 'unpaid'`),
  ],
)

/** Read model of the waitlists: one row for each party, only ever shown to `userId`. */
export const waits = sqliteTable(
  'waits',
  {
    groupId: text().$type<CarpoolId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    /** How many parties are before it. */
    ahead: integer().notNull(),
    people: integer().notNull(),
    bigLuggage: integer().notNull(),
    smallLuggage: integer().notNull(),
    bag: integer().notNull(),
    /** Until when seats are kept for it; null: none are. */
    offeredUntil: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index('waits_user').on(t.userId)],
)

/**
 * What a provider of flight status has said, by flight number and London day; nothing personal.
 * Kept as long as its calls count against the plan (decision 0031).
 */
export const flightStatuses = sqliteTable(
  'flight_statuses',
  {
    day: text().notNull(),
    number: text().notNull(),
    /** Calls made, the one being made included. */
    calls: integer().notNull(),
    askedAt: integer().notNull(),
    /** Until when the provider asked to be left alone; null: it did not. */
    busyUntil: integer(),
    landings: text({ mode: 'json' }).$type<KeptLanding[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.number] })],
)

/**
 * What a private-hire operator has to be able to show of each booking (decision 0030): written when
 * a place gets a car, again when its car or place changes, and kept for `recordMonths` after the
 * ride, also if the account is closed. Unlike the read models it cannot be rebuilt: an account that
 * is closed changes nothing here any more.
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
    /** Who sent the car, and when; null: from before this was stored. */
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
 * What posting a parcel of up to `grams` costs with each carrier, in fen. Null: the carrier does
 * not take it.
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
    /** Generated before the first attempt to order, so that a double tap makes one order. */
    attemptId: text().notNull(),
    /** open, processing, completed or failed; a value unknown to this version is shown as it is. */
    status: text().notNull().default('open'),
    /** The state of the base price. */
    payment: text({ enum: ['free', 'awaiting', 'paid', 'refunding', 'refunded'] }).notNull(),
    /** Pence refunded in Stripe's dashboard while the order is paid. */
    refundedAmount: integer().notNull().default(0),
    /** Pence of such refunds that failed later, which are not in `refundedAmount`. */
    failedAmount: integer().notNull().default(0),
    /** Pence of refunds of any kind that failed and are still owed (`failed_refunds`). */
    refundOwed: integer().notNull().default(0),
    /** Where it stood when a lost dispute took its money. Null: none did. */
    beforeLoss: text({ mode: 'json' }).$type<OrderState['beforeLoss']>(),
    /** Pence, as promised when the order was made. 0: nothing to pay. */
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
    /** Moving only: a friend is there in the student's place. */
    isEntrustFriend: integer({ mode: 'boolean' }),
    friTel: text(),
    /** Texts a search finds the order by: for everyone, and for its owner. Folded to lower case. */
    publicText: text().notNull(),
    ownText: text().notNull(),
    createdAt: integer().notNull(),
    /** Until when the base price can be paid. */
    payBefore: integer().notNull(),
    /**
     * Since when payment work has been due (giving up a payment, a refund), and when it is tried
     * next. Null: nothing.
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
 * Payments disputed by their owner, as last reported by Stripe; closed disputes stay. Written
 * whenever such a payment is read, so it also covers payments no group or order is concerned with
 * any more.
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
    /** Pence: the amount disputed, and the amount the bank has taken at this moment. */
    amount: integer().notNull(),
    withdrawn: integer().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** How often the bank has moved money for it; a later reading has at least as many moves. */
    moves: integer().notNull().default(0),
    /** As Stripe puts it. */
    reason: text().notNull(),
    status: text().notNull(),
    evidenceDueBy: integer(),
    createdAt: integer().notNull(),
    /** When Stripe was last asked. */
    checkedAt: integer().notNull(),
  },
  (t) => [
    index('disputes_state').on(t.state, t.createdAt),
    index('disputes_subject').on(t.subjectId),
  ],
)

/**
 * Refunds that the bank did not take: their money is ours again, and still its owner's due. Written
 * whenever such a payment is read, whatever it paid for.
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
    purpose: text({ enum: ['deposit', 'balance', 'base'] }).notNull(),
    userId: text().$type<UserId>().notNull(),
    amount: integer().notNull(),
    /** Pence of it that have not been refunded again since. 0: nothing is owed any more. */
    missing: integer().notNull(),
    /** As Stripe puts it. */
    reason: text().notNull(),
    createdAt: integer().notNull(),
    failedAt: integer().notNull(),
    /** When Stripe was last asked. */
    checkedAt: integer().notNull(),
    /** When an administrator said that it was returned in another way; then nothing is owed. */
    settledAt: integer(),
  },
  (t) => [
    index('failed_refunds_owed').on(t.failedAt).where(sql`missing > 0 and settled_at is null`),
    index('failed_refunds_subject').on(t.subjectId),
    index('failed_refunds_user').on(t.userId),
  ],
)

/**
 * Restores of D1 (docs/restore.md): each reads what Stripe has recorded since an earlier moment,
 * newest first, a page with each sweep.
 */
export const recoveries = sqliteTable(
  'recoveries',
  {
    id: text().primaryKey(),
    /** From when on. */
    sinceAt: integer().notNull(),
    /** The last event read. Null: none yet. */
    afterEvent: text(),
    /** Events read so far. */
    read: integer().notNull().default(0),
    /** Tries at the present page, when the last of them was, and when all pages were read. */
    tries: integer().notNull().default(0),
    triedAt: integer().notNull().default(0),
    doneAt: integer(),
  },
  (t) => [index('recoveries_open').on(t.triedAt).where(sql`done_at IS NULL`)],
)

/**
 * Payments whose money we hold or have, found by a recovery, and what is missing of what they paid
 * for. A task for administrators until one of them has seen to it.
 */
export const lostPayments = sqliteTable(
  'lost_payments',
  {
    intentId: text().primaryKey(),
    /** The carpool, trip or order. Null, as the next two: Stripe or the group could not be read. */
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
 * What a trip's creator says about it. Not part of the group: it decides nothing and can be erased
 * (decision 0033). A text that is empty says nothing.
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
    /** Raised by each change of a text and each decision about it; never goes back. */
    version: integer().notNull(),
    /** Others see the texts only while they are approved. */
    state: text({ enum: TEXT_STATES }).notNull(),
    /** What the administrator who declined them wrote to the creator. */
    reason: text(),
    writtenAt: integer().notNull(),
  },
  (t) => [
    index('trip_texts_user').on(t.userId),
    index('trip_texts_waiting').on(t.tripId).where(sql`state = 'waiting'`),
  ],
)

/**
 * What a passenger lets the others of a ride see. Not part of the group: it decides nothing, and
 * counts only while the place is confirmed (decision 0033).
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
 * What students who found no car are looking for, until the day is over (docs/rules.md#wishes).
 * One that has ended in a seat is deleted.
 */
export const wishes = sqliteTable(
  'wishes',
  {
    id: text().$type<WishId>().primaryKey(),
    userId: text().$type<UserId>().notNull(),
    tripType: text({ enum: ['PICKUP', 'DROPOFF'] }).notNull(),
    airportId: text().$type<AirportId>().notNull(),
    /** The first and the last departure that suits. */
    fromAt: integer().notNull(),
    toAt: integer().notNull(),
    people: integer().notNull(),
    bigLuggage: integer().notNull(),
    smallLuggage: integer().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    /** When it is next compared with the wishes of others; null: no need. */
    meetAt: integer(),
    /** When its owner was notified that others wish for the same. */
    metAt: integer(),
  },
  (t) => [
    uniqueIndex('wishes_user').on(t.userId, t.tripType, t.airportId, t.fromAt, t.toAt),
    index('wishes_time').on(t.airportId, t.tripType, t.fromAt),
    index('wishes_meet').on(t.meetAt).where(sql`meet_at IS NOT NULL`),
  ],
)

/**
 * Carpools that have got free seats which no wish has been compared with: written with the
 * carpool's own row, and deleted by the sweep that looks for wishes.
 */
export const seatOpenings = sqliteTable('seat_openings', {
  carpoolId: text().$type<CarpoolId>().primaryKey(),
  at: integer().notNull(),
})

/** Which carpools a wish's owner has been notified of: each pair at most once. */
export const wishNews = sqliteTable(
  'wish_news',
  {
    wishId: text().$type<WishId>().notNull(),
    carpoolId: text().$type<CarpoolId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    foundAt: integer().notNull(),
    /** When to notify them, or to decide again; null once they have been notified. */
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
     * State of its email; this table is their outbox. skipped: not wanted, or read before; dropped:
     * no longer true.
     */
    emailState: text({ enum: ['waiting', 'sent', 'skipped', 'dropped', 'failed'] })
      .notNull()
      .default('skipped'),
    emailTries: integer().notNull().default(0),
    /** Recipient if not the student's confirmed address: the one about to be replaced. */
    emailTo: text(),
    /** When it is tried next; null unless it is waiting. */
    emailDueAt: integer(),
    /**
     * State of its text message; null: it has none. claimed: it may have been sent, and never is
     * again; skipped: to nobody who can be texted, or who knew of a car; dropped: no longer true.
     */
    smsState: text({ enum: ['waiting', 'claimed', 'sent', 'skipped', 'dropped', 'failed'] }),
    smsTries: integer().notNull().default(0),
    /** When it is tried next, or was last; null once it needs nothing more. */
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
 * What administrators set; a key without a row has the default of app/catalog/service/settings.
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
    passwordHash: text().notNull(),
    /** What this administrator may do (app/kernel/admin). */
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
    /** When the password was last entered: actions that move money ask for it again. */
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
 * What administrators did, written in the transaction of the change; for a carpool or a trip, by
 * the object whose event it was. Append only: triggers refuse to change or delete a row.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    /**
     * Derived from the event for groups, so that repeated writes are stored once; random for
     * everything else.
     */
    id: text().primaryKey(),
    at: integer().notNull(),
    adminId: text().$type<AdminId>().notNull(),
    /** A key of locales admin (`audit.<action>`). */
    action: text().$type<AuditAction>().notNull(),
    /** What was changed: a record's id, or a table's name. */
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
 * How often each table that is replaced as a whole has been replaced. A write names the version it
 * has seen; a stale one would set NULL, so its whole transaction fails. The row `offer` changes
 * with every write to airports, prices, special periods or service descriptions, whoever makes it:
 * triggers ensure that.
 */
export const versions = sqliteTable('versions', {
  name: text().$type<VersionedTable | 'offer'>().primaryKey(),
  version: integer().notNull(),
})
