import type { AdminId, UserId } from '#app/domain/id.ts'
import {
  ATTEMPTS_KEPT_MS,
  CODE_RESEND_S,
  CODE_SENDS_PER_ADDRESS_PER_DAY,
  CODE_SENDS_PER_ADDRESS_PER_HOUR,
  CODE_SENDS_PER_DAY,
  CODE_SENDS_PER_PHONE_PER_DAY,
  CODE_SENDS_PER_PHONE_PER_HOUR,
  CODE_SENDS_WARNED_FROM,
  EMAIL_CHANGES_PER_DAY,
  EMAIL_LINK_RESEND_S,
  EMAIL_LINKS_PER_ACCOUNT_PER_DAY,
  EMAIL_LINKS_PER_ADDRESS_PER_DAY,
  hours,
  LOGIN_FREE_TRIES,
  LOGIN_FREE_TRIES_ANYWHERE,
  LOGIN_WAIT_MAX_MS,
  PHONE_CODES_PER_ACCOUNT_PER_DAY,
} from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { SmsOutcome } from '#app/services/accounts/sms.server.ts'
import type { Db } from '#db/db.ts'
import {
  type Backoff,
  clearAttempts,
  clearAttemptsWithParts,
  countAttempts,
  deleteAttemptsBefore,
  giveBackAttempt,
  type Rule,
  takeAttempt,
  takeBackoff,
} from '#db/queries/attempts.ts'
import type { Log } from './log.server.ts'

const DAY_MS = hours(24)
const PHONE = 'code-phone'
const ADDRESS = 'code-address'
const LOGIN = 'login'
const PROOF = 'proof'
const EMAIL = 'email-change'
const LINK = 'email-link'
const NEW_PHONE = 'new-phone'

/** All text messages of one day. */
export const codeTotal = {
  kind: 'code-total',
  subject: 'all',
  windowMs: DAY_MS,
  max: CODE_SENDS_PER_DAY,
} satisfies Rule
const WARNING: Rule = { kind: 'code-total-warning', subject: 'all', windowMs: hours(1), max: 1 }

/**
 * Where a login comes from; `device` is the id of a browser that has logged in with this phone
 * before, or null.
 */
export type LoginFrom = { address: string; device: string | null }
/** A counted login attempt; `right` takes the count back. */
export type LoginTicket = { right(): Promise<void> }
/** A counted code message; `settle` takes back what its outcome should not cost. */
export type CodeTicket = { settle(outcome: SmsOutcome): Promise<void> }
export type Limits = {
  /**
   * Counts a code message. Fails with `codeJustSent` within a minute of the last code and with
   * `rateLimited` past any other limit; both with `retryAfterSeconds`.
   */
  takeCodeSend(phone: string, address: string | null): Promise<Result<CodeTicket>>
  /** Counts a login attempt; `rateLimited` while the next one has to wait. */
  takeLogin(phone: string, from: LoginFrom): Promise<Result<LoginTicket>>
  /**
   * After the phone's owner has set a new password: earlier login attempts no longer count,
   * wherever they came from.
   */
  forgetLogins(phone: string): Promise<void>
  /** Counts a password that a logged-in user or administrator is asked to repeat. */
  takeProof(id: UserId | AdminId): Promise<Result<LoginTicket>>
  /** Counts an email change; `rateLimited` after too many in a day. */
  takeEmailChange(userId: UserId): Promise<Result<null>>
  /**
   * Counts a code that an account requests to change its phone; `rateLimited` after too many in a
   * day.
   */
  takePhoneCode(userId: UserId): Promise<Result<null>>
  /**
   * Counts an email confirmation link; `rateLimited` after too many or, if sent `again`, within a
   * minute of the last.
   */
  takeEmailLink(userId: UserId, emailKey: string, again: boolean): Promise<Result<null>>
  purge(): Promise<void>
}

/** `keyed` turns a phone, address, account id or email into the value stored in its place. */
type Deps = { db: Db; clock: Clock; log: Log; keyed: (label: string, value: string) => string }

/**
 * The exact limits of docs/rules.md#codes and #logging-in. They count the given phone, registered
 * or not.
 */
export function createLimits({ db, clock, log, keyed }: Deps): Limits {
  const phoneRules = (phone: string): [Rule, ...Rule[]] => {
    const subject = keyed('phone', phone)
    return [
      { kind: PHONE, subject, windowMs: CODE_RESEND_S * 1000, max: 1 },
      { kind: PHONE, subject, windowMs: hours(1), max: CODE_SENDS_PER_PHONE_PER_HOUR },
      { kind: PHONE, subject, windowMs: DAY_MS, max: CODE_SENDS_PER_PHONE_PER_DAY },
    ]
  }
  const addressRules = (address: string | null): Rule[] => {
    if (!address) return []
    const subject = keyed('address', address)
    return [
      { kind: ADDRESS, subject, windowMs: hours(1), max: CODE_SENDS_PER_ADDRESS_PER_HOUR },
      { kind: ADDRESS, subject, windowMs: DAY_MS, max: CODE_SENDS_PER_ADDRESS_PER_DAY },
    ]
  }
  /** Warns, at most once an hour, that the day's text messages are running out. */
  async function warnOfTotal(now: Instant) {
    const { full } = await countAttempts(db, { ...codeTotal, max: CODE_SENDS_WARNED_FROM }, now)
    if (full && (await takeAttempt(db, [WARNING], now)).taken)
      log.warn('text messages: half of the daily total is sent', { total: CODE_SENDS_PER_DAY })
  }

  /**
   * A known device has its own counter. All other attempts count per address, and together per
   * phone.
   */
  const loginRules = (phone: string, { address, device }: LoginFrom): [Backoff, ...Backoff[]] => {
    const subject = keyed('phone', phone)
    const rule = { kind: LOGIN, windowMs: DAY_MS, maxWaitMs: LOGIN_WAIT_MAX_MS }
    if (device) return [{ ...rule, subject: `${subject}.${device}`, max: LOGIN_FREE_TRIES }]
    return [
      { ...rule, subject: `${subject}.${keyed('address', address)}`, max: LOGIN_FREE_TRIES },
      { ...rule, subject, max: LOGIN_FREE_TRIES_ANYWHERE },
    ]
  }
  async function takeTry([own, ...shared]: [Backoff, ...Backoff[]]): Promise<Result<LoginTicket>> {
    const now = clock.now()
    const waitMs = await takeBackoff(db, [own, ...shared], now)
    if (waitMs > 0) return fail('rateLimited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
    return ok({
      async right() {
        await clearAttempts(db, own.kind, own.subject)
        // Only this attempt: failures from elsewhere keep counting.
        if (shared.length > 0) await giveBackAttempt(db, shared, now)
      },
    })
  }

  return {
    async takeCodeSend(phone, address) {
      const now = clock.now()
      const [minute, ...longer] = phoneRules(phone)
      const rules = [minute, ...longer, ...addressRules(address), codeTotal]
      const counted = await takeAttempt(db, rules, now)
      if (!counted.taken) {
        const retryAfterSeconds = secondsOf(counted.waitMs)
        return fail(isSameRule(counted.rule, minute) ? 'codeJustSent' : 'rateLimited', {
          retryAfterSeconds,
        })
      }
      await warnOfTotal(now)
      return ok({
        // Nothing arrived, so the user may ask again at once. What may have cost money, and every
        // attempt from an address, stays counted: a failing provider must not lift the limits.
        async settle(outcome) {
          if (outcome === 'refused') await giveBackAttempt(db, [minute, codeTotal], now)
          if (outcome === 'unknown') await giveBackAttempt(db, [minute], now)
        },
      })
    },
    takeLogin: (phone, from) => takeTry(loginRules(phone, from)),
    forgetLogins: (phone) => clearAttemptsWithParts(db, LOGIN, keyed('phone', phone)),
    takeProof: (id) =>
      takeTry([
        {
          kind: PROOF,
          subject: keyed('account', id),
          windowMs: DAY_MS,
          max: LOGIN_FREE_TRIES,
          maxWaitMs: LOGIN_WAIT_MAX_MS,
        },
      ]),
    async takeEmailChange(userId) {
      const subject = keyed('account', userId)
      const rule = { kind: EMAIL, subject, windowMs: DAY_MS, max: EMAIL_CHANGES_PER_DAY }
      const counted = await takeAttempt(db, [rule], clock.now())
      return counted.taken
        ? ok(null)
        : fail('rateLimited', { retryAfterSeconds: secondsOf(counted.waitMs) })
    },
    async takePhoneCode(userId) {
      const subject = keyed('account', userId)
      const rule = {
        kind: NEW_PHONE,
        subject,
        windowMs: DAY_MS,
        max: PHONE_CODES_PER_ACCOUNT_PER_DAY,
      }
      const counted = await takeAttempt(db, [rule], clock.now())
      return counted.taken
        ? ok(null)
        : fail('rateLimited', { retryAfterSeconds: secondsOf(counted.waitMs) })
    },
    async takeEmailLink(userId, emailKey, again) {
      const account = { kind: LINK, subject: keyed('account', userId) }
      const address = { kind: LINK, subject: keyed('email', emailKey) }
      const rules: Rule[] = [
        { ...account, windowMs: DAY_MS, max: EMAIL_LINKS_PER_ACCOUNT_PER_DAY },
        { ...address, windowMs: DAY_MS, max: EMAIL_LINKS_PER_ADDRESS_PER_DAY },
      ]
      if (again) rules.push({ ...account, windowMs: EMAIL_LINK_RESEND_S * 1000, max: 1 })
      const counted = await takeAttempt(db, rules, clock.now())
      return counted.taken
        ? ok(null)
        : fail('rateLimited', { retryAfterSeconds: secondsOf(counted.waitMs) })
    },
    purge: async () => void (await deleteAttemptsBefore(db, clock.now() - ATTEMPTS_KEPT_MS)),
  }
}

const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000))

const isSameRule = (a: Rule, b: Rule) =>
  a.kind === b.kind && a.subject === b.subject && a.windowMs === b.windowMs
