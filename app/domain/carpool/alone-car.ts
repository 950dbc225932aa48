import type { Supplement } from '#app/domain/group/alone-state.ts'
import type { Balance, Deposit } from '#app/domain/group/state.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS } from '#app/domain/limits.ts'
import type { CarpoolOwn } from './command.ts'
import type { CarpoolState, Participant } from './state.ts'

/** A charged deposit, without what only mattered while it was held. */
export const atRest = (deposit: Deposit): Deposit => ({
  ...deposit,
  card: null,
  captureBefore: null,
  renewal: 'none',
})

/** A paid balance. Points that were set aside are known by the place they were set aside for. */
export const fromHere = ({ id, balance }: Participant): Balance => ({
  ...balance,
  placeId: balance.placeId ?? id,
})

/**
 * The private car of a place that has paid the difference. A balance that was not paid is part of
 * the difference, so that it is paid there with nothing of its own.
 */
export function aloneCarOf(
  state: CarpoolState,
  p: Participant,
  supplement: Supplement,
): Extract<CarpoolOwn, { type: 'openPrivate' }> | null {
  const offer = p.alone?.offer
  if (!offer) return null
  const { tripType, airportId, airportName, airportTerminals, prices } = state
  const { carpoolAt } = offer
  const seats = { maxPassengers: p.party.people, carpoolAt }
  const { userId, party, deposit, consent, inFull, heldAt } = p
  const balance = p.balance.paid === null ? { ...p.balance, paid: 0 } : fromHere(p)
  const from = { carpoolId: state.id, participantId: p.id }
  return {
    type: 'openPrivate',
    ...offer.to,
    ...{ userId, party },
    terms: { tripType, airportId, airportName, airportTerminals, prices, ...seats },
    cutoffAt: carpoolAt - CUTOFF_BEFORE_DEPARTURE_MS,
    deposit: atRest(deposit),
    ...(consent && { consent }),
    brought: { from, heldAt, balance, supplement, ...(inFull !== undefined && { inFull }) },
  }
}
