import type { User } from '#app/services/accounts/sessions.server.ts'
import { isUnreached, type Mailbox } from '#app/ui/account/mailbox.ts'

/** The addresses of a viewer whom not every email reaches, for the line about it; else null. */
export function mailboxOf(user: User): Mailbox | null {
  const { email, pendingEmail, emailConfirmedAt, emailStop, emailNotices } = user
  const mailbox = { email, pendingEmail, emailConfirmedAt, emailStop, emailNotices }
  return isUnreached(mailbox) ? mailbox : null
}
