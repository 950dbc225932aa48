import type { AdminId, UserId } from '#app/kernel/id.ts'
import {
  ATTEMPTS_KEPT_MS,
  CODE_RESEND_S,
  CODE_SENDS_OPEN,
  CODE_SENDS_PER_ADDRESS_PER_DAY,
  CODE_SENDS_PER_ADDRESS_PER_HOUR,
  CODE_SENDS_PER_DAY,
  CODE_SENDS_PER_PHONE_PER_DAY,
  CODE_SENDS_PER_PHONE_PER_HOUR,
  CODE_SENDS_PROVED_FROM,
  CODE_SENDS_UNPROVED,
  CODE_SENDS_WARNED_FROM,
  EMAIL_CHANGES_PER_DAY,
  EMAIL_LINK_RESEND_S,
  EMAIL_LINKS_PER_ACCOUNT_PER_DAY,
  EMAIL_LINKS_PER_ADDRESS_PER_DAY,
  hours,
  LOGIN_FREE_TRIES,
  LOGIN_FREE_TRIES_ANYWHERE,
  LOGIN_WAIT_MAX_MS,
  PASSWORD_CHANGES_PER_DAY,
  PHONE_CODES_PER_ACCOUNT_PER_DAY,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  attemptsOf,
  type Backoff,
  clearAttempts,
  clearAttemptsWithParts,
  countAttempts,
  deleteAttemptsBefore,
  giveBackAttempt,
  longestWait,
  type Rule,
  takeAttempt,
  takeBackoff,
} from '#app/platform/rows/attempts.server.ts'
import type { AlertName } from './alerts.server.ts'
import { widerNetwork } from './rate-limit.server.ts'
import type { Needs } from './resources.server.ts'
import { keyed } from './seal.server.ts'
import type { SmsOutcome } from './sms.server.ts'

const DAY_MS = hours(24)
const PHONE = 'code-phone'
const ADDRESS = 'code-address'
const LOGIN = 'login'
const PROOF = 'proof'
const EMAIL = 'email-change'
const LINK = 'email-link'
const NEW_PHONE = 'new-phone'
const NEW_PASSWORD = 'new-password'

/** The limit on all text messages of one day. */
export const codeTotal = {
  kind: 'code-total',
  subject: 'all',
  windowMs: DAY_MS,
  max: CODE_SENDS_PER_DAY,
} satisfies Rule
const openPart: Rule = { ...codeTotal, max: CODE_SENDS_OPEN }
/** The shares of the total at which the operator is warned, and their log messages. */
const WARNINGS = [
  { name: 'texts.half', from: CODE_SENDS_WARNED_FROM, log: 'half of the daily total is sent' },
  { name: 'texts.open', from: CODE_SENDS_OPEN, log: 'no more for registrations today' },
  { name: 'texts.all', from: CODE_SENDS_PER_DAY, log: 'the daily total of codes is used up' },
] as const

/**
 * The origin of a login; `device` is the id of a browser that has logged in with this phone before,
 * or null.
 */
export type LoginFrom = { address: string; device: string | null }
/** A counted login attempt; `right` uncounts it. */
export type LoginTicket = { right(): Promise<void> }
/**
 * A code message to count. `registers`: it counts against the part of the total open to phones
 * without an account. `proven`: a person's proof was given, or is not needed. `silent`: it is not
 * sent, so it does not count against the total.
 */
export type CodeSend = {
  phone: string
  address: string | null
  registers: boolean
  proven: boolean
  silent: boolean
}
/**
 * A counted code message; `settle` uncounts what its outcome should not cost. `alerts`: alerts
 * about the day's total for the operator.
 */
export type CodeTicket = {
  settle(outcome: SmsOutcome): Promise<void>
  alerts: { name: AlertName; sent: number; max: number }[]
}

// The exact limits of docs/rules.md#codes and #logging-in. They count the given phone, registered
// or not.

const phoneRules = (context: Needs<'config'>, phone: string): [Rule, ...Rule[]] => {
  const subject = keyed(context, 'phone', phone)
  return [
    { kind: PHONE, subject, windowMs: CODE_RESEND_S * 1000, max: 1 },
    { kind: PHONE, subject, windowMs: hours(1), max: CODE_SENDS_PER_PHONE_PER_HOUR },
    { kind: PHONE, subject, windowMs: DAY_MS, max: CODE_SENDS_PER_PHONE_PER_DAY },
  ]
}

const addressRules = (context: Needs<'config'>, address: string | null): Rule[] => {
  if (!address) return []
  const subject = keyed(context, 'address', address)
  const wider = keyed(context, 'address', widerNetwork(address))
  return [
    { kind: ADDRESS, subject, windowMs: hours(1), max: CODE_SENDS_PER_ADDRESS_PER_HOUR },
    { kind: ADDRESS, subject: wider, windowMs: DAY_MS, max: CODE_SENDS_PER_ADDRESS_PER_DAY },
  ]
}

/** The limits for requests without a proof of being a person. */
const unprovedRules = (context: Needs<'config'>, address: string | null): Rule[] => {
  const total = { ...codeTotal, max: CODE_SENDS_PROVED_FROM }
  if (!address) return [total]
  const subject = keyed(context, 'address', address)
  return [total, { kind: ADDRESS, subject, windowMs: DAY_MS, max: CODE_SENDS_UNPROVED }]
}

/** Warns, once a day per share, that the day's text messages are running out. */
async function warnOfTotal(
  { db, log }: Needs<'db' | 'log'>,
  now: Instant,
): Promise<CodeTicket['alerts']> {
  const [row] = await attemptsOf(db, codeTotal, now)
  const sent = row?.count ?? 0
  const alerts: CodeTicket['alerts'] = []
  for (const { name, log: message } of WARNINGS.filter(({ from }) => sent >= from)) {
    const once = { kind: 'code-total-warning', subject: name, windowMs: DAY_MS, max: 1 }
    if (!(await takeAttempt(db, [once], now)).taken) continue
    log.warn(`text messages: ${message}`, { total: CODE_SENDS_PER_DAY })
    alerts.push({ name, sent, max: CODE_SENDS_PER_DAY })
  }
  return alerts
}

/**
 * A known device has its own counter. All other attempts count per address, and also together per
 * phone.
 */
const loginRules = (
  context: Needs<'config'>,
  phone: string,
  { address, device }: LoginFrom,
): [Backoff, ...Backoff[]] => {
  const subject = keyed(context, 'phone', phone)
  const rule = { kind: LOGIN, windowMs: DAY_MS, maxWaitMs: LOGIN_WAIT_MAX_MS }
  if (device) return [{ ...rule, subject: `${subject}.${device}`, max: LOGIN_FREE_TRIES }]
  return [
    { ...rule, subject: `${subject}.${keyed(context, 'address', address)}`, max: LOGIN_FREE_TRIES },
    { ...rule, subject, max: LOGIN_FREE_TRIES_ANYWHERE },
  ]
}

async function takeTry(
  { clock, db }: Needs<'db' | 'clock'>,
  [own, ...shared]: [Backoff, ...Backoff[]],
): Promise<Result<LoginTicket>> {
  const now = clock.now()
  const waitMs = await takeBackoff(db, [own, ...shared], now)
  if (waitMs > 0) return fail('rateLimited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  return ok({
    async right() {
      await clearAttempts(db, own.kind, own.subject)
      // Only this attempt is uncounted; failures from elsewhere still count.
      if (shared.length > 0) await giveBackAttempt(db, shared, now)
    },
  })
}

/** Counts an attempt; `rateLimited` if it is one too many. */
async function take(
  { clock, db }: Needs<'db' | 'clock'>,
  rules: Rule[],
  now = clock.now(),
): Promise<Result<null>> {
  const counted = await takeAttempt(db, rules, now)
  return counted.taken
    ? ok(null)
    : fail('rateLimited', { retryAfterSeconds: secondsOf(counted.waitMs) })
}

const aDay = (context: Needs<'config'>, kind: string, userId: UserId, max: number): Rule => ({
  kind,
  subject: keyed(context, 'account', userId),
  windowMs: DAY_MS,
  max,
})

/**
 * Counts a code message. Fails with `codeJustSent` within a minute of the last code and with
 * `rateLimited` past any other limit, both with `retryAfterSeconds`; with `proofRequired` if only a
 * proof of being a person is missing.
 */
export async function takeCodeSend(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  { phone, address, registers, proven, silent }: CodeSend,
): Promise<Result<CodeTicket>> {
  const { clock, db } = context
  const now = clock.now()
  const [minute, ...longer] = phoneRules(context, phone)
  const total = silent ? [] : [registers ? openPart : codeTotal]
  const rules = [minute, ...longer, ...addressRules(context, address), ...total]
  const unproved = proven ? [] : unprovedRules(context, address)
  const counted = await takeAttempt(db, rules, now, { others: unproved })
  if (!counted.taken) {
    // A proof does not lift the other limits, so those are reported first.
    const isForProof = unproved.includes(counted.rule)
    const { rule, waitMs } = isForProof ? await longestWait(db, rules, now) : counted
    if (waitMs <= 0) return fail('proofRequired')
    const code = isSameRule(rule, minute) ? 'codeJustSent' : 'rateLimited'
    return fail(code, { retryAfterSeconds: secondsOf(waitMs) })
  }
  return ok({
    alerts: silent ? [] : await warnOfTotal(context, now),
    // Nothing arrived, so the user may ask again at once. Attempts that may have cost money, and
    // every attempt from an address, stay counted: a failing provider must not lift the limits.
    async settle(outcome) {
      if (outcome === 'refused') await giveBackAttempt(db, [minute, ...total], now)
      if (outcome === 'unknown') await giveBackAttempt(db, [minute], now)
    },
  })
}

/** Whether registrations have used up their part of the day's messages. */
export const isOpenPartUsed = async ({ db, clock }: Needs<'db' | 'clock'>) =>
  (await countAttempts(db, openPart, clock.now())).full

/** Counts a login attempt; `rateLimited` while the next one has to wait. */
export const takeLogin = (
  context: Needs<'db' | 'clock' | 'config'>,
  phone: string,
  from: LoginFrom,
) => takeTry(context, loginRules(context, phone, from))

/**
 * After the phone's owner has set a new password: earlier login attempts no longer count,
 * wherever they came from.
 */
export const forgetLogins = (context: Needs<'db' | 'config'>, phone: string) =>
  clearAttemptsWithParts(context.db, LOGIN, keyed(context, 'phone', phone))

/** Counts a password that a logged-in user or administrator has to repeat. */
export const takeProof = (context: Needs<'db' | 'clock' | 'config'>, id: UserId | AdminId) =>
  takeTry(context, [
    {
      kind: PROOF,
      subject: keyed(context, 'account', id),
      windowMs: DAY_MS,
      max: LOGIN_FREE_TRIES,
      maxWaitMs: LOGIN_WAIT_MAX_MS,
    },
  ])

/** Counts an email change; `rateLimited` after too many in a day. */
export const takeEmailChange = (context: Needs<'db' | 'clock' | 'config'>, userId: UserId) =>
  take(context, [aDay(context, EMAIL, userId, EMAIL_CHANGES_PER_DAY)])

/**
 * Counts a change of a password; `rateLimited` after too many in a day. `giveBack` uncounts one
 * refused for a wrong password, which has its own counter.
 */
export async function takePasswordChange(
  context: Needs<'db' | 'clock' | 'config'>,
  userId: UserId,
) {
  const { clock, db } = context
  const now = clock.now()
  const rules = [aDay(context, NEW_PASSWORD, userId, PASSWORD_CHANGES_PER_DAY)]
  const counted = await take(context, rules, now)
  return counted.ok ? ok({ giveBack: () => giveBackAttempt(db, rules, now) }) : counted
}

/**
 * Counts a code that an account requests to change its phone; `rateLimited` after too many in a
 * day.
 */
export const takePhoneCode = (context: Needs<'db' | 'clock' | 'config'>, userId: UserId) =>
  take(context, [aDay(context, NEW_PHONE, userId, PHONE_CODES_PER_ACCOUNT_PER_DAY)])

/**
 * Counts an email confirmation link; `rateLimited` after too many or, if sent `again`, within a
 * minute of the last.
 */
export function takeEmailLink(
  context: Needs<'db' | 'clock' | 'config'>,
  userId: UserId,
  emailKey: string,
  again: boolean,
) {
  const account = aDay(context, LINK, userId, EMAIL_LINKS_PER_ACCOUNT_PER_DAY)
  const subject = keyed(context, 'email', emailKey)
  const address = { ...account, subject, max: EMAIL_LINKS_PER_ADDRESS_PER_DAY }
  const soon = { ...account, windowMs: EMAIL_LINK_RESEND_S * 1000, max: 1 }
  return take(context, [account, address, ...(again ? [soon] : [])])
}

export const purgeAttempts = async ({ db, clock }: Needs<'db' | 'clock'>) =>
  void (await deleteAttemptsBefore(db, clock.now() - ATTEMPTS_KEPT_MS))

const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000))

const isSameRule = (a: Rule, b: Rule) =>
  a.kind === b.kind && a.subject === b.subject && a.windowMs === b.windowMs
