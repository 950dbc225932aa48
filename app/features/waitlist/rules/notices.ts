import { is } from '#app/group/rules/status.ts'
import type { Case, NoticeParams } from '#app/notices/rules/notice.ts'
import { asksFor, money, usual } from '#app/notices/rules/notice-truth.ts'

/** Whether the car can still be joined; its own people need no such news. */
const isOpenToWaiter = ({ other, now }: Case): boolean =>
  other !== null && is(other.status, 'open') && now < other.cutoffAt && !other.isThere

const home = ({ carpoolId }: NoticeParams) => [`/carpool/${carpoolId}/wait`, 'wait'] as const
const page = ({ carpoolId }: NoticeParams) => [`/carpool/${carpoolId}/join`, 'join'] as const

export const waitlistNotices = {
  /** Seats for `people` are kept until `until`. */
  seatOffered: money(
    'ok',
    (about) => about.other?.offeredUntil === about.params.until && asksFor(about, 'offer'),
    { page, home },
  ),
  /** `out` 1: the last offer, so seats are no longer kept for them. */
  offerMissed: usual('info', isOpenToWaiter, { variant: ({ out }) => out === 1 && 'out', home }),
  seatsOpen: usual(
    'ok',
    (about) => {
      const { isWaiting = false, people = 0, maxPeople = 0 } = about.other ?? {}
      return isOpenToWaiter(about) && isWaiting && people < maxPeople
    },
    { page, home },
  ),
  /** `complete` 1: because every seat is taken. */
  waitlistClosed: usual(
    'warn',
    ({ other, now }) =>
      other !== null && !is(other.status, 'open') && !other.isThere && now < other.carpoolAt,
    { variant: ({ complete }) => complete === 1 && 'complete', home },
  ),
  /** Seats were released after the car was complete; they are for sale until `until`. */
  seatsReleased: usual<NoticeParams & { until: number }>(
    'ok',
    ({ other, params, now }) =>
      other !== null && other.releasedSeats > 0 && !other.isThere && now < params.until,
    { page, home },
  ),
}
