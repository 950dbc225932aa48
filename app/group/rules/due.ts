import { RENEW_BEFORE_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isPaid, lost } from '#app/payments/rules/charge.ts'
import type { PlaceEvent } from './event.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import type { DueEvent, Rules } from './rules.ts'
import { type Group, isPlaceUndecided, isStanding, type Place } from './state.ts'
import { is } from './status.ts'

/** When a hold ends: at the group's cutoff at the latest, which older holds may exceed. */
const holdEnd = (state: Group, p: Place): Instant =>
  is(state.status, 'open') ? Math.min(p.holdExpiresAt, state.cutoffAt) : p.holdExpiresAt

/** What time does to the hold of an unpaid place. */
function dueOfHold(rules: Rules, state: Group, p: Place): DueEvent[] {
  // A payment for released seats that became known only after the car left is refunded.
  if (p.seat === 'lapsing' && p.inFull !== undefined && p.leaving === 'expired') {
    const event = { type: 'holdLapsing', participantId: p.id, reason: 'departed' } as const
    return [{ at: rules.departureAt(state), event }]
  }
  if (p.seat !== 'held') return []
  const at = holdEnd(state, p)
  const isCutoff = is(state.status, 'open') && at >= state.cutoffAt
  return [{ at, event: lapse(p, isCutoff ? 'cutoff' : 'expired') }]
}

/**
 * The deposit's hold at the bank: renewed before the bank releases it, and checked once the bank's
 * deadline has passed.
 */
function dueOfDeposit(rules: Rules, state: Group, p: Place): DueEvent[] {
  const { captureBefore, deadlinePassed, card, renewing, replacedAt } = p.hold
  if (p.deposit.state !== 'held' || captureBefore === null) return []
  const due: DueEvent[] = []
  const participantId = p.id
  if (!deadlinePassed)
    due.push({ at: captureBefore, event: { type: 'depositDeadlinePassed', participantId } })
  // Some holds are shorter than our lead time; at least don't renew those over and over.
  const renewAt = Math.max(captureBefore - RENEW_BEFORE_MS, (replacedAt ?? 0) + RENEW_BEFORE_MS)
  if (
    card &&
    p.seat === 'taken' &&
    renewing === 'none' &&
    p.renewal.intentId === null &&
    is(state.status, 'keepsDeposit') &&
    renewAt < rules.payableUntil(state, p)
  )
    due.push({ at: renewAt, event: { type: 'renewalDue', participantId } })
  return due
}

/**
 * An attempt to pay the balance ends when its time is up or balances are due; a replacement deposit
 * ends when it would no longer be of use.
 */
function dueOfTries(rules: Rules, state: Group, p: Place): DueEvent[] {
  const due: DueEvent[] = []
  const participantId = p.id
  const end = rules.payableUntil(state, p)
  // What the saved card was charged is known first.
  if (p.balance.state === 'begun' && !(p.id in state.facts.charging)) {
    const { expiresAt, intentId } = p.balance
    const change = intentId ? ({ type: 'chargeClosing' } as const) : lost(p.balance)
    const event = { ...change, participantId, slot: 'balance' } as const
    due.push({ at: Math.min(expiresAt ?? end, end), event })
  }
  if (p.renewal.state === 'begun') {
    const event = { type: 'chargeClosing', participantId, slot: 'renewal' } as const
    due.push({ at: isPaid(p.deposit) ? 0 : end, event })
  }
  return due
}

/**
 * A place whose balance is unpaid when due is released, once every payment begun for it has been
 * checked.
 */
export const releaseOf = (state: Group, p: Place, at: Instant): DueEvent[] =>
  isPlaceUndecided(state, p)
    ? []
    : [{ at, event: { type: 'seatLeft', participantId: p.id, reason: 'unpaid' } }]

const dues = (rules: Rules, state: Group): DueEvent[] =>
  state.participants.flatMap((p) => [
    ...dueOfHold(rules, state, p),
    ...(isStanding(p)
      ? [
          ...dueOfDeposit(rules, state, p),
          ...dueOfTries(rules, state, p),
          ...rules.dueOfPlace(state, p),
        ]
      : []),
  ])

/** The due times of the group's features. */
const duesOfFeatures = (rules: Rules, state: Group) =>
  EXTENSIONS.flatMap(({ due }) => due?.(rules, state) ?? [])

/** When this group next changes through time alone; null: never. */
export function nextDue(rules: Rules, state: Group): Instant | null {
  const times = [
    ...dues(rules, state).map(({ at }) => at),
    ...rules.statusDue(state),
    ...duesOfFeatures(rules, state).map(({ at }) => at),
  ]
  return times.length > 0 ? Math.min(...times) : null
}

/**
 * What has become due by `now`, in order. Only the first event per place, since it may make the
 * others obsolete.
 */
export function dueEvents(rules: Rules, state: Group, now: Instant): AnyEvent[] {
  const seen = new Set<string>()
  const ofPlaces = dues(rules, state)
    .filter(({ at }) => at <= now)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ event }) => {
      if (seen.has(event.participantId)) return []
      seen.add(event.participantId)
      return [event]
    })
  // Places come first, so that whoever leaves at this moment gets no notice.
  if (ofPlaces.length > 0) return ofPlaces
  return duesOfFeatures(rules, state).flatMap(({ at, event }) => (at <= now && event ? event : []))
}

/**
 * Ends a hold. Without a payment intent nobody can have paid, so the seat is free at once. With
 * one, the payment is checked first; otherwise the seat could be sold while its money is still in
 * flight.
 */
export function lapse(
  p: Place,
  reason: 'expired' | 'cutoff' | 'givenUp' | 'groupCancelled',
): PlaceEvent {
  return p.deposit.intentId === null
    ? { type: 'seatFreed', participantId: p.id, reason, authorised: false }
    : { type: 'holdLapsing', participantId: p.id, reason }
}
