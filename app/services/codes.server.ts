import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Db } from '#db/db.ts'
import {
  type CodeProof,
  type CodePurpose,
  deleteCodesBefore,
  replaceCode,
  takeCodeTry,
} from '#db/queries/codes.ts'
import { internationalPhone } from '../domain/account.ts'
import { CODE_LIFE_MS, CODE_RESEND_S, CODE_TRIES } from '../domain/limits.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Clock, Instant } from '../domain/time.ts'
import type { Limits } from './limits.server.ts'
import type { Sms } from './sms.server.ts'

export type Send = {
  phone: string
  purpose: CodePurpose
  /** Null: per-address limits do not count (development). */
  address: string | null
  /** The text message. `code` is null when this phone gets none, and the message says why. */
  message: (code: string | null) => string
  /** Whether a code of this purpose is of any use to this phone. */
  entitled: boolean
}
export type CodeSent = { resendAfterSeconds: number; resendAt: Instant }
export type Codes = {
  send(send: Send): Promise<Result<CodeSent>>
  /** Spends a try of the live code. The proof guards the writes that the right code permits. */
  check(phone: string, purpose: CodePurpose, code: string): Promise<Result<CodeProof>>
  purge(): Promise<void>
}

type Deps = {
  db: Db
  clock: Clock
  limits: Limits
  sms: Sms
  keyed: (label: string, value: string) => string
}

/**
 * Verification codes: 6 digits, 10 minutes, 5 tries, one use, stored as a keyed hash.
 * A phone that is not entitled is treated exactly alike, down to a stored code that nobody knows
 * and a message of its own, so that neither answer nor time tells whether it is registered.
 */
export function createCodes({ db, clock, limits, sms, keyed }: Deps): Codes {
  const hashOf = (phone: string, purpose: CodePurpose, code: string) =>
    keyed('code', `${purpose} ${phone} ${code}`)

  return {
    async send({ phone, purpose, address, message, entitled }) {
      const ticket = await limits.takeCodeSend(phone, address)
      if (!ticket.ok) return ticket
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
      const outcome = await sms.send(internationalPhone(phone), message(code))
      await ticket.value.settle(outcome)
      if (outcome !== 'sent') return fail('smsFailed')
      return ok({ resendAfterSeconds: CODE_RESEND_S, resendAt: now + CODE_RESEND_S * 1000 })
    },
    async check(phone, purpose, code) {
      const now = clock.now()
      const stored = await takeCodeTry(db, phone, purpose, now)
      const given = hashOf(phone, purpose, code)
      const matches = stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(given))
      return matches ? ok({ phone, purpose, codeHash: given, now }) : fail('verificationCodeInvalid')
    },
    purge: async () => void (await deleteCodesBefore(db, clock.now())),
  }
}
