import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import {
  type CodeProof,
  type CodePurpose,
  deleteCodesBefore,
  replaceCode,
  takeCodeTry,
} from '#app/account/rows/codes.server.ts'
import { canBeTexted, internationalPhone } from '#app/kernel/account.ts'
import { CODE_LIFE_MS, CODE_RESEND_S, CODE_TRIES } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Clock, Instant } from '#app/kernel/time.ts'
import type { Alert } from '#app/platform/alerts.server.ts'
import type { Limits } from '#app/platform/limits.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Sms } from '#app/platform/sms.server.ts'
import { issue } from '#app/schemas/issue.ts'
import type { Db } from '#db/db.ts'

export type Send = {
  phone: string
  purpose: CodePurpose
  /** Null: per-address limits don't apply (development). */
  address: string | null
  /** Whether a person asks, or need not be shown to. */
  proven: boolean
  /** The text message. `code` is null when this phone gets none; the message then says why. */
  message: (code: string | null) => string
  /** Whether this phone can use a code for this purpose. */
  entitled: boolean
}
export type CodeSent = { resendAfterSeconds: number; resendAt: Instant }
export type Codes = {
  /**
   * Fails with validationFailed for a phone we don't send to, codeJustSent, rateLimited,
   * proofRequired or smsFailed.
   */
  send(send: Send): Promise<Result<CodeSent>>
  /**
   * Uses up a try of the live code. The proof guards the writes that the right code permits. It is
   * null if those writes are already done: the code was used for this very request and the answer
   * got lost. `request`: everything the request says.
   */
  check(
    phone: string,
    purpose: CodePurpose,
    code: string,
    request: unknown,
  ): Promise<Result<CodeProof | null>>
  purge(): Promise<void>
}

type Deps = {
  db: Db
  clock: Clock
  limits: Limits
  sms: Sms
  alert: Alert
  log: Log
  keyed: (label: string, value: string) => string
}

/**
 * How long an answer takes at least once only phones with an account get messages; longer than
 * sending one, so that it does not show to which phones one was sent.
 */
const SCARCE_MS = 2000
const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms))

/**
 * Verification codes: 6 digits, 10 minutes, 5 tries, one use, stored as a keyed hash. A phone that
 * is not entitled is treated exactly like one that is: it gets a stored code that nobody knows and
 * a message of its own, so neither the answer nor its timing reveals whether the phone is
 * registered. Once registrations have used up their part of the day's messages, a phone without an
 * account gets the same answer and no message.
 */
export function createCodes({ db, clock, limits, sms, alert, log, keyed }: Deps): Codes {
  const hashOf = (phone: string, purpose: CodePurpose, code: string) =>
    keyed('code', `${purpose} ${phone} ${code}`)

  const codes: Codes = {
    async send({ phone, purpose, address, proven, message, entitled }) {
      if (!canBeTexted(phone))
        return fail('validationFailed', { field: 'phone', issue: issue('phoneNotTexted') })
      const scarce = purpose === 'password' && (await limits.isOpenPartUsed())
      const silent = scarce && !entitled
      const registers = purpose === 'register'
      const ticket = await limits.takeCodeSend({ phone, address, registers, proven, silent })
      if (!ticket.ok) return ticket
      for (const { name, ...params } of ticket.value.alerts) await alert(name, params)
      const code = entitled ? String(randomInt(1_000_000)).padStart(6, '0') : null
      const now = clock.now()
      await replaceCode(db, {
        phone,
        purpose,
        codeHash: hashOf(phone, purpose, code ?? randomBytes(32).toString('base64url')),
        createdAt: now,
        expiresAt: now + CODE_LIFE_MS,
        triesLeft: CODE_TRIES,
      })
      const sending = silent
        ? ('sent' as const)
        : sms.send(internationalPhone(phone), message(code))
      const [outcome] = await Promise.all([sending, scarce ? pause(SCARCE_MS) : null])
      await ticket.value.settle(outcome)
      if (outcome !== 'sent') return fail('smsFailed')
      return ok({ resendAfterSeconds: CODE_RESEND_S, resendAt: now + CODE_RESEND_S * 1000 })
    },
    async check(phone, purpose, code, request) {
      const now = clock.now()
      const stored = await takeCodeTry(db, phone, purpose, now)
      const codeHash = hashOf(phone, purpose, code)
      const spentHash = keyed('code spent', JSON.stringify([purpose, phone, code, request]))
      const holds = (hash: string) =>
        stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(hash))
      if (holds(spentHash)) return ok(null)
      return holds(codeHash)
        ? ok({ phone, purpose, codeHash, spentHash, now })
        : fail('verificationCodeInvalid')
    },
    purge: async () => void (await deleteCodesBefore(db, clock.now())),
  }
  /**
   * Logs the outcome under a keyed hash of the phone: an attack on one account can be traced
   * without revealing whose it is.
   */
  const logged = <V>(
    what: string,
    phone: string,
    purpose: CodePurpose,
    result: Result<V>,
  ): Result<V> => {
    const fields = { phone: keyed('log', phone), purpose }
    if (result.ok) log.info(`code ${what}`, fields)
    else log.warn(`code not ${what}`, { ...fields, reason: result.error.code })
    return result
  }
  return {
    ...codes,
    send: async (send) => logged('sent', send.phone, send.purpose, await codes.send(send)),
    check: async (phone, purpose, code, request) =>
      logged('accepted', phone, purpose, await codes.check(phone, purpose, code, request)),
  }
}
