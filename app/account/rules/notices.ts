import type { CorrectionParams } from '#app/kernel/corrections.ts'
import { security, usual } from '#app/notices/rules/notice-truth.ts'

/** Completed actions stay true. */
const done = () => true

export const accountNotices = {
  memberApproved: usual('ok', ({ auth }) => auth === 'APPROVED'),
  memberRejected: usual<{ reason?: string }>('warn', ({ auth }) => auth === 'REJECTED', {
    variant: ({ reason }) => reason !== undefined && 'why',
  }),
  /** `contact`: customer service. Holds until the account is reinstated. */
  accountSuspended: security<{ contact: string }>('info', ({ isSuspended }) => isSuspended),
  accountReinstated: security('info', ({ isSuspended }) => !isSuspended),
  /** `byCode` 1: set with a code, without being logged in. */
  passwordChanged: security<{ byCode?: 1 }>('info', done, {
    variant: ({ byCode }) => byCode === 1 && 'byCode',
  }),
  phoneChanged: security('info', done),
  wechatChanged: security('info', done),
  /** Sent to the address in use too, if there is one. `email`: its mostly hidden replacement. */
  emailChanging: security<{ email: string }>('info', done),
  /** An administrator corrected name, phone or email. */
  accountCorrected: security<CorrectionParams>('info', done),
  /** Points given (above 0) or taken back (below 0) by an administrator. */
  pointsAllocated: usual<{ points: number }>('info', done, {
    variant: ({ points }) => points < 0 && 'taken',
    page: () => ['/profile#points', 'points'],
  }),
}
