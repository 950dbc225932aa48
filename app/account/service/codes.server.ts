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
import type { Instant } from '#app/kernel/time.ts'
import { isOpenPartUsed, takeCodeSend } from '#app/platform/limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { keyed } from '#app/platform/seal.server.ts'
import { issue } from '#app/schemas/issue.ts'

export type Send = {
  phone: string
  purpose: CodePurpose
  /** Null: per-address limits don't apply (development). */
  address: string | null
  /** Whether a person's proof was given, or is not needed. */
  proven: boolean
  /** The text message. `code` is null when this phone gets none; the message then says why. */
  message: (code: string | null) => string
  /** Whether this phone can use a code for this purpose. */
  entitled: boolean
}
export type CodeSent = { resendAfterSeconds: number; resendAt: Instant }
/**
 * The minimum duration of an answer once only phones with an account get messages. It is longer
 * than sending one takes, so that timing does not reveal which phones got a message.
 */
const SCARCE_MS = 2000
const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms))

const hashOf = (
  context: Needs<'config'>,
  { phone, purpose, code }: { phone: string; purpose: CodePurpose; code: string },
) => keyed(context, 'code', `${purpose} ${phone} ${code}`)

/**
 * Logs the outcome under a keyed hash of the phone, so that an attack on one account can be traced
 * without revealing its owner.
 */
function withLog<V>(
  context: Needs<'log' | 'config'>,
  what: string,
  { phone, purpose }: { phone: string; purpose: CodePurpose },
  result: Result<V>,
): Result<V> {
  const { log } = context
  const fields = { phone: keyed(context, 'log', phone), purpose }
  if (result.ok) log.info(`code ${what}`, fields)
  else log.warn(`code not ${what}`, { ...fields, reason: result.error.code })
  return result
}

export type NeedsToSend = Needs<'db' | 'clock' | 'log' | 'config' | 'sms' | 'alert'>

/**
 * Sends a verification code: 6 digits, 10 minutes, 5 tries, one use, stored as a keyed hash. A
 * phone that is not entitled is treated exactly like one that is: it gets a stored code that nobody
 * knows and a message of its own, so neither the answer nor its timing reveals whether the phone is
 * registered. Once registrations have used up their part of the day's messages, a phone without an
 * account gets the same answer and no message. Fails with validationFailed for a phone we don't
 * send to, codeJustSent, rateLimited, proofRequired or smsFailed.
 */
export const sendCode = async (context: NeedsToSend, send: Send): Promise<Result<CodeSent>> =>
  withLog(context, 'sent', send, await sendUnlogged(context, send))

async function sendUnlogged(
  context: NeedsToSend,
  { phone, purpose, address, proven, message, entitled }: Send,
): Promise<Result<CodeSent>> {
  const { db, clock, sms, alert } = context
  if (!canBeTexted(phone))
    return fail('validationFailed', { field: 'phone', issue: issue('phoneNotTexted') })
  const scarce = purpose === 'password' && (await isOpenPartUsed(context))
  const silent = scarce && !entitled
  const registers = purpose === 'register'
  const ticket = await takeCodeSend(context, { phone, address, registers, proven, silent })
  if (!ticket.ok) return ticket
  for (const { name, ...params } of ticket.value.alerts) await alert(name, params)
  const known = entitled ? String(randomInt(1_000_000)).padStart(6, '0') : null
  const code = known ?? randomBytes(32).toString('base64url')
  const now = clock.now()
  await replaceCode(db, {
    phone,
    purpose,
    codeHash: hashOf(context, { phone, purpose, code }),
    createdAt: now,
    expiresAt: now + CODE_LIFE_MS,
    triesLeft: CODE_TRIES,
  })
  const sending = silent ? ('sent' as const) : sms.send(internationalPhone(phone), message(known))
  const [outcome] = await Promise.all([sending, scarce ? pause(SCARCE_MS) : null])
  await ticket.value.settle(outcome)
  if (outcome !== 'sent') return fail('smsFailed')
  return ok({ resendAfterSeconds: CODE_RESEND_S, resendAt: now + CODE_RESEND_S * 1000 })
}

/**
 * Uses up a try of the live code. The proof guards the writes that a correct code permits; it is
 * null if those writes are already done, because the code was used for this very request and the
 * answer was lost. `request`: the complete request.
 */
export async function checkCode(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  phone: string,
  purpose: CodePurpose,
  code: string,
  request: unknown,
): Promise<Result<CodeProof | null>> {
  const { db, clock } = context
  const now = clock.now()
  const stored = await takeCodeTry(db, phone, purpose, now)
  const codeHash = hashOf(context, { phone, purpose, code })
  const spent = JSON.stringify([purpose, phone, code, request])
  const spentHash = keyed(context, 'code spent', spent)
  const holds = (hash: string) =>
    stored !== null && timingSafeEqual(Buffer.from(stored), Buffer.from(hash))
  const proof = { phone, purpose, codeHash, spentHash, now }
  const checked = holds(codeHash) ? ok(proof) : fail('verificationCodeInvalid')
  return withLog(context, 'accepted', proof, holds(spentHash) ? ok(null) : checked)
}

export const purgeCodes = async ({ db, clock }: Needs<'db' | 'clock'>): Promise<void> =>
  void (await deleteCodesBefore(db, clock.now()))
