import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AdminScope, AuditAction, VersionedTable } from '#app/domain/admin.ts'
import type {
  AdminId,
  AirportId,
  CarpoolId,
  OrderId,
  ParticipantId,
  TripId,
  UserId,
} from '#app/domain/id.ts'

/** Every `…At` column is an instant in milliseconds UTC; every amount is in minor units. */

export const users = sqliteTable(
  'users',
  {
    id: text().$type<UserId>().primaryKey(),
    /** 11 digits starting 07. */
    phone: text().notNull(),
    /** As typed, in use once it is confirmed; a confirmed one is unique by its lower-cased copy. */
    email: text().notNull(),
    emailKey: text().notNull(),
    /**
     * When the link sent to `email` was opened. Null: not yet. 0: the address is of before there
     * were links (decision 0031).
     */
    emailConfirmedAt: integer(),
    /** What is to take the place of a confirmed address as soon as its own link is opened. */
    pendingEmail: text(),
    /**
     * SHA-256 of the token in the newest link, which is about `pendingEmail` or else `email`; the
     * token itself is never stored.
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
    /** Her customer at Stripe, made with her first deposit; a saved card hangs on it. */
    stripeCustomerId: text(),
    /** The language she last used: what is written to her outside a page is written in it. */
    language: text({ enum: ['zh', 'en'] })
      .notNull()
      .default('zh'),
    /** Whether notices also come by email. */
    emailNotices: integer({ mode: 'boolean' }).notNull().default(true),
    /**
     * When she closed her account, and when all that says who she was had gone, the objects of her
     * groups included.
     */
    closedAt: integer(),
    erasedAt: integer(),
    /** Since when an administrator keeps the student out, and why; null: nobody does. */
    suspendedAt: integer(),
    suspendedReason: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('users_phone').on(t.phone),
    // A query finds it only by the same literal.
    uniqueIndex('users_email_confirmed').on(t.emailKey).where(sql`email_confirmed_at > 0`),
    index('users_email_link').on(t.emailLinkHash),
    index('users_auth').on(t.auth, t.createdAt, t.id),
    index('users_created').on(t.createdAt, t.id),
    index('users_erasing').on(t.erasedAt, t.closedAt),
  ],
)

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
     * System and browser of the login, for its owner to know it by (app/domain/device). Null:
     * nobody can tell, or of before it was kept.
     */
    device: text(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** One live code for a phone and purpose; a new one replaces the old. */
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
 * What exact limits count: one row an attempt, kept for a day. `subject` is a keyed hash (of a
 * phone, an address or an account), never the thing itself.
 */
export const attempts = sqliteTable(
  'attempts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('attempts_subject').on(t.kind, t.subject, t.at), index('attempts_at').on(t.at)],
)

/**
 * Append only; a balance is the sum of its rows. A row of 0 points marks an operation as never to
 * happen any more (a reservation that was given back before it was made).
 */
export const pointsLedger = sqliteTable(
  'points_ledger',
  {
    id: text().primaryKey(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Unique: saying the same thing twice changes the balance once. */
    operationId: text().notNull(),
    points: integer().notNull(),
    /** What it was for; the text of each kind but `allocated` is in locales account. */
    kind: text({ enum: ['balance', 'balanceReturned', 'earned', 'allocated'] })
      .notNull()
      .default('allocated'),
    /** What the text of the kind needs. */
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull().default({}),
    /** An administrator's words; empty for every other kind. */
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
})

/** Price in pence for each person when `people` travel. */
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

/** London days, both ends in. */
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
    service: text({ enum: ['carpool', 'mail', 'move', 'trip'] }).notNull(),
    lang: text({ enum: ['zh', 'en'] }).notNull(),
    title: text().notNull(),
    content: text().notNull(),
    sortOrder: integer().notNull(),
  },
  (t) => [index('service_descriptions_order').on(t.service, t.lang, t.sortOrder)],
)

/** What is stuck: which effect, of whom, about which payment. */
export type StuckRow = {
  kind: string
  participantId: string
  intentId: string | null
  sinceAt: number
  attempts: number
}

/**
 * Where lists show a group (`listRankOf` of the domain), worked out from its status: what can be
 * joined comes first.
 */
const listRank = () =>
  integer().generatedAlwaysAs(
    sql`CASE status WHEN 'OPEN' THEN 0 WHEN 'PENDING' THEN 2 WHEN 'FAILED' THEN 2 WHEN 'CANCELLED' THEN 2 ELSE 1 END`,
    { mode: 'virtual' },
  )

/**
 * Read model of the carpools: what lists and cards show. The object is the truth; a row is
 * written only by a newer `version` and can be rebuilt at any time (decision 0002).
 */
export const carpools = sqliteTable(
  'carpools',
  {
    id: text().$type<CarpoolId>().primaryKey(),
    version: integer().notNull(),
    tripType: text({ enum: ['PICKUP', 'DROPOFF'] }).notNull(),
    status: text().notNull(),
    airportId: text().$type<AirportId>().notNull(),
    airportNameZh: text().notNull(),
    airportNameEn: text().notNull(),
    terminals: text({ mode: 'json' }).$type<string[]>().notNull(),
    currentPassengers: integer().notNull(),
    maxPassengers: integer().notNull(),
    /** One party hires the whole car, at the price for one. */
    private: integer({ mode: 'boolean' }).notNull().default(false),
    /** Pence a person for 1 to 5 people, as promised when the carpool opened. */
    prices: text({ mode: 'json' }).$type<number[]>().notNull(),
    carpoolAt: integer().notNull(),
    /** The London day of `carpoolAt`. */
    carpoolDay: text().notNull(),
    cutoffAt: integer().notNull(),
    /** When balances are due. Null in a row of before this was kept: at departure. */
    balanceDueAt: integer(),
    /**
     * Pence that are missing in a car that goes, and that no administrator has said yes to. Null:
     * none.
     */
    shortfall: integer(),
    flightTimes: text({ mode: 'json' }).$type<number[]>().notNull(),
    flightNumbers: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** A group that others may see; a draft, a private car, a failed or a cancelled one is not. */
    listed: integer({ mode: 'boolean' }).notNull(),
    rank: listRank(),
    /**
     * When the object has something to do next; the sweep looks for rows past it. Null: nothing.
     */
    nextDueAt: integer(),
    /** Effects that money hangs on and that have been undecided for too long; admins must look. */
    stuck: text({ mode: 'json' }).$type<StuckRow[]>().notNull().default([]),
    /** Since when the oldest of them waits. Null: none is stuck. */
    stuckSinceAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('carpools_stuck').on(t.stuckSinceAt),
    index('carpools_shortfall').on(t.shortfall),
    index('carpools_list').on(t.listed, t.tripType, t.rank, t.carpoolAt, t.id),
    index('carpools_airport').on(t.listed, t.tripType, t.airportId, t.rank, t.carpoolAt, t.id),
    index('carpools_status').on(t.listed, t.tripType, t.status, t.carpoolAt, t.id),
    index('carpools_due').on(t.nextDueAt),
  ],
)

/** Read model of who is in a carpool with what; only ever shown to `userId`. */
export const participants = sqliteTable(
  'participants',
  {
    id: text().$type<ParticipantId>().primaryKey(),
    carpoolId: text().$type<CarpoolId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    version: integer().notNull(),
    /** held, lapsing, taken or gone (app/domain/carpool/state.ts). */
    seat: text().notNull(),
    people: integer().notNull(),
    terminal: text().notNull(),
    flightNumber: text(),
    flightTime: integer().notNull(),
    nLocation: text().notNull(),
    bigLuggage: integer().notNull(),
    smallLuggage: integer().notNull(),
    bag: integer().notNull(),
    depositStatus: text().notNull(),
    depositIntentId: text(),
    /** When the card's bank lets the deposit's hold go. */
    captureBeforeAt: integer(),
    paymentStatus: text({ enum: ['DEPOSIT', 'PAID', 'PRIVATE_CONVERTED', 'REFUNDED'] }).notNull(),
    /** Why the place is gone or about to be (LeaveReason of the domain). */
    leaving: text(),
    /** Whether the deposit's hold could not be renewed, so that it has to be paid again. */
    renewalFailed: integer({ mode: 'boolean' }).notNull().default(false),
    /** What the balance is without points, in pence; null until the group is settled. */
    originalRemaining: integer(),
    /** Points put into the balance, and the pence they stand for. */
    pointsDeducted: integer().notNull().default(0),
    deductedAmount: integer().notNull().default(0),
    /**
     * Pence of captured money that went back from outside: in Stripe's dashboard, or by a lost
     * dispute.
     */
    returnedAmount: integer().notNull().default(0),
    holdExpiresAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('participants_user').on(t.userId, t.seat, t.createdAt),
    // Most holds never come so far. A query finds it only by a literal, not by a parameter.
    index('participants_carpool').on(t.carpoolId, t.userId).where(sql`seat = 'taken'`),
    // Places whose deposit is kept, for the sums of what was taken.
    index('participants_kept').on(t.carpoolId).where(sql`leaving = 'unpaid'`),
  ],
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
 * Mail and moving orders (app/domain/order). Addresses, names and numbers are for `userId` alone.
 */
export const orders = sqliteTable(
  'orders',
  {
    id: text().$type<OrderId>().primaryKey(),
    kind: text({ enum: ['mail', 'move'] }).notNull(),
    userId: text()
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** Made before the first try to order, so that a double tap is one order. */
    attemptId: text().notNull(),
    /**
     * open, processing, completed or failed; a value that this version does not know is shown as it
     * is.
     */
    status: text().notNull().default('open'),
    /** How the base price stands. */
    payment: text({ enum: ['free', 'awaiting', 'paid', 'refunding', 'refunded'] }).notNull(),
    /** Pence given back in Stripe's dashboard of one that is paid. */
    refundedAmount: integer().notNull().default(0),
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
    /** What everybody may know of the two addresses: keys of locales places. */
    fromPlace: text().notNull(),
    toPlace: text().notNull(),
    /** London day of the collection, and whether it is by day rather than in the evening. */
    sendDate: text().notNull(),
    sendDaytime: integer({ mode: 'boolean' }).notNull(),
    /** Mail only: carrier, and boxes bought from us with the day they are brought. */
    shipCompany: text({ enum: ['HKA', 'HKS', 'SF', 'RM', 'TW', 'MC', 'UPS', 'BPOST'] }),
    isBuyBox: integer({ mode: 'boolean' }),
    buyBoxNum: integer(),
    boxDate: text(),
    isBoxDaytime: integer({ mode: 'boolean' }),
    /** Moving only: a friend who is there in her place. */
    isEntrustFriend: integer({ mode: 'boolean' }),
    friTel: text(),
    /** What a search finds the order by: everybody's, and its owner's. Folded to lower case. */
    publicText: text().notNull(),
    ownText: text().notNull(),
    createdAt: integer().notNull(),
    /** Until when the base price can be paid. */
    payBefore: integer().notNull(),
    /**
     * When money last wanted something (a payment to be given up, a refund), and when that is tried
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
 * Payments that their owner has objected to at the bank, as Stripe last told of them; a closed one
 * stays. Written whenever such a payment is read, so it has those of payments that are no group's
 * or order's business any more, too.
 */
export const disputes = sqliteTable(
  'disputes',
  {
    /** Stripe's own. */
    id: text().primaryKey(),
    intentId: text().notNull(),
    /** The carpool, trip or order, and the place in it. */
    subjectId: text().notNull(),
    participantId: text().$type<ParticipantId>(),
    userId: text().$type<UserId>().notNull(),
    /** Pence: what is disputed, and what the bank has taken at this moment. */
    amount: integer().notNull(),
    withdrawn: integer().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** In Stripe's words. */
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
 * Read model of the trips, like `carpools`: the object is the truth, a row is written only by a
 * newer `version`.
 */
export const trips = sqliteTable(
  'trips',
  {
    id: text().$type<TripId>().primaryKey(),
    version: integer().notNull(),
    status: text().notNull(),
    tripName: text().notNull(),
    /** The name folded, for searching a part of it. */
    nameText: text().notNull(),
    /**
     * People with a seat, on hold or confirmed; and of them the confirmed, who count towards the
     * least there must be.
     */
    currentPassengers: integer().notNull(),
    confirmedPassengers: integer().notNull(),
    minPassengers: integer().notNull(),
    maxPassengers: integer().notNull(),
    cutoffAt: integer().notNull(),
    tripStartAt: integer().notNull(),
    tripEndAt: integer().notNull(),
    /** London days of cutoff, start and end, for the filters. */
    cutoffDay: text().notNull(),
    startDay: text().notNull(),
    endDay: text().notNull(),
    /** Pence a person beside the deposit. */
    balancePrice: integer().notNull(),
    /** As of carpools. */
    balanceDueAt: integer(),
    shortfall: integer(),
    flightTimes: text({ mode: 'json' }).$type<number[]>().notNull(),
    /**
     * Others may see it: its creator's deposit is paid, and it has neither failed nor been
     * cancelled.
     */
    listed: integer({ mode: 'boolean' }).notNull(),
    rank: listRank(),
    nextDueAt: integer(),
    stuck: text({ mode: 'json' }).$type<StuckRow[]>().notNull().default([]),
    stuckSinceAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('trips_list').on(t.listed, t.rank, t.cutoffAt, t.id),
    index('trips_due').on(t.nextDueAt),
    index('trips_stuck').on(t.stuckSinceAt),
    index('trips_shortfall').on(t.shortfall),
  ],
)

/** Read model of who is on a trip; only ever shown to `userId`. */
export const tripPlaces = sqliteTable(
  'trip_places',
  {
    id: text().$type<ParticipantId>().primaryKey(),
    tripId: text().$type<TripId>().notNull(),
    userId: text().$type<UserId>().notNull(),
    version: integer().notNull(),
    seat: text().notNull(),
    leaving: text(),
    people: integer().notNull(),
    terminal: text(),
    flightNumber: text(),
    flightTime: integer(),
    nLocation: text(),
    bigLuggage: integer().notNull(),
    smallLuggage: integer().notNull(),
    bag: integer().notNull(),
    depositStatus: text().notNull(),
    paymentStatus: text({ enum: ['DEPOSIT', 'PAID', 'PRIVATE_CONVERTED', 'REFUNDED'] }).notNull(),
    /** What is to be paid beside the deposit, in pence; null until enough people are in. */
    remaining: integer(),
    /** As of a carpool's participant. */
    returnedAmount: integer().notNull().default(0),
    holdExpiresAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('trip_places_user').on(t.userId, t.seat, t.createdAt),
    index('trip_places_trip').on(t.tripId, t.userId, t.seat),
  ],
)

/** Things a student is told, in the app and by email. `code` is a key of locales notices. */
export const notices = sqliteTable(
  'notices',
  {
    /** Derived from what it is about, so that telling twice tells once. */
    id: text().primaryKey(),
    userId: text().$type<UserId>().notNull(),
    code: text().notNull(),
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    createdAt: integer().notNull(),
    readAt: integer(),
    /**
     * Its email: this table is the outbox of them. skipped: not wanted, or read before; dropped: no
     * longer true.
     */
    emailState: text({ enum: ['waiting', 'sent', 'skipped', 'dropped', 'failed'] })
      .notNull()
      .default('skipped'),
    emailTries: integer().notNull().default(0),
    /**
     * Where it goes instead of to the student's confirmed address: to the one that is about to be
     * replaced.
     */
    emailTo: text(),
    /** When it is tried next; null unless it waits. */
    emailDueAt: integer(),
  },
  (t) => [
    index('notices_user').on(t.userId, t.readAt, t.createdAt),
    index('notices_newest').on(t.userId, t.createdAt, t.id),
    index('notices_email').on(t.emailDueAt),
  ],
)

/**
 * First answers of creating calls, given again for the same key (docs/api.md#repeated-calls).
 * WITHOUT ROWID and with no index but its key, since an entry of an index is billed as a row: a
 * migration that makes the table anew has to say so again.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    userId: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** Null while the first call is still under way. */
    status: integer(),
    body: text(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] })],
)

/**
 * What the people who run the service set; a key that is not there has the default of
 * app/services/catalog/settings.
 */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  /** A number or a text, as JSON. */
  value: text({ mode: 'json' }).$type<number | string>().notNull(),
  updatedAt: integer().notNull(),
})

/** Administrators: their own table, so that a user can never become one by a changed column. */
export const admins = sqliteTable(
  'admins',
  {
    id: text().$type<AdminId>().primaryKey(),
    phone: text().notNull(),
    passwordHash: text().notNull(),
    /** What this one may do (app/domain/admin). */
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
    /** When the password was last given: what moves money asks for it again. */
    confirmedAt: integer().notNull(),
    /** To the minute. Null for a session of before this was kept, until it is used. */
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
     * Derived from the event for a group's, so that writing twice writes once; random for all
     * others.
     */
    id: text().primaryKey(),
    at: integer().notNull(),
    adminId: text().$type<AdminId>().notNull(),
    /** A key of locales admin (`audit.<action>`). */
    action: text().$type<AuditAction>().notNull(),
    /** What was changed: a record's id, or a table's name. */
    subject: text().notNull(),
    /** Never holds who a student is: ids only. */
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
 * How often each table that is replaced as a whole was replaced. A write names the version it has
 * seen; NULL is what a stale one would set, so the transaction it is part of fails as a whole. The
 * row `offer` is another number after every write to airports, prices, special periods or service
 * descriptions, whoever made it: triggers see to that.
 */
export const versions = sqliteTable('versions', {
  name: text().$type<VersionedTable | 'offer'>().primaryKey(),
  version: integer().notNull(),
})
