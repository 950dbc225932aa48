import { createHmac } from 'node:crypto'

/** The event that an address's local part triggers, as with Resend's own test addresses. */
const FATES = { bounced: 'email.bounced', complained: 'email.complained' } as const

const labelOf = (recipient: string) => recipient.split(/[+@]/, 1)[0] ?? ''

/** The event that an email to this address triggers; null if it arrives. */
export const eventTypeOf = (recipient: string): string | null =>
  FATES[labelOf(recipient) as keyof typeof FATES] ?? null

/** Whether a call that names this recipient is refused. */
export const isRefused = (recipient: string): boolean => labelOf(recipient) === 'refused'

export type EmailEvent = { id: string; type: string; to: string; emailId: string }

/** An event as Resend sends it, signed as Svix does. */
export function eventRequest(event: EmailEvent, secret: string, now: number): Request {
  const { id, type, to, emailId } = event
  const created_at = new Date(now).toISOString()
  const bounce = { type: 'Permanent', subType: 'General', message: 'The mailbox does not exist.' }
  const data = {
    created_at,
    email_id: emailId,
    to: [to],
    ...(type.endsWith('bounced') && { bounce }),
  }
  const body = JSON.stringify({ type, created_at, data })
  const at = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const mark = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return new Request('http://localhost/api/resend/webhook', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'svix-id': id,
      'svix-timestamp': at,
      'svix-signature': `v1,${mark}`,
    },
    body,
  })
}
