import { remainderOf } from '#app/group/rules/balance.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import { captureOf } from '#app/group/rules/effects-of.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import { balanceLeftOf } from '#app/group/rules/outside.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import {
  confirmedOf,
  confirmedPeople,
  isPlaceUndecided,
  isUndecided,
} from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { leftOf } from '#app/payments/rules/ledger.ts'
import { checkParty } from './check.ts'
import { isInTime, refuseCompanion, refuseMissed } from './flights.ts'
import {
  actionFactsOf,
  balanceDueOf,
  refuseBalance,
  refuseExit,
  refuseRepay,
  releasedUntilOf,
  repayableUntil,
} from './permissions.ts'
import { basePriceOf, owedBy } from './pricing.ts'
import type { CarpoolState, CarpoolStatus, Participant } from './state.ts'
import { dueOfPlace, nextStatus, statusDue } from './status.ts'

/** The rules of a carpool. */
export const rules: Rules<CarpoolState> = {
  refuseParty: (state, party, own) =>
    checkParty(party, state) ??
    refuseCompanion(state, party.flightTime, own?.id) ??
    refuseMissed(state, party.flightTime),
  refuseExit: (state, p, now) => refuseExit(actionFactsOf(state, p), now),
  refuseBalance: (state, p, now) => refuseBalance(actionFactsOf(state, p), now),
  refuseRepay: (state, p, now) => refuseRepay(actionFactsOf(state, p), now),
  owedBy,
  pricesOf: (state) => (state.private ? null : state.prices),
  payableUntil: (state, p) => repayableUntil(actionFactsOf(state, p)),
  releasedUntil: (state) => (state.private ? null : releasedUntilOf(state)),
  earnsPoints: true,
  departureAt: ({ carpoolAt }) => carpoolAt,
  isInTime: ({ tripType }, { party }, meetAt) => isInTime(tripType, party.flightTime, meetAt),
  nextStatus,
  statusDue,
  dueOfPlace,
  onStatus,
  onReleased,
  onTaken,
  ownReasons: ['exited', 'cancelled'],
  noticeParams: ({ id, carpoolAt }) => ({ carpoolId: id, carpoolAt }),
}

/** The effects that follow from a carpool's new status. */
function onStatus(to: CarpoolStatus, state: CarpoolState): Effect[] {
  const people = confirmedOf(state)
  const notifyAll = (code: NoticeCode) => people.map((p) => noticeOf(rules, state, p, code))
  switch (to) {
    case 'FAILED':
      return notifyAll('groupFailed')
    case 'SUCCESS_PENDING_PAYMENT':
      return [
        ...people.flatMap((p) => captureOf(rules, state, p)),
        ...people.flatMap((p) => {
          // A place that moved here may have paid already.
          if (isPaid(p.balance)) return []
          // The balance before points; the prices were fixed when the car opened.
          const amount = remainderOf(owedBy(state, p) ?? 0)
          return noticeOf(rules, state, p, 'groupComplete', '', {
            amount,
            dueAt: balanceDueOf(state),
            ...(state.openedFor && {
              people: state.maxPassengers,
              of: state.openedFor,
              price: basePriceOf(state),
            }),
          })
        }),
      ]
    case 'SUCCESS':
      return people.map((p) =>
        noticeOf(rules, state, p, 'groupPaid', '', {
          // Seats that somebody has taken since do not count.
          released: state.maxPassengers - confirmedPeople(state),
        }),
      )
    case 'PRIVATE':
      return people.flatMap((p) => captureOf(rules, state, p))
    case 'COMPLETED':
      return people.map((p) => ({
        kind: 'earnPoints',
        participantId: p.id,
        userId: p.userId,
        pence: leftOf(state, p.deposit.intentId, p.deposit.paid) + balanceLeftOf(state, p),
      }))
    default:
      return []
  }
}

/**
 * Only while it is still open whether the others will pay; after that the new status tells them.
 */
function onReleased(state: CarpoolState): Effect[] {
  if (!isUndecided(state)) return []
  return confirmedOf(state)
    .filter((p) => isPaid(p.balance) || isPlaceUndecided(state, p))
    .map((p) => noticeOf(rules, state, p, 'othersReleased'))
}

/** The others are notified of each place taken; for the last one, of the group's completion. */
function onTaken(state: CarpoolState, p: Participant): Effect[] {
  if (!is(state.status, 'open') || confirmedPeople(state) >= state.maxPassengers) return []
  return confirmedOf(state)
    .filter((other) => other.id !== p.id)
    .map((other) => noticeOf(rules, state, other, 'somebodyJoined', p.id))
}
