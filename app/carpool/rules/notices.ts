import { goesAhead } from '#app/group/rules/notices.ts'
import type { Case } from '#app/notices/rules/notice.ts'
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
    (amount) => amount !== undefined && (amount === 0 ? 'nothing' : 'amount'),
  ),
  groupPaid: usual('ok', (about) => isComplete(about) && !isGroup('awaitsBalance')(about), {
    variant: ({ released = 0 }) => Number(released) > 0 && 'released',
  }),
  groupFailed: money('warn', (about) => asksFor(about, 'choice'), { text: 'choice' }),
  groupFailedRefunded: money('info', all(hasLeft('dayOver'), isOnItsWay), { refund: 'named' }),
  departedUnpaid: money('danger', all(isGroup('closed'), isTaken, isUnpaid, isOnItsWay)),
  privateUnpaid: money('warn', all(hasLeft('departed'), isOnItsWay), { refund: 'named' }),
  depositReleased: lostDeposit('released'),
  renewalFailed: lostDeposit('held'),
}
