import { RENEW_BEFORE_MS } from '../limits.ts'
import type { Instant } from '../time.ts'
import type { Event, PlaceEvent } from './event.ts'
import { endOfDeparture, keepsDeposit } from './lifecycle.ts'
import { owedBy, remainderOf } from './pricing.ts'
import { type CarpoolState, isGroupOpen, type Participant } from './state.ts'

/** Something that time does to one place: when, and what happens then. */
type Due = { at: Instant; event: PlaceEvent }

/** When a hold stops being good: its own end, or the group's cutoff if that is earlier. */
const holdEnd = (state: CarpoolState, p: Participant): Instant =>
  isGroupOpen(state) ? Math.min(p.holdExpiresAt, state.cutoffAt) : p.holdExpiresAt

/** Departure is decided here: balances are due until then. */
const awaitsDeparture = ({ status }: CarpoolState): boolean =>
  status === 'SUCCESS_PENDING_PAYMENT' ||
  status === 'SUCCESS' ||
  status === 'PRIVATE_PENDING_PAYMENT' ||
  status === 'PRIVATE'

/** The hold of a place nobody has paid yet. */
function dueOfHold(state: CarpoolState, p: Participant): Due[] {
  if (p.seat !== 'held') return []
  const at = holdEnd(state, p)
  return [{ at, event: lapse(p, at === p.holdExpiresAt ? 'expired' : 'cutoff') }]
}

/** The deposit's hold at the bank: to be renewed before the bank lets go, and to be looked at when it has. */
function dueOfDeposit(state: CarpoolState, p: Participant): Due[] {
  const { status, captureBefore, deadlinePassed, card, renewal, next, replacedAt } = p.deposit
  if (status !== 'held' || captureBefore === null) return []
  const due: Due[] = []
  const participantId = p.id
  if (!deadlinePassed)
    due.push({ at: captureBefore, event: { type: 'depositDeadlinePassed', participantId } })
  // Some holds are shorter than the time we like to have: then at least not over and over.
  const renewAt = Math.max(captureBefore - RENEW_BEFORE_MS, (replacedAt ?? 0) + RENEW_BEFORE_MS)
  if (card && renewal === 'none' && !next && keepsDeposit(state.status) && renewAt < state.carpoolAt)
    due.push({ at: renewAt, event: { type: 'renewalDue', participantId } })
  return due
}

/** A try to pay the balance ends with its time or with departure; a new deposit in the making with departure. */
function dueOfTries(state: CarpoolState, p: Participant): Due[] {
  const due: Due[] = []
  const participantId = p.id
  const { quote, paid, closing, expiresAt, intentId, attempt } = p.balance
  if (quote && paid === null && !closing)
    due.push({
      at: Math.min(expiresAt ?? state.carpoolAt, state.carpoolAt),
      event: intentId
        ? { type: 'balanceClosing', participantId }
        : { type: 'balanceLost', participantId, attempt, points: quote.points },
    })
  const { next, status } = p.deposit
  const over = status === 'captured' ? 0 : state.carpoolAt
  if (next && !next.closing) due.push({ at: over, event: { type: 'nextClosing', participantId } })
  return due
}

/** What a settled state asks for without any time passing. */
function dueOfState(state: CarpoolState, p: Participant): Due[] {
  const now = 0
  const participantId = p.id
  if (state.status === 'FAILED')
    return [
      { at: endOfDeparture(state.carpoolAt), event: { type: 'seatLeft', participantId, reason: 'dayOver' } },
    ]
  // Nobody has a car that was never paid, so nobody owes for it.
  if (state.status === 'CLOSED' && state.private && p.balance.paid === null)
    return [{ at: now, event: { type: 'seatLeft', participantId, reason: 'departed' } }]
  if (awaitsDeparture(state) && p.balance.paid === null && p.balance.quote === null) {
    const owed = owedBy(state, p)
    // The deposit has paid it all.
    if (owed !== null && remainderOf(owed) === 0)
      return [{ at: now, event: { type: 'balancePaid', participantId, amount: 0 } }]
  }
  return []
}

const dues = (state: CarpoolState): Due[] =>
  state.participants.flatMap((p) => [
    ...dueOfHold(state, p),
    ...(p.seat === 'taken'
      ? [...dueOfDeposit(state, p), ...dueOfTries(state, p), ...dueOfState(state, p)]
      : []),
  ])

/**
 * When time alone will next change this carpool; null: never. While a payment has to be looked at
 * first, the cutoff and departure wait for the answer and not for time.
 */
export function nextDue(state: CarpoolState): Instant | null {
  const times = dues(state).map(({ at }) => at)
  if (isGroupOpen(state) && !state.participants.some((p) => p.seat === 'lapsing')) times.push(state.cutoffAt)
  if (awaitsDeparture(state) && !isUndecided(state)) times.push(state.carpoolAt)
  return times.length > 0 ? Math.min(...times) : null
}

/** What has become due by `now`, in the order in which it did; for one place the first alone, since it may overtake the others. */
export function dueEvents(state: CarpoolState, now: Instant): Event[] {
  const seen = new Set<string>()
  return dues(state)
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ event }) => {
      if (seen.has(event.participantId)) return []
      seen.add(event.participantId)
      return [event]
    })
}

/**
 * Ends a hold. Without a payment intent nobody can have paid, so the seat is free at once; with
 * one, the payment is looked at first, or the seat could be sold while its money is under way.
 */
export function lapse(p: Participant, reason: 'expired' | 'cutoff' | 'givenUp'): PlaceEvent {
  return p.deposit.intentId === null
    ? { type: 'seatFreed', participantId: p.id, reason, authorised: false }
    : { type: 'holdLapsing', participantId: p.id, reason }
}

/** Whether a payment that departure depends on has not been decided: it was begun, or is being captured. */
function isUndecided(state: CarpoolState): boolean {
  return state.participants.some((p) => {
    if (p.seat !== 'taken') return false
    const begun = (p.balance.quote !== null && p.balance.paid === null) || p.deposit.next !== null
    return begun || (p.deposit.status === 'held' && state.status !== 'PRIVATE_PENDING_PAYMENT')
  })
}

/**
 * Where the status goes from here, given everything else. At the cutoff and at departure nothing is
 * decided while a payment is undecided.
 */
export function nextStatus(state: CarpoolState, now: Instant): CarpoolState['status'] {
  const confirmed = peopleIn(state, 'taken')
  const seated = confirmed + peopleIn(state, 'held') + peopleIn(state, 'lapsing')
  const departed = now >= state.carpoolAt && !isUndecided(state)
  // A group whose last payment only becomes known after departure could not pay its balances any more: it fails.
  const complete = confirmed === state.maxPassengers && now < state.carpoolAt
  switch (state.status) {
    case 'PENDING':
      if (seated === 0) return 'CANCELLED'
      if (confirmed === 0) return 'PENDING'
      if (state.private) return 'PRIVATE_PENDING_PAYMENT'
      return complete ? 'SUCCESS_PENDING_PAYMENT' : 'OPEN'
    case 'OPEN':
    case 'FULL':
      if (seated === 0) return 'CANCELLED'
      if (complete) return 'SUCCESS_PENDING_PAYMENT'
      if (now >= state.cutoffAt && seated === confirmed) return 'FAILED'
      return seated >= state.maxPassengers ? 'FULL' : 'OPEN'
    case 'SUCCESS_PENDING_PAYMENT':
      if (everyone(state, (p) => p.balance.paid !== null)) return 'SUCCESS'
      return departed ? 'CLOSED' : state.status
    case 'PRIVATE_PENDING_PAYMENT':
      if (seated === 0) return 'CANCELLED'
      if (everyone(state, (p) => p.balance.paid !== null)) return 'PRIVATE'
      return departed ? 'CLOSED' : state.status
    case 'SUCCESS':
    case 'PRIVATE':
      if (!departed) return state.status
      return everyone(state, (p) => p.deposit.status === 'captured') ? 'COMPLETED' : 'CLOSED'
    default:
      return state.status
  }
}

const everyone = (state: CarpoolState, is: (p: Participant) => boolean): boolean =>
  state.participants.every((p) => p.seat !== 'taken' || is(p))
const peopleIn = (state: CarpoolState, seat: Participant['seat']): number =>
  state.participants.reduce((sum, p) => (p.seat === seat ? sum + p.party.people : sum), 0)
