import { CUTOFF_BEFORE_DEPARTURE_MS, DRAFT_MS, HOLD_MS } from '../limits.ts'
import { fail, ok, type Result } from '../result.ts'
import type { Instant } from '../time.ts'
import { checkParty, checkTerms } from './check.ts'
import type { Command } from './command.ts'
import { lapse } from './due.ts'
import type { Event } from './event.ts'
import { firstFlightOf, flightWindowAround } from './flight-window.ts'
import {
  type CarpoolState,
  freeSeats,
  isGroupOpen,
  isListed,
  ownPlace,
  type Participant,
  placeOf,
} from './state.ts'

type Draft = Extract<Command, { type: 'draft' }>

/** A new draft; or the same draft again, whose details may be corrected until it is paid. */
export function decideDraft(state: CarpoolState | null, command: Draft, now: Instant): Result<Event[]> {
  const { terms, party, userId } = command
  const creator = state?.participants[0]
  if (creator && creator.userId !== userId) return fail('notFound')
  if (creator?.seat === 'taken') return fail('alreadyPaid')
  if (creator && creator.seat !== 'held') return fail('holdExpired')
  const refused = checkTerms(terms, party, now)
  if (refused) return refused
  const cutoffAt = terms.carpoolAt - CUTOFF_BEFORE_DEPARTURE_MS
  if (!creator)
    return ok([
      { type: 'drafted', carpoolId: command.carpoolId, terms, cutoffAt, at: now },
      {
        type: 'seatHeld',
        participantId: command.participantId,
        userId,
        party,
        holdExpiresAt: now + DRAFT_MS,
        at: now,
      },
    ])
  const events: Event[] = []
  if (state && !sameTerms(state, terms)) events.push({ type: 'draftChanged', terms, cutoffAt })
  if (!same(creator.party, party)) events.push({ type: 'partyChanged', participantId: creator.id, party })
  return ok(events)
}

type Hold = Extract<Command, { type: 'hold' }>

/** A joiner's hold; said again by the same user, the same hold with the details corrected. */
export function decideHold(state: CarpoolState, command: Hold, now: Instant): Result<Event[]> {
  const { party, userId } = command
  const place = placeOf(state, userId)
  const refused = refuseHold(state, place, party, now)
  if (refused) return refused
  if (place)
    return ok(same(place.party, party) ? [] : [{ type: 'partyChanged', participantId: place.id, party }])
  const { participantId } = command
  return ok([{ type: 'seatHeld', participantId, userId, party, holdExpiresAt: now + HOLD_MS, at: now }])
}

function refuseHold(state: CarpoolState, place: Participant | undefined, party: Party, now: Instant) {
  if (place?.seat === 'taken') return fail('alreadyJoined')
  if (!isListed(state)) return fail(state.status === 'CANCELLED' ? 'notOpen' : 'invalidCarpool')
  if (now >= state.cutoffAt) return fail('cutoffPassed')
  if (isGroupComplete(state)) return fail('carpoolFull', { free: 0 })
  if (!isGroupOpen(state)) return fail('notOpen')
  // Her last hold is being looked at right now; in a moment the seat is hers or free.
  if (place?.seat === 'lapsing') return fail('unavailable', { retryAfterSeconds: 5 })
  const wrong = checkParty(party, state)
  if (wrong) return wrong
  const firstFlight = firstFlightOf(state)
  const window = firstFlight === null ? null : flightWindowAround(firstFlight)
  if (window && (party.flightTime < window.from || party.flightTime > window.to))
    return fail('flightTimeRangeError', window)
  const free = freeSeats(state) + (place?.party.people ?? 0)
  return party.people > free ? fail('carpoolFull', { free }) : null
}

type Party = Hold['party']

const isGroupComplete = (state: CarpoolState) =>
  state.status === 'SUCCESS_PENDING_PAYMENT' || state.status === 'SUCCESS'

type GiveUp = Extract<Command, { type: 'giveUp' }>

/** Drops an unpaid place. One that is paid is not dropped in silence: that is an exit. */
export function decideGiveUp(state: CarpoolState, command: GiveUp): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  if (p.seat === 'taken') return fail('alreadyPaid')
  if (p.seat === 'gone' || p.leaving === 'givenUp') return ok([])
  return ok([lapse(p, 'givenUp')])
}

const same = (a: object, b: object) => stable(a) === stable(b)
const stable = (value: object) => JSON.stringify(value, Object.keys(value).sort())

function sameTerms(state: CarpoolState, terms: Draft['terms']): boolean {
  return (Object.keys(terms) as (keyof typeof terms)[]).every(
    (key) => JSON.stringify(state[key]) === JSON.stringify(terms[key]),
  )
}
