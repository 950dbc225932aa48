import type { User } from '#app/account/service/sessions.server.ts'
import { isUnreached, type Mailbox } from '#app/account/ui/mailbox.ts'

/**
 * The addresses of a viewer whom some emails do not reach, for the line that says so; otherwise
 * null.
 */
export function mailboxOf(user: User): Mailbox | null {
  const { email, pendingEmail, emailConfirmedAt, emailStop, emailNotices } = user
  const mailbox = { email, pendingEmail, emailConfirmedAt, emailStop, emailNotices }
  return isUnreached(mailbox) ? mailbox : null
}
