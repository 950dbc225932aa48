import { security, usual } from '#app/notices/rules/notice-truth.ts'

/** Completed actions: nothing makes them untrue. */
const done = () => true

export const accountNotices = {
  memberApproved: usual('ok', ({ auth }) => auth === 'APPROVED'),
  memberRejected: usual('warn', ({ auth }) => auth === 'REJECTED'),
  /** `contact`: whom to ask. It lasts until the account is reinstated. */
  accountSuspended: security<{ contact: string }>('info', ({ isSuspended }) => isSuspended),
  accountReinstated: security('info', ({ isSuspended }) => !isSuspended),
  /** `byCode` 1: it was set with a code, by somebody who was not logged in. */
  passwordChanged: security<{ byCode?: 1 }>('info', done, {
    variant: ({ byCode }) => byCode === 1 && 'byCode',
  }),
  phoneChanged: security('info', done),
  wechatChanged: security('info', done),
  /** Also sent to the address in use, if any: another one (mostly hidden) is to replace it. */
  emailChanging: security<{ email: string }>('info', done),
  /** Points given (above 0) or taken back (below 0) by hand. */
  pointsAllocated: usual<{ points: number }>('info', done, {
    variant: ({ points }) => points < 0 && 'taken',
    page: () => ['/profile#points', 'points'],
  }),
}
