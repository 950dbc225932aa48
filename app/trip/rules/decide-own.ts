import { decideDraft } from '#app/group/rules/decide-join.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { confirmedOf } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import { PRICE_RAISE_NOTICE_MS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { checkParty, checkTerms } from './check.ts'
import type { TripOwn } from './command.ts'
import { balanceDueOf } from './permissions.ts'
import { asksForFlight, type TripState } from './state.ts'

type Say<T extends TripOwn['type']> = Extract<TripOwn, { type: T }>

/** Decides the commands only a trip has; null for any other. */
export function decideOwn(
  state: TripState | null,
  command: TripOwn,
  now: Instant,
): Result<AnyEvent[]> | null {
  if (command.type === 'draftTrip') return decideTripDraft(state, command, now)
  if (command.type !== 'setBalancePrice') return null
  return state ? decideBalancePrice(state, command, now) : fail('notFound')
}

function decideTripDraft(
  state: TripState | null,
  command: Say<'draftTrip'>,
  now: Instant,
): Result<AnyEvent[]> {
  const { type: _, tripId, ...rest } = command
  const { terms, party } = rest
  const { cutoffAt } = terms
  const tooMany =
    party.people > terms.maxPassengers ? fail('validationFailed', { field: 'people' }) : null
  const refused = checkTerms(terms, now) ?? checkParty(party, asksForFlight(terms)) ?? tooMany
  const opening = { type: 'tripDrafted' as const, tripId, terms, cutoffAt, at: now }
  return decideDraft(state, { ...rest, cutoffAt, opening, refused }, now)
}

/** Whether a price is higher than the one members have already joined for. */
export const isRaiseForMembers = (state: TripState, balancePrice: MinorUnits): boolean =>
  balancePrice > state.balancePrice && confirmedOf(state).length > 0

/**
 * The first balance paid fixes the price for everyone (docs/rules.md#a-trips-price). While someone
 * has a balance attempt open they may be paying right now, so the price stays until that attempt
 * has ended.
 */
function decideBalancePrice(
  state: TripState,
  { balancePrice, by }: Say<'setBalancePrice'>,
  now: Instant,
): Result<AnyEvent[]> {
  if (!Number.isSafeInteger(balancePrice) || balancePrice < 0)
    return fail('validationFailed', { field: 'balancePrice' })
  if (balancePrice === state.balancePrice) return ok([])
  if (is(state.status, 'ended') || now >= balanceDueOf(state)) return fail('operationExpired')
  if (state.participants.some((p) => isPaid(p.balance)))
    return fail('alreadyPaid', { context: 'price' })
  if (state.participants.some((p) => p.balance.quote !== null))
    return fail('unavailable', { context: 'price', retryAfterSeconds: 60 })
  // Leaving is free until the cutoff: anyone who joined for less must have time to do so.
  if (isRaiseForMembers(state, balancePrice) && now > state.cutoffAt - PRICE_RAISE_NOTICE_MS)
    return fail('operationExpired', { context: 'priceRaise' })
  const deed = by ? { by, at: now } : {}
  return ok([{ type: 'balancePriceSet', balancePrice, from: state.balancePrice, ...deed }])
}
