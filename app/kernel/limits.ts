/** Business constants from docs/rules.md, each in one place, with the unit in the name. */
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000

export const DEPOSIT_PENCE = 2000
/** How long a joiner's hold occupies seats before its payment is checked again. */
export const HOLD_MS = minutes(15)
/** A creator's draft without a held deposit is cancelled after this long. */
export const DRAFT_MS = minutes(30)
/**
 * A balance that pays itself is charged this long before it is due, and announced this long before
 * that.
 */
export const AUTO_PAY_BEFORE_DUE_MS = hours(6)
export const AUTO_PAY_TOLD_MS = hours(24)
/** If the group completes late: at least this long between the two, and then before it is due. */
export const AUTO_PAY_NOTICE_MS = hours(2)
export const AUTO_PAY_LAST_MS = hours(1)
/** For how many days after a payment an administrator can refund a part of it. */
export const REFUND_DAYS = 180
/** Pence that one administrator may refund so on a London day. */
export const REFUNDED_PER_DAY_PENCE = 30_000
/** The group must be complete this long before departure. */
export const CUTOFF_BEFORE_DEPARTURE_MS = hours(24)
/**
 * Members of a group that completes late get at least this long to pay the balance, but never past
 * departure.
 */
export const BALANCE_AFTER_COMPLETION_MS = hours(12)
/**
 * A released place of a complete carpool can be taken until this long before departure: the driver
 * needs to know who comes.
 */
export const RELEASED_UNTIL_BEFORE_DEPARTURE_MS = hours(6)
/** A trip's balances are due this long before its start. */
export const TRIP_BALANCE_BEFORE_START_MS = hours(24)
/** How long seats stay offered to a party of the waitlist. */
export const OFFER_MS = hours(2)
/** Offers become shorter this long before the cutoff. */
export const OFFER_LATE_SPAN_MS = hours(6)
export const OFFER_LATE_MS = minutes(30)
/** No offer ends between midnight and this hour in London. */
export const OFFER_QUIET_UNTIL_HOUR = 7
/** An offer ends at latest this long before the cutoff. */
export const OFFERS_END_BEFORE_CUTOFF_MS = minutes(10)
/** From this long before the cutoff, seats go to whoever comes first. */
export const OPEN_TO_ALL_MS = hours(2)
/** A party that missed this many offers is off the waitlist. */
export const OFFER_MISSES_MAX = 2
/** Nobody joins a waitlist later than this before the cutoff. */
export const WAIT_UNTIL_BEFORE_CUTOFF_MS = minutes(30)
/** Maximum number of parties on one waitlist. */
export const WAITLIST_MAX = 30
/** Maximum number of waitlists for a user at a time: an offer keeps seats from others. */
export const WAITS_PER_USER = 3
export const WAITS_PER_DAY = 8
/** How far a joiner's flight may be from the car's first flight. */
export const FLIGHT_WINDOW_MS = hours(3)
/** How long after the landing a pickup is proposed, and before the take-off a drop-off. */
export const AFTER_LANDING_MS = minutes(90)
/** Students who land less than this before the car leaves are warned that it may be tight. */
export const TIGHT_LANDING_MS = minutes(60)
export const BEFORE_TAKEOFF_MS = hours(6)
/** Departure and flight: not before the start of the London day this many days ahead. */
export const MIN_DAYS_AHEAD = 3
/** Departures, flights, trips and orders: not after the London day this many months ahead. */
export const MONTHS_AHEAD = 12
/**
 * A bank hold is renewed this long before it lapses, and at least this long after the last renewal.
 */
export const RENEW_BEFORE_MS = hours(24)
/**
 * A balance attempt that is begun but not paid is dropped after this long, and its points are
 * returned.
 */
export const BALANCE_MS = hours(1)
/** The smallest amount a card can be charged. */
export const MIN_CHARGE_PENCE = 30
export const MAX_PASSENGERS = 5
export const BIG_LUGGAGE = { min: 0, max: 12 } as const
export const SMALL_LUGGAGE = { min: 0, max: 5 } as const
export const BAG = { min: 0, max: 5 } as const
export const ADDRESS_MAX = 100
/** The trips' date filter starts this many days ahead (docs/rules.md#lists). */
export const TRIP_FILTER_DAYS_AHEAD = 3
/** A trip's name, its capacity, and the terminals its join form offers (docs/rules.md#trips). */
export const TRIP_NAME_MAX = 20
export const TRIP_PEOPLE_MAX = 100
export const TRIP_TERMINALS = ['T1', 'T2', 'T3', 'T4', 'T5'] as const
/** The length of a trip's texts, in characters. */
export const TRIP_TEXT_MAX = { itinerary: 1000, meetingPoint: 100, included: 300 } as const
/** Pieces of luggage of each kind in a trip's join form. */
export const TRIP_LUGGAGE = { min: 0, max: 5 } as const
/**
 * Anyone who joined a trip before its balance was raised has at least this long to leave free of
 * charge (decision 0009).
 */
export const PRICE_RAISE_NOTICE_MS = hours(48)
/** The range of a trip's price per person on top of the deposit. */
export const TRIP_BALANCE_PENCE = { min: 0, max: 50_000 } as const
/**
 * Released or refunded money shows on any card within this many working days; no text names another
 * number.
 */
export const REFUND_WORKING_DAYS = 10
/** An order whose base price is unpaid is deleted after this long. */
export const ORDER_PAYMENT_MS = minutes(30)
/** How many unpaid orders a user may have at once. */
export const UNPAID_ORDERS_PER_USER = 5
/** Boxes and collections: not before the London day this many days ahead. */
export const ORDER_DAYS_AHEAD = 2
export const BOXES = { min: 1, max: 50 } as const
export const ORDER_NAME_MAX = 20

/** Requests for money (docs/rules.md#requests-for-money): lines, and pence in all. */
export const REQUEST_LINES_MAX = 6
export const REQUEST_MIN_PENCE = 30
export const REQUEST_MAX_PENCE = 50_000
/** When the student is reminded, and when it becomes a task of the administrators. */
export const REQUEST_REMIND_MS = hours(3 * 24)
export const REQUEST_OVERDUE_MS = hours(7 * 24)
/** A payment that was begun ends then, so that the request can be changed or paid anew. */
export const REQUEST_PAYMENT_MS = hours(1)

export const ZIP_MAX = 12
export const FLIGHT_NUMBER_MAX = 20
/** A money effect still undecided after this long is shown to admins. */
export const STUCK_AFTER_MS = hours(1)
/** For this long, a repeated creating call with the same key gets the first answer. */
export const IDEMPOTENCY_KEPT_MS = hours(24)
/** A payment that no event has come about is read at most once in this time. */
export const READ_GAP_MS = 2000
/** How many times a day a password may be changed: each try costs a tenth of a second of CPU. */
export const PASSWORD_CHANGES_PER_DAY = 10
/** How long D1 and objects may take: browsers wait for ten seconds. */
export const PATIENCE_MS = 8000
/** Retry time after D1 or an object gave no answer. */
export const RETRY_AFTER_S = 5
/** Daily limits count over the last 24 hours. */
export const DAY_MS = hours(24)
export const OPEN_HOLDS_PER_USER = 5
/**
 * A hold keeps seats from others for HOLD_MS, so a user who never pays blocks seats for at most two
 * hours a day.
 */
export const HOLDS_PER_DAY = 8
export const DRAFTS_PER_DAY = 8
export const ORDERS_PER_DAY = 20
/** Limit for corrections of bookings, drafts and orders. */
export const CHANGES_PER_HOUR = 30
/**
 * How many cards may be declined before no payment can be made for the rest of the hour, and
 * nothing new begun for the rest of the day.
 */
export const DECLINES_PER_HOUR = 3
export const DECLINES_PER_DAY = 10

export const PASSWORD = { min: 6, max: 20 } as const
export const NAME = { min: 2, max: 20 } as const
export const WECHAT = { min: 6, max: 20 } as const
/** How long the server may take to answer any request of a page (docs/rules.md#messages). */
export const ANSWER_WITHIN_SECONDS = 10
export const CODE_RESEND_S = 60
export const CODE_LIFE_MS = minutes(10)
export const CODE_TRIES = 5
export const CODE_SENDS_PER_PHONE_PER_HOUR = 5
export const CODE_SENDS_PER_PHONE_PER_DAY = 10
/** A hall of residence shares one address; a daily total caps the cost of text messages. */
export const CODE_SENDS_PER_ADDRESS_PER_HOUR = 20
export const CODE_SENDS_PER_ADDRESS_PER_DAY = 60
export const CODE_SENDS_PER_DAY = 2000
/**
 * The part of the daily total that registrations may use. The rest is for phones that have an
 * account, so that nobody can block password resets by registering the numbers of strangers.
 */
export const CODE_SENDS_OPEN = 1500
/** From this many codes a day, every network must prove that a person asks. */
export const CODE_SENDS_PROVED_FROM = CODE_SENDS_OPEN * 0.8
/** Codes that a network gets in a day before it must prove that a person asks. */
export const CODE_SENDS_UNPROVED = 1
/** From this share of the daily total on, the log, the console and an email warn. */
export const CODE_SENDS_WARNED_FROM = CODE_SENDS_PER_DAY / 2
/**
 * Failed logins without a penalty, for one phone from one address or known browser; each further
 * one doubles the wait for the next.
 */
export const LOGIN_FREE_TRIES = 5
/** The same for one phone from all unknown browsers together. */
export const LOGIN_FREE_TRIES_ANYWHERE = 50
export const LOGIN_WAIT_MAX_MS = minutes(15)
/** A browser stays known for this long after its last login. */
export const DEVICE_MS = hours(24 * 365)
/**
 * The answer to an email change may reveal that the address is taken; this limits how much can be
 * found out in a day.
 */
export const EMAIL_CHANGES_PER_DAY = 10
/** Codes sent to prospective new phones, whichever numbers they go to. */
export const PHONE_CODES_PER_ACCOUNT_PER_DAY = 10
/**
 * How long an email confirmation link lasts, and how often one may be sent: per account, and per
 * address whoever asks.
 */
export const EMAIL_LINK_MS = hours(48)
export const EMAIL_LINK_RESEND_S = 60
export const EMAIL_LINKS_PER_ACCOUNT_PER_DAY = 10
export const EMAIL_LINKS_PER_ADDRESS_PER_DAY = 5
/** After this long, an address that bounced may be tried again. */
export const EMAIL_BOUNCE_KEPT_MS = hours(365 * 24)
/** The most London days one export may cover. */
export const EXPORT_DAYS_MAX = 366
/** A printed record of bookings has at most this many; the file has all. */
export const BOOKINGS_PRINTED = 500
/**
 * After this long, any request that passed its session check before the account was closed has
 * ended.
 */
export const CLOSING_SETTLED_MS = minutes(10)
/** Failed attempts, sends and the like are forgotten after a day. */
export const ATTEMPTS_KEPT_MS = hours(24)
export const SESSION_MS = hours(24 * 30)
/**
 * A session used with less than this left is extended to SESSION_MS, up to SESSION_ABSOLUTE_MS in
 * total.
 */
export const SESSION_RENEW_MS = hours(24 * 15)
export const SESSION_ABSOLUTE_MS = hours(24 * 90)
/** Passengers are told of a car this long after a change, so that a correction replaces it. */
export const TELL_AFTER_MS = minutes(10)
/** This close to departure they are told at once. */
export const TELL_AT_ONCE_MS = hours(3)
/** How long after departure a driver can still be called, for what was left in the car. */
export const PHONE_SHOWN_MS = hours(24)
/** Flights of a complete group can be changed until this long after a pickup's departure. */
export const FLIGHT_CHANGE_AFTER_MS = hours(3)
/** The same before the departure of a drop-off. */
export const FLIGHT_CHANGE_BEFORE_MS = hours(12)
/**
 * The times at which the provider is asked about a landing, before it (negative: after). Each
 * answer decides the next time.
 */
export const FLIGHT_ASKED_BEFORE_MS = [hours(24), hours(3), hours(1), minutes(15), -minutes(15)]
/** The most calls for one flight on one day, however many passengers it has. */
export const FLIGHT_CALLS_MAX = FLIGHT_ASKED_BEFORE_MS.length
/** A landing that was never asked about is not asked about this long after it. */
export const FLIGHT_ASKED_UNTIL_MS = hours(1)
/** A delay from this length on is suggested as a new landing time. */
export const FLIGHT_LATE_MS = minutes(15)
/** A reported time further from the timetable than this is wrong. */
export const FLIGHT_DELAY_MAX_MS = hours(24)
/** The pause after the provider asked for one, doubled every time. */
export const FLIGHT_BUSY_MS = minutes(5)
/** Calls count against the plan for this many days. */
export const FLIGHT_PLAN_DAYS = 31
/** The length of an administrator's note to a passenger about their flight, in characters. */
export const FLIGHT_NOTE_MAX = 300
/** Passengers meet their car this close to the departure, before or after. */
export const MEET_AROUND_MS = hours(12)
/** A driver's rides that meet closer together than this have to be confirmed. */
export const DRIVER_APART_MS = hours(3)
/**
 * The time for passport control and baggage before passengers of a flight can be met, unless the
 * console sets another for the airport.
 */
export const CLEARING_MS = minutes(45)
export const CLEARING_MINUTES = CLEARING_MS / minutes(1)
export const CLEARING_MINUTES_MAX = 240
/** A driver's link works from this long before departure. */
export const DRIVE_FROM_MS = hours(24)
/**
 * Until this long after a group has left and met, its driver's link works, its car can change and
 * it can be cancelled.
 */
export const DRIVE_UNTIL_MS = hours(12)
/** Without a report of its drivers, a group is under way until this long after it has met. */
export const UNDER_WAY_MS = hours(3)
/** The longest that a carpool can be under way after its departure. */
export const UNDER_WAY_MAX_MS = MEET_AROUND_MS + UNDER_WAY_MS
/** The driver sees the passengers' phone numbers from this long before departure. */
export const DRIVE_PHONES_FROM_MS = hours(3)
/** Members of a group with free seats are reminded this long before its cutoff. */
export const SEATS_REMINDER_MS = hours(6)
/** From this long before a departure, the console marks what it lacks. */
export const DEPARTS_SOON_MS = hours(24)
/** The console's view of the coming week has this many London days, today included. */
export const WEEK_DAYS = 7
/** Passengers are reminded of their car this long before departure. */
export const RIDE_REMINDER_MS = hours(24)
/** No reminder of a car for those who were told of it within this time. */
export const RIDE_NOTIFIED_LATELY_MS = hours(12)
/** Text messages about rides in 24 hours: a cap on their cost, apart from that of codes. */
export const RIDE_SMS_PER_DAY = 500
/** The same for drivers, and the parts of one message, which has a link. */
export const DRIVER_SMS_PER_DAY = 200
export const DRIVER_SMS_PARTS = 4
/** How long it stays known what a driver was told, after the meeting. */
export const DRIVER_TEXTS_KEPT_MS = hours(7 * 24)
/**
 * A student who is not reached by email gets a text message this long before a deadline that costs
 * money or a seat. The others: texts per student and group, and texts to everybody in 24 hours.
 */
export const DEADLINE_TEXT_MS = hours(3)
export const DEADLINE_TEXTS_PER_GROUP = 2
export const DEADLINE_SMS_PER_DAY = 300
/** After an administrator has set an account's phone, its points cannot be used for this long. */
export const POINTS_AFTER_PHONE_MS = hours(24)
/** The length of an administrator's note. */
export const NOTE_LETTERS = 300
/** An administrator's message to students: its length, and how many a day need no question. */
export const MESSAGE_MAX = 500
export const MESSAGES_PER_DAY = 3
/** Text messages of this kind in 24 hours; one that could not be sent in time is dropped. */
export const MESSAGE_SMS_PER_DAY = 300
export const MESSAGE_SMS_WITHIN_MS = hours(1)
/** Maximum number of tries for a text message that is known not to have been sent. */
export const RIDE_SMS_TRIES = 4
/** A message not known to be sent this long after it was due is a task on the console. */
export const RIDE_SMS_LATE_MS = minutes(10)
/**
 * Maximum number of parts that a text message may be charged as; messages with a code are exempt.
 */
export const RIDE_SMS_PARTS = 2
/** London hours in which nobody is reminded of a ride, unless departure is this close. */
export const NIGHT = { from: 22, to: 8 } as const
export const NIGHT_REMINDER_MS = hours(12)
/** A group's message board: how many posts it holds, and how long one may be, in characters. */
export const BOARD_POSTS_MAX = 200
export const POST_MAX = 500
/** Maximum number of posts of one place in an hour. */
export const POSTS_PER_HOUR = 10
/** Members write until this long after departure … */
export const BOARD_OPEN_MS = hours(24)
/** … and everything is deleted this long after it. */
export const BOARD_KEPT_DAYS = 14
export const BOARD_KEPT_MS = BOARD_KEPT_DAYS * hours(24)
/** Members are notified of posts at most this often. */
export const BOARD_NOTICE_MS = hours(1)
/** How many wishes somebody may have at a time. */
export const WISHES_PER_USER = 3
/** How long the range of times in a wish may be. */
export const WISH_WINDOW_MS = hours(24)
/** A car fits a wish that leaves this much before or after its times. */
export const WISH_TOLERANCE_MS = hours(1)
/** Cars found within this time are announced in one message. */
export const WISH_GATHER_MS = minutes(1)
/** Messages about cars found for somebody in one London day. */
export const WISH_NEWS_PER_DAY = 3
/** No messages about found cars in these London hours, unless the car departs this soon. */
export const WISH_QUIET = { from: 23, to: 8 } as const
export const WISH_SOON_MS = hours(36)
/** When wishes for the same time add up to this many people, their owners are notified. */
export const WISH_MEETING_PEOPLE = 4
/** From this many people on, a part of a day is on the board. */
export const WISH_BOARD_PEOPLE = 2
