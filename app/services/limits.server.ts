import type { Db } from '#db/db.ts'
import {
  clearAttempts,
  deleteAttemptsBefore,
  giveBackAttempt,
  type Rule,
  takeAttempt,
  takeBackoff,
} from '#db/queries/attempts.ts'
import type { UserId } from '../domain/id.ts'
import {
  ATTEMPTS_KEPT_MS,
  CODE_RESEND_S,
  CODE_SENDS_PER_ADDRESS_PER_DAY,
  CODE_SENDS_PER_ADDRESS_PER_HOUR,
  CODE_SENDS_PER_DAY,
  CODE_SENDS_PER_PHONE_PER_HOUR,
  EMAIL_CHANGES_PER_DAY,
  hours,
  LOGIN_FREE_TRIES,
  LOGIN_WAIT_MAX_MS,
} from '../domain/limits.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Clock } from '../domain/time.ts'
import type { SmsOutcome } from './sms.server.ts'

const DAY_MS = hours(24)
const PHONE = 'code-phone'
const ADDRESS = 'code-address'
const TOTAL = 'code-total'
const LOGIN = 'login'
const EMAIL = 'email-change'

/** Counts of a code that is being sent; `settle` gives back what the outcome should not cost. */
export type CodeTicket = { settle(outcome: SmsOutcome): Promise<void> }
export type Limits = {
  /** `codeJustSent` within a minute of the last code, `rateLimited` past any other limit; both with `retryAfterSeconds`. */
  takeCodeSend(phone: string, address: string | null): Promise<Result<CodeTicket>>
  takeLogin(phone: string): Promise<Result<null>>
  /** The phone's owner has shown who she is. */
  clearLogin(phone: string): Promise<void>
  /** Counts a change of email; `rateLimited` after too many in a day. */
  takeEmailChange(userId: UserId): Promise<Result<null>>
  purge(): Promise<void>
}

/** `keyed` turns a phone or an address into what is stored in its place. */
type Deps = { db: Db; clock: Clock; keyed: (label: string, value: string) => string }

/** The exact limits of DESIGN section 6. They count the phone that was given, registered or not. */
export function createLimits({ db, clock, keyed }: Deps): Limits {
  const phoneRules = (phone: string): [Rule, Rule] => {
    const subject = keyed('phone', phone)
    return [
      { kind: PHONE, subject, windowMs: CODE_RESEND_S * 1000, max: 1 },
      { kind: PHONE, subject, windowMs: hours(1), max: CODE_SENDS_PER_PHONE_PER_HOUR },
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
  const total: Rule = { kind: TOTAL, subject: 'all', windowMs: DAY_MS, max: CODE_SENDS_PER_DAY }

  return {
    async takeCodeSend(phone, address) {
      const now = clock.now()
      const [minute, hour] = phoneRules(phone)
      const counted = await takeAttempt(db, [minute, hour, ...addressRules(address), total], now)
      if (!counted.taken) {
        const retryAfterSeconds = secondsOf(counted.waitMs)
        return fail(isSameRule(counted.rule, minute) ? 'codeJustSent' : 'rateLimited', { retryAfterSeconds })
      }
      return ok({
        // Nothing arrived, so the person may ask again at once. What may have cost money, and every
        // try of an address, stays counted: a provider in trouble must not open the gate.
        async settle(outcome) {
          if (outcome === 'refused') await giveBackAttempt(db, [minute, total], now)
          if (outcome === 'unknown') await giveBackAttempt(db, [minute], now)
        },
      })
    },
    async takeLogin(phone) {
      const backoff = { freeTries: LOGIN_FREE_TRIES, maxWaitMs: LOGIN_WAIT_MAX_MS, windowMs: DAY_MS }
      const waitMs = await takeBackoff(db, LOGIN, keyed('phone', phone), backoff, clock.now())
      return waitMs > 0 ? fail('rateLimited', { retryAfterSeconds: Math.ceil(waitMs / 1000) }) : ok(null)
    },
    clearLogin: (phone) => clearAttempts(db, [LOGIN], keyed('phone', phone)),
    async takeEmailChange(userId) {
      const subject = keyed('account', userId)
      const rule = { kind: EMAIL, subject, windowMs: DAY_MS, max: EMAIL_CHANGES_PER_DAY }
      const counted = await takeAttempt(db, [rule], clock.now())
      return counted.taken ? ok(null) : fail('rateLimited', { retryAfterSeconds: secondsOf(counted.waitMs) })
    },
    purge: async () => void (await deleteAttemptsBefore(db, clock.now() - ATTEMPTS_KEPT_MS)),
  }
}

const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000))

const isSameRule = (a: Rule, b: Rule) =>
  a.kind === b.kind && a.subject === b.subject && a.windowMs === b.windowMs
