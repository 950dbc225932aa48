import { goesAhead } from '#app/group/rules/notices.ts'
import type { Case, NoticeParams } from '#app/notices/rules/notice.ts'
import {
  all,
  asksFor,
  DEPOSITS,
  hasLeft,
  isComplete,
  isGroup,
  isOnItsWay,
  isOpen,
  isTaken,
  money,
  usual,
} from '#app/notices/rules/notice-truth.ts'

const isUnpaid = ({ car }: Case) => car?.paymentStatus === 'DEPOSIT'
/** Whether a deposit is still lost in the way the notice said. */
const lostDeposit = (status: 'released' | 'held') =>
  money('warn', (about) => about.car?.depositStatus === status && asksFor(about, ...DEPOSITS), {
    text: 'deposit',
  })

export const carpoolNotices = {
  somebodyJoined: usual('ok', all(isTaken, isOpen), {
    variant: (_, { car }) => car !== null && car.people >= car.maxPeople && 'full',
  }),
  groupComplete: goesAhead(
    ({ amount, people }) =>
      amount !== undefined &&
      `${people === undefined ? '' : 'fewer_'}${amount === 0 ? 'nothing' : 'amount'}`,
  ),
  groupPaid: usual('ok', (about) => isComplete(about) && !isGroup('awaitsBalance')(about), {
    variant: ({ released = 0 }) => Number(released) > 0 && 'released',
  }),
  /** `people`: its car went with so many, and without it. */
  groupFailed: money<NoticeParams>('warn', (about) => asksFor(about, 'choice'), {
    text: 'choice',
    variant: ({ people }) => people !== undefined && 'without',
    pastVariant: ({ people }) => people !== undefined && 'past_without',
  }),
  groupFailedRefunded: money('info', all(hasLeft('dayOver'), isOnItsWay), { refund: 'named' }),
  departedUnpaid: money('danger', all(isGroup('closed'), isTaken, isUnpaid, isOnItsWay)),
  privateUnpaid: money('warn', all(hasLeft('departed'), isOnItsWay), { refund: 'named' }),
  depositReleased: lostDeposit('released'),
  renewalFailed: lostDeposit('held'),
}
