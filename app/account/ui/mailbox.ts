import type { User } from '#app/account/service/sessions.server.ts'

export type Mailbox = Pick<
  User,
  'email' | 'pendingEmail' | 'emailConfirmedAt' | 'emailStop' | 'emailNotices'
>

/** Whether some emails do not reach a student's address. */
export const isUnreached = ({ emailConfirmedAt, emailStop }: Mailbox): boolean =>
  emailConfirmedAt === null || emailStop !== null
