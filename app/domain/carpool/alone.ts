import { offerOf, supplementOf } from '#app/domain/group/alone.ts'
import type { GroupCommand } from '#app/domain/group/command.ts'
import type { Event } from '#app/domain/group/event.ts'
import { changeOf } from '#app/domain/group/flights.ts'
import { findParticipant, ownPlace } from '#app/domain/group/state.ts'
import { HOLD_MS } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { AloneCommand, CarpoolOwn } from './command.ts'
import { firstFlightWindow } from './flights.ts'
import { refuseLeaving } from './move.ts'
import { balanceDueOf } from './permissions.ts'
import { pricePerPerson } from './pricing.ts'
import type { CarpoolState, Participant, TripType } from './state.ts'

type Say<T extends AloneCommand['type']> = Extract<AloneCommand, { type: T }>

/** What a car alone costs with the prices of a carpool, in pence. */
export const alonePriceOf = ({ prices }: Pick<CarpoolState, 'prices'>): MinorUnits =>
  pricePerPerson(prices, 1)

/** When a car alone would leave: as long before or after the flight as the old car did. */
export function proposedAlone(state: CarpoolState, p: Participant): Instant {
  const before = changeOf(state, p)?.before.flightTime ?? p.party.flightTime
  return state.carpoolAt + p.party.flightTime - before
}

/** Whether a car alone is in order with a flight and near it, and still to come. */
export function suitsAlone(
  ride: { tripType: TripType; carpoolAt: Instant },
  flightTime: Instant,
  now: Instant,
): boolean {
  const window = firstFlightWindow(ride)
  return ride.carpoolAt > now && flightTime >= window.from && flightTime <= window.to
}

/** Decides the commands about a car alone; null for any other. */
export function decideAlone(
  state: CarpoolState,
  command: GroupCommand | CarpoolOwn,
  now: Instant,
): Result<Event[]> | null {
  switch (command.type) {
    case 'offerAlone':
      return decideOffer(state, command, now)
    case 'withdrawAlone':
      return decideWithdraw(state, command, now)
    case 'agreeAlone':
      return decideAgree(state, command, now)
    default:
      return null
  }
}

/** Offers a car alone. Repeated, it is the same offer; another time replaces it. */
function decideOffer(
  state: CarpoolState,
  { type: _, participantId, seen, ...offer }: Say<'offerAlone'>,
  now: Instant,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  const why = p.moving ? 'settled' : refuseLeaving(state, p, now)
  if (why) return fail('moveRefused', { context: why })
  if (changeOf(state, p)?.version !== seen) return fail('versionConflict', { context: 'flight' })
  const { carpoolAt } = offer
  if (offerOf(state, p, now)?.carpoolAt === carpoolAt) return ok([])
  const { tripType } = state
  if (!suitsAlone({ tripType, carpoolAt }, p.party.flightTime, now))
    return fail('validationFailed', { field: 'carpoolDatetime' })
  const due = p.balance.paid === null ? balanceDueOf(state) : state.carpoolAt
  const until = Math.min(due, state.carpoolAt, carpoolAt)
  const terms = { price: alonePriceOf(state), until, version: seen, at: now }
  return ok([{ type: 'aloneOffered', participantId, ...offer, ...terms }])
}

/** Takes an offer back, unless it has been paid. A payment under way ends at once. */
function decideWithdraw(
  state: CarpoolState,
  { participantId, by }: Say<'withdrawAlone'>,
  now: Instant,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  if (p.supplement) return fail('alreadyPaid')
  return ok(p.alone?.offer ? [{ type: 'aloneWithdrawn', participantId, by, at: now }] : [])
}

/**
 * Its passenger agrees, and may pay from now on. With nothing to pay the place goes at once.
 * Repeated, it is the same payment.
 */
function decideAgree(
  state: CarpoolState,
  { participantId, userId, consent: version, carpoolAt, amount }: Say<'agreeAlone'>,
  now: Instant,
): Result<Event[]> {
  const p = ownPlace(state, participantId, userId)
  if (!p) return fail('notFound')
  if (p.supplement) return ok([])
  const offer = offerOf(state, p, now)
  if (!offer) return fail('operationExpired', { context: 'alone' })
  if (offer.carpoolAt !== carpoolAt || supplementOf(p, offer.price) !== amount)
    return fail('versionConflict', { context: 'alone' })
  const payment = p.alone?.payment
  if (payment) return payment.closing ? fail('unavailable', { retryAfterSeconds: 5 }) : ok([])
  const why = refuseLeaving(state, p, now)
  if (why) return fail('moveRefused', { context: why })
  const consent = { version, at: now }
  const expiresAt = Math.min(now + HOLD_MS, offer.until)
  const agreed: Event = { type: 'aloneAgreed', participantId, amount, consent, expiresAt }
  const paid: Event = { type: 'alonePaid', participantId, amount, at: now }
  return ok(amount === 0 ? [agreed, paid] : [agreed])
}
