import {
  actionFactsOf,
  type ActionFacts as CarFacts,
  refuseBalance,
  refuseConvert,
  refuseRepay,
  repayableUntil,
} from '#app/carpool/rules/permissions.ts'
import { owedBy as owedInCar } from '#app/carpool/rules/pricing.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { remainderOf } from '#app/group/rules/balance.ts'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { DEADLINE_TEXT_MS, hours, minutes } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  refuseBalance as refuseTripBalance,
  type ActionFacts as TripFacts,
  balanceDueOf as tripDueOf,
} from '#app/trip/rules/permissions.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { isNight, nightBefore, nightEndOf } from './reminders.ts'

/** A deadline by which a student must act on a place, or lose money or the seat. */
export type Deadline = {
  toDo: 'deposit' | 'balance' | 'choice'
  by: Instant
  /** Pence of a balance, before points. */
  amount: MinorUnits
}

/** `remaining`: pence to pay after the deposit; null: not known yet. */
type Owing<Facts> = Facts & { remaining: MinorUnits | null }

/** The deposit comes first: without one no balance can be paid. */
export function deadlineInCar(facts: Owing<CarFacts>, now: Instant): Deadline | null {
  if (facts.seat !== 'taken') return null
  if (refuseRepay(facts, now) === null)
    // An open group is decided at its cutoff.
    return {
      toDo: 'deposit',
      by: is(facts.status, 'open') ? facts.cutoffAt : repayableUntil(facts),
      amount: 0,
    }
  const amount = facts.remaining ?? 0
  if (amount > 0 && refuseBalance(facts, now) === null)
    return { toDo: 'balance', by: facts.balanceDueAt, amount }
  return refuseConvert(facts, now) === null
    ? { toDo: 'choice', by: facts.carpoolAt, amount: 0 }
    : null
}

export function deadlineOnTrip(facts: Owing<TripFacts>, now: Instant): Deadline | null {
  const amount = facts.remaining ?? 0
  const owes = facts.seat === 'taken' && amount > 0 && refuseTripBalance(facts, now) === null
  return owes ? { toDo: 'balance', by: facts.balanceDueAt, amount } : null
}

/** The same from the state of a group's object. */
export function deadlineOf(
  state: CarpoolState | TripState,
  id: ParticipantId,
  now: Instant,
): Deadline | null {
  if ('tripName' in state) {
    const p = state.participants.find((one) => one.id === id)
    if (!p) return null
    const { status, cutoffAt, tripStartAt } = state
    const place = { seat: p.seat, paymentStatus: paymentStatusOf(p) }
    const facts = { status, cutoffAt, tripStartAt, balanceDueAt: tripDueOf(state), ...place }
    return deadlineOnTrip(
      { ...facts, remaining: remainderOf(tripRules.owedBy(state, p) ?? 0) },
      now,
    )
  }
  const p = state.participants.find((one) => one.id === id)
  if (!p) return null
  const remaining = remainderOf(owedInCar(state, p) ?? 0)
  return deadlineInCar({ ...actionFactsOf(state, p), remaining }, now)
}

/** A text message that would be sent at night is sent this long before the night. */
const BEFORE_NIGHT_MS = minutes(30)
/** The time a student needs after the night for a message to wait until then. */
const AFTER_NIGHT_MS = hours(1)

/**
 * Whether a text message about a deadline may be sent at `now`: from 3 hours before it or, if that
 * is at night, from shortly before that night. A deadline that becomes known during the night waits
 * for its end, if there is enough time after it.
 */
export function mayTextOf(by: Instant, now: Instant): boolean {
  const from = by - DEADLINE_TEXT_MS
  if (now >= by || now < (isNight(from) ? nightBefore(from) - BEFORE_NIGHT_MS : from)) return false
  return !isNight(now) || by - nightEndOf(now) < AFTER_NIGHT_MS
}
