import { emailingOf } from '#app/kernel/account.ts'
import type { Reach } from './notice.ts'

/** The facts that decide whether a notice is emailed. */
type Receiver = Parameters<typeof emailingOf>[0] & {
  email: string | null
  /** The address that gets this one notice instead: the one about to be replaced. */
  emailTo: string | null
}

/**
 * The address that a notice is emailed to, if any. `isTheirs` is false for an unconfirmed address,
 * which may be a stranger's.
 */
export function mailTo(reach: Reach, receiver: Receiver): { to: string; isTheirs: boolean } | null {
  const { email, emailTo, emailStop, emailConfirmedAt } = receiver
  const to = emailTo ?? email
  if (!to || emailStop !== null) return null
  const isTheirs = emailTo !== null || emailConfirmedAt !== null
  if (reach === 'security') return isTheirs ? { to, isTheirs } : null
  const emailing = emailingOf(receiver)
  if (emailing === 'off') return null
  return isTheirs || reach === 'money' ? { to, isTheirs } : null
}
