import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { EmailStop } from '#app/kernel/account.ts'
import { minutes } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'

/** An event with an older or future signature may be a replay. */
const SIGNED_WITHIN_MS = minutes(5)
/** More than any real address needs, and more addresses than one event has. */
const ADDRESSES = z.array(z.string().trim().min(3).max(320)).max(50)

const event = z.object({ type: z.string(), data: z.unknown() })
const failed = z.object({
  to: ADDRESSES,
  bounce: z.object({ type: z.string().optional() }).optional(),
})

/** Addresses to stop sending to, and why. */
export type EmailEvent = { to: string[]; why: EmailStop }

/**
 * Parses a signed event of the email provider (reference: Resend, whose webhooks are signed like
 * Svix's). Returns null if it does not concern us. Fails with malformedBody, also if it is not
 * signed with our secret.
 */
export function readEmailEvent(
  body: string,
  headers: Headers,
  { secret, now }: { secret: string; now: Instant },
): Result<EmailEvent | null> {
  const [id, at, given] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
    (name) => headers.get(name) ?? '',
  ) as [string, string, string]
  const signedAt = /^\d{1,12}$/.test(at) ? Number(at) * 1000 : Number.NaN
  if (!id || !(Math.abs(now - signedAt) <= SIGNED_WITHIN_MS)) return fail('malformedBody')
  if (!isSigned(`${id}.${at}.${body}`, given, secret)) return fail('malformedBody')
  const read = event.safeParse(parsed(body))
  if (!read.success) return fail('malformedBody')
  const { type, data } = read.data
  if (type !== 'email.bounced' && type !== 'email.complained') return ok(null)
  const about = failed.safeParse(data)
  if (!about.success) return fail('malformedBody')
  const { to, bounce } = about.data
  // A full mailbox is temporary.
  if (type === 'email.bounced' && bounce?.type === 'Transient') return ok(null)
  return ok({ to, why: type === 'email.complained' ? 'unwanted' : 'bounced' })
}

/** Whether one of the signatures is valid; there are two while a secret is being replaced. */
function isSigned(text: string, signatures: string, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = createHmac('sha256', key).update(text).digest()
  return signatures.split(' ').some((one) => {
    const mark = Buffer.from(one.replace(/^v1,/, ''), 'base64')
    return one.startsWith('v1,') && mark.length === right.length && timingSafeEqual(mark, right)
  })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
