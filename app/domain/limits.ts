/** Business constants of docs/rules.md, each in one place, units in the name. */
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000

export const DEPOSIT_PENCE = 2000
/** A joiner's hold takes seats this long before its payment is looked at again. */
export const HOLD_MS = minutes(15)
/** A creator's draft without a held deposit is cancelled after this long. */
export const DRAFT_MS = minutes(30)
/** The group must be complete this long before departure. */
export const CUTOFF_BEFORE_DEPARTURE_MS = hours(24)
/**
 * Whoever is in a group that completes late has at least this long to pay the balance, though never
 * beyond departure.
 */
export const BALANCE_AFTER_COMPLETION_MS = hours(12)
/** A trip's balances are due this long before its start. */
export const TRIP_BALANCE_BEFORE_START_MS = hours(24)
/** A joiner's flight may be this far from the first flight of the car. */
export const FLIGHT_WINDOW_MS = hours(3)
/** Departure and flight: not before the start of the London day this many days ahead. */
export const MIN_DAYS_AHEAD = 3
/** Departures, flights, trips and orders: not after the London day this many months ahead. */
export const MONTHS_AHEAD = 12
/**
 * A bank's hold is renewed this long before the bank lets go of it, and not sooner than this after
 * the last time.
 */
export const RENEW_BEFORE_MS = hours(24)
/** A balance that was begun and not paid is given up after this long, and its points come back. */
export const BALANCE_MS = hours(1)
/** The least that a card can be charged. */
export const MIN_CHARGE_PENCE = 30
export const MAX_PASSENGERS = 5
export const BIG_LUGGAGE = { min: 1, max: 12 } as const
export const SMALL_LUGGAGE = { min: 1, max: 5 } as const
export const BAG = { min: 1, max: 5 } as const
export const ADDRESS_MAX = 100
/** The date filter of trips begins this many days ahead (docs/rules.md#lists). */
export const TRIP_FILTER_DAYS_AHEAD = 3
/**
 * A trip's name, how many it may take, and the terminals that its join form offers
 * (docs/rules.md#trips).
 */
export const TRIP_NAME_MAX = 20
export const TRIP_PEOPLE_MAX = 100
export const TRIP_TERMINALS = ['T1', 'T2', 'T3', 'T4', 'T5'] as const
/** Pieces of each kind that a trip's join form offers, and what it holds at first. */
export const TRIP_LUGGAGE = { min: 1, max: 5 } as const
export const TRIP_LUGGAGE_DEFAULT = { bigLuggage: 2, smallLuggage: 1, bag: 1 } as const
/**
 * Whoever joined a trip before its balance was raised has at least this long to leave free of
 * charge (decision 0039).
 */
export const PRICE_RAISE_NOTICE_MS = hours(48)
/** What a trip may cost a person beside the deposit. */
export const TRIP_BALANCE_PENCE = { min: 0, max: 50_000 } as const
/**
 * Money that goes back, held or charged, shows on every card within so many working days; no text
 * names another number.
 */
export const REFUND_WORKING_DAYS = 10
/** An order whose base price is not paid is deleted after this long. */
export const ORDER_PAYMENT_MS = minutes(30)
/** Unpaid orders that a user may have at a time. */
export const UNPAID_ORDERS_PER_USER = 5
/** Boxes and collections: not before the London day this many days ahead. */
export const ORDER_DAYS_AHEAD = 2
export const BOXES = { min: 1, max: 50 } as const
export const ORDER_NAME_MAX = 20
export const ZIP_MAX = 12
export const FLIGHT_NUMBER_MAX = 20
/** An effect that money hangs on and that is still undecided after this long is shown to admins. */
export const STUCK_AFTER_MS = hours(1)
/** A creating call that is sent again with its key gets its first answer for this long. */
export const IDEMPOTENCY_KEPT_MS = hours(24)
/** What is counted by the day is counted over the last 24 hours. */
export const DAY_MS = hours(24)
export const OPEN_HOLDS_PER_USER = 5
/**
 * A hold keeps seats from others for HOLD_MS, so a user who never pays blocks some for two hours a
 * day at most.
 */
export const HOLDS_PER_DAY = 8
export const DRAFTS_PER_DAY = 8
export const ORDERS_PER_DAY = 20
/** Corrections of what one has joined, drafted or ordered. */
export const CHANGES_PER_HOUR = 30
/**
 * Cards that may be declined before nothing can be paid for the rest of the hour, and nothing new
 * begun for the rest of the day.
 */
export const DECLINES_PER_HOUR = 3
export const DECLINES_PER_DAY = 10

export const PASSWORD = { min: 6, max: 20 } as const
export const NAME = { min: 2, max: 20 } as const
export const WECHAT = { min: 6, max: 20 } as const
export const CODE_RESEND_S = 60
export const CODE_LIFE_MS = minutes(10)
export const CODE_TRIES = 5
export const CODE_SENDS_PER_PHONE_PER_HOUR = 5
export const CODE_SENDS_PER_PHONE_PER_DAY = 10
/** A hall of residence shares one address; a day's total caps what text messages can cost. */
export const CODE_SENDS_PER_ADDRESS_PER_HOUR = 20
export const CODE_SENDS_PER_ADDRESS_PER_DAY = 60
export const CODE_SENDS_PER_DAY = 2000
/** From this share of the day's total on, the log and the console warn. */
export const CODE_SENDS_WARNED_FROM = CODE_SENDS_PER_DAY / 2
/**
 * Wrong logins that cost nothing, of one phone from one address or known browser; each one after
 * doubles the wait for the next.
 */
export const LOGIN_FREE_TRIES = 5
/** The same of one phone from all unknown browsers of the world together. */
export const LOGIN_FREE_TRIES_ANYWHERE = 50
export const LOGIN_WAIT_MAX_MS = minutes(15)
/** A browser is known for this long after its last login. */
export const DEVICE_MS = hours(24 * 365)
/**
 * An answer to a change of email may say that somebody has it; no more can be found out in a day.
 */
export const EMAIL_CHANGES_PER_DAY = 10
/** Codes to a phone that is to be a new one, whichever phones they go to. */
export const PHONE_CODES_PER_ACCOUNT_PER_DAY = 10
/**
 * A link to confirm an email with, and how often one may be sent: to the same account, and to the
 * same address whoever asks.
 */
export const EMAIL_LINK_MS = hours(48)
export const EMAIL_LINK_RESEND_S = 60
export const EMAIL_LINKS_PER_ACCOUNT_PER_DAY = 10
export const EMAIL_LINKS_PER_ADDRESS_PER_DAY = 5
/** The most London days that one export may be of. */
export const EXPORT_DAYS_MAX = 366
/**
 * A request that passed its session check before an account was closed has ended after this long.
 */
export const CLOSING_SETTLED_MS = minutes(10)
/** Wrong tries, sends and the like are forgotten after a day. */
export const ATTEMPTS_KEPT_MS = hours(24)
export const SESSION_MS = hours(24 * 30)
/**
 * A session used with less than this left lives on for SESSION_MS, up to SESSION_ABSOLUTE_MS in
 * all.
 */
export const SESSION_RENEW_MS = hours(24 * 15)
export const SESSION_ABSOLUTE_MS = hours(24 * 90)
