import { remainderOf } from '../group/balance.ts'
import { captureOf, type Effect, type NoticeCode, noticeOf } from '../group/effect.ts'
import { refuseFarFlight } from '../group/flight-window.ts'
import type { Rules } from '../group/rules.ts'
import { confirmedOf } from '../group/state.ts'
import { checkParty } from './check.ts'
import { refuseBalance, refuseExit, refuseRepay, standingOf } from './lifecycle.ts'
import { owedBy } from './pricing.ts'
import type { CarpoolState, CarpoolStatus } from './state.ts'
import { dueOfPlace, nextStatus, statusDue } from './status.ts'

/** What a carpool says for itself. */
export const rules: Rules<CarpoolState> = {
  refuseParty: (state, party, own) =>
    checkParty(party, state) ?? refuseFarFlight(state, party.flightTime, own?.id),
  refuseExit: (state, p, now) => refuseExit(standingOf(state, p), now),
  refuseBalance: (state, p, now) => refuseBalance(standingOf(state, p), now),
  refuseRepay: (state, p, now) => refuseRepay(standingOf(state, p), now),
  owedBy,
  payableUntil: ({ carpoolAt }) => carpoolAt,
  nextStatus,
  statusDue,
  dueOfPlace,
  onStatus,
  noticeParams: ({ id, carpoolAt }) => ({ carpoolId: id, carpoolAt }),
}

/** What a new status of a carpool has to be followed by. */
function onStatus(to: CarpoolStatus, state: CarpoolState): Effect[] {
  const people = confirmedOf(state)
  const tell = (code: NoticeCode) => people.map((p) => noticeOf(rules, state, p, code))
  switch (to) {
    case 'FAILED':
      return tell('groupFailed')
    case 'SUCCESS_PENDING_PAYMENT':
      return [
        ...people.flatMap((p) => captureOf(rules, state, p)),
        ...people.map((p) => {
          // What the price comes to without points: the promise was fixed when the car opened.
          const amount = remainderOf(owedBy(state, p) ?? 0)
          return noticeOf(rules, state, p, 'groupComplete', '', { amount })
        }),
      ]
    case 'SUCCESS':
      return tell('groupPaid')
    case 'PRIVATE':
      return people.flatMap((p) => captureOf(rules, state, p))
    case 'COMPLETED':
      return people.map((p) => ({
        kind: 'earnPoints',
        participantId: p.id,
        userId: p.userId,
        pence: p.deposit.captured + (p.balance.paid ?? 0),
      }))
    case 'CLOSED':
      return state.private
        ? []
        : people
            .filter((p) => p.balance.paid === null)
            .map((p) => noticeOf(rules, state, p, 'departedUnpaid'))
    default:
      return []
  }
}
