import { endOfDeparture } from '#app/carpool/rules/permissions.ts'
import type { Case, NoticeParams } from '#app/notices/rules/notice.ts'
import {
  all,
  hasLeft,
  isAhead,
  isComplete,
  isGoing,
  isGroup,
  isOnItsWay,
  isOpen,
  isTaken,
  money,
  owes,
  placeFactsOf,
  startOf,
  usual,
} from '#app/notices/rules/notice-truth.ts'
import { depositPartOf } from './balance.ts'
import { is } from './status.ts'

/** `inFull` 1: deposit and balance of a released seat, in one payment of `amount`. */
type TakenParams = NoticeParams & { amount: number; inFull?: 1; until?: number }

/** An unpaid place was lost and its owner has not come back. */
const isOut = (about: Case) =>
  placeFactsOf(about)?.seat === 'gone' && placeFactsOf(about)?.back === false
const isKept = (about: Case) => placeFactsOf(about)?.kept === about.params.amount
const inFullVariant = ({ inFull }: NoticeParams) => inFull !== undefined && 'full'

/**
 * A group goes ahead: it asks for the balance, or (`amount` 0) says that there is none. Older ones
 * have no amount.
 */
export const goesAhead = (variant: (params: NoticeParams) => string | false) =>
  money('ok', (about) => owes(about) || (about.params.amount === 0 && isComplete(about)), {
    text: 'balance',
    subject: 'complete',
    variant,
    lines(_, facts) {
      const { kept = 0, remaining = null } = placeFactsOf(facts) ?? {}
      return { depositPaid: kept || undefined, balanceLeft: remaining ?? undefined }
    },
  })

/** Receipts of what the student has just paid or taken back. */
const receipts = {
  // Over once the group is complete or the deposit is charged: later notices say more.
  placeTaken: usual<TakenParams>(
    'ok',
    (about) =>
      isGoing(about) &&
      (about.car === null ||
        about.params.inFull !== undefined ||
        (is(about.car.status, 'open') && about.car.depositStatus === 'held')),
    {
      receipt: true,
      variant: inFullVariant,
      pastVariant: ({ inFull }) => inFull !== undefined && 'past_full',
      lines({ amount = 0, inFull, until }, { car }) {
        if (inFull !== undefined) {
          const depositPaid = depositPartOf(amount)
          return { depositPaid, balancePaid: amount - depositPaid, sum: amount }
        }
        return car?.depositStatus === 'held'
          ? { held: amount, charged: 0, heldUntil: until }
          : { depositPaid: amount }
      },
    },
  ),
  balancePaid: usual<NoticeParams & { amount: number; deducted?: number }>(
    'ok',
    (about) => isGoing(about) && placeFactsOf(about)?.paymentStatus === 'PAID',
    {
      receipt: true,
      variant: ({ tripId, amount }) => tripId === undefined && amount === 0 && 'points',
      lines({ amount = 0, deducted }, facts) {
        const deposit = placeFactsOf(facts)?.kept || undefined
        const sum = deposit && deposit + amount
        return { depositPaid: deposit, balancePaid: amount, sum, points: deducted || undefined }
      },
    },
  ),
  placeLeft: usual('info', all(hasLeft('exited', 'cancelled'), isOnItsWay), {
    receipt: true,
    refund: 'listed',
  }),
}

export const groupNotices = {
  ...receipts,
  holdExpired: usual('info', all(isOut, isOpen)),
  holdExpiredReleased: money('warn', all(isOut, isAhead), { variant: inFullVariant }),
  // The text names the kept amount, which may have been refunded since.
  placeReleased: money('warn', all(hasLeft('unpaid'), isKept, isOnItsWay), {
    variant({ tripId, amount }, { car }) {
      if (tripId !== undefined) return false
      // A car that nobody has paid for does not go.
      return amount === 0 ? 'nothing' : car !== null && is(car.status, 'closed') && 'closed'
    },
  }),
  // In a carpool it is about payments still being checked; a trip simply goes on.
  othersReleased: usual(
    'info',
    (about) => isComplete(about) && (about.car === null || isGroup('awaitsBalance')(about)),
  ),
  placeRefunded: money<NoticeParams>('info', all(hasLeft('refunded'), isOnItsWay), {
    refund: 'listed',
    variant: ({ tripId, amount, part }) =>
      tripId === undefined && (part === 'deposit' ? part : amount === 0 && 'points'),
  }),
  // Its text says that nothing else has changed.
  moneyReturned: money(
    'info',
    (about) => (isTaken(about) || hasLeft('unpaid')(about)) && isOnItsWay(about),
    { refund: 'listed' },
  ),
  balanceReturned: money('info', isOnItsWay, { refund: 'named' }),
  groupCancelled: money(
    'warn',
    (about) =>
      isGroup('cancelled')(about) &&
      !about.isRefundOwed &&
      (isOnItsWay(about) || about.now < endOfDeparture(startOf(about))),
    { refund: 'named' },
  ),
}
