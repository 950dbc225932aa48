import { checkFewer } from '#app/features/fewer/rules/fewer-set.ts'
import { decideChangeFlight } from '#app/features/flights/rules/decide-change.ts'
import { decideMove } from '#app/features/moves/rules/decide-move.ts'
import { decideJoinList } from '#app/features/waitlist/rules/decide-wait.ts'
import { decideDraft } from '#app/group/rules/decide-join.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import {
  findParticipant,
  isStanding,
  lastPlaceOf,
  type Money,
  ownPlace,
} from '#app/group/rules/state.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { checkInfo, checkTerms } from './check.ts'
import type { CarpoolOwn, Command } from './command.ts'
import { earliestChange, inOrder, refuseCompanion } from './flights.ts'
import { actionFactsOf, refuseCancelFailed, refuseConvert, refuseEdit } from './permissions.ts'
import type { CarpoolState, Participant } from './state.ts'

type Say<T extends CarpoolOwn['type']> = Extract<CarpoolOwn, { type: T }>

/** Decides the commands only a carpool has; null for any other. */
export function decideOwn(
  state: CarpoolState | null,
  command: CarpoolOwn,
  now: Instant,
): Result<AnyEvent[]> | null {
  if (command.type === 'draft') return decideCarpoolDraft(state, command, now)
  if (command.type === 'openPrivate') return decideOpenPrivate(state, command, now)
  if (!state) return null
  for (const decide of [decideMove, decideChangeFlight, decideJoinList]) {
    const decided = decide(state, command, now)
    if (decided) return decided
  }
  switch (command.type) {
    case 'editInfo':
      return decideEdit(state, command, now)
    case 'convert':
      return decideConvert(state, command, now)
    case 'cancelFailed':
      return decideCancelFailed(state, command, now)
    default:
      return null
  }
}

/** The cutoff is a day before departure (docs/rules.md#cutoff). */
function decideCarpoolDraft(
  state: CarpoolState | null,
  command: Say<'draft'>,
  now: Instant,
): Result<AnyEvent[]> {
  const { type: _, carpoolId, terms, fewer, ...rest } = command
  const cutoffAt = terms.carpoolAt - CUTOFF_BEFORE_DEPARTURE_MS
  const opening = { type: 'drafted' as const, carpoolId, terms, cutoffAt, at: now }
  return decideDraft(
    state,
    {
      ...rest,
      terms,
      cutoffAt,
      opening,
      refused: checkTerms(terms, rest.party, now) ?? checkFewer(terms, fewer),
    },
    now,
  )
}

/**
 * Corrects travel details while the group is open. The flight must stay in order with the car, on
 * or after the cutoff's day (docs/rules.md#correcting-travel-details), and near the companions'
 * flights.
 */
function decideEdit(
  state: CarpoolState,
  command: Say<'editInfo'>,
  now: Instant,
): Result<AnyEvent[]> {
  const { info } = command
  const p = ownPlace(state, command.participantId, command.userId)
  if (p?.seat !== 'taken') return fail('notFound')
  const refused = refuseEdit(actionFactsOf(state, p), now)
  if (refused) return fail(refused, { context: 'edit' })
  const wrong = checkInfo(info)
  if (wrong) return wrong
  const misfit = refuseFlight(state, p, info.flightTime)
  if (misfit) return misfit
  const party = { ...p.party, ...info }
  const changed = (Object.keys(info) as (keyof typeof info)[]).some(
    (key) => p.party[key] !== info[key],
  )
  return ok(changed ? [{ type: 'partyChanged', participantId: p.id, party }] : [])
}

/**
 * An unchanged flight was valid when it was entered; the others may have changed around it since.
 */
function refuseFlight(
  state: CarpoolState,
  p: Participant,
  flightTime: Instant,
): Result<never> | null {
  if (flightTime === p.party.flightTime) return null
  const from = earliestChange(state)
  if (flightTime < from) return fail('validationFailed', { field: 'flightTime', from })
  if (!inOrder(state.tripType, state.carpoolAt, flightTime))
    return fail('flightTimeOrder', { context: state.tripType })
  return refuseCompanion(state, flightTime, p.id)
}

/** In a failed group: the place continues as a private car. Repeated, it is the same car. */
function decideConvert(
  state: CarpoolState,
  command: Say<'convert'>,
  now: Instant,
): Result<AnyEvent[]> {
  const p = lastPlaceOf(state, command.userId)
  if (!p) return fail('notFound')
  if (p.leaving === 'converted') return ok([])
  if (!isStanding(p) || refuseConvert(actionFactsOf(state, p), now)) return fail('operationExpired')
  return ok([{ type: 'converted', participantId: p.id, to: command.to }])
}

/** In a failed group: the deposit is returned. */
function decideCancelFailed(
  state: CarpoolState,
  { userId }: Say<'cancelFailed'>,
  now: Instant,
): Result<AnyEvent[]> {
  const p = lastPlaceOf(state, userId)
  if (!p) return fail('notFound')
  if (p.leaving === 'cancelled' || p.leaving === 'dayOver') return ok([])
  if (!isStanding(p) || refuseCancelFailed(actionFactsOf(state, p), now))
    return fail('operationExpired')
  return ok([{ type: 'seatLeft', participantId: p.id, reason: 'cancelled' }])
}

/** Opened once; repeated calls find it already open. */
function decideOpenPrivate(
  state: CarpoolState | null,
  { type: _, ...command }: Say<'openPrivate'>,
  now: Instant,
): Result<AnyEvent[]> {
  return ok(state ? [] : [{ type: 'privateOpened', ...command, at: now }])
}

/**
 * The command that opens the private car of a converted place; null: there is none to open. The car
 * has as many seats as the party needs.
 */
export function privateCarOf(state: CarpoolState, participantId: string): Command | null {
  const p = findParticipant(state, participantId)
  if (!p?.convertedTo) return null
  const { tripType, airportId, airportName, airportTerminals, prices, carpoolAt, cutoffAt } = state
  const terms = { tripType, airportId, airportName, airportTerminals, prices, carpoolAt }
  const { deposit, renewal, hold, balance } = p
  // The old group's pending work on the deposit ends with its place there; the new car starts its
  // own.
  const money: Money = {
    deposit,
    renewal: { ...renewal, state: renewal.state === 'closing' ? 'begun' : renewal.state },
    hold: {
      ...hold,
      renewing: hold.renewing === 'failed' ? 'failed' : 'none',
      deadlinePassed: false,
    },
    balance,
  }
  return {
    type: 'openPrivate',
    ...p.convertedTo,
    userId: p.userId,
    terms: { ...terms, maxPassengers: p.party.people },
    cutoffAt,
    party: p.party,
    money,
    ...(p.consent && { consent: p.consent }),
  }
}
