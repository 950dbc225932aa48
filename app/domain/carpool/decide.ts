import type { UserId } from '../id.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS, DRAFT_MS, HOLD_MS } from '../limits.ts'
import { fail, ok, type Result } from '../result.ts'
import type { Instant } from '../time.ts'
import { checkParty, checkTerms } from './check.ts'
import type { Command } from './command.ts'
import { dueEvents, lapse, nextStatus } from './due.ts'
import type { Event } from './event.ts'
import { evolve, evolveAll } from './evolve.ts'
import { firstFlightOf, flightWindowAround } from './flight-window.ts'
import { decideSettle } from './settle.ts'
import {
  type CarpoolState,
  findParticipant,
  freeSeats,
  isGroupOpen,
  isListed,
  type Participant,
  placeOf,
} from './state.ts'

export type Decide = typeof decide

/**
 * The rules of a carpool (SPEC sections 4 and 5, DESIGN section 3), pure. Takes the state (null:
 * nothing has happened yet), a command and the time; gives the events that follow, or why it is
 * refused. What time has done by `now` is applied first, so a late alarm changes no answer.
 */
export function decide(state: CarpoolState | null, command: Command, now: Instant): Result<Event[]> {
  const due = state ? withStatus(state, dueEvents(state, now), now) : []
  const current = evolveAll(state, due)
  const decided = decideCommand(current, command, now)
  if (!decided.ok) return decided
  return ok([...due, ...withStatus(current, decided.value, now)])
}

/** The events and the changes of status that follow from them. */
function withStatus(state: CarpoolState | null, events: Event[], now: Instant): Event[] {
  const all = [...events]
  let current = evolveAll(state, events)
  while (current) {
    const to = nextStatus(current, now)
    if (to === current.status) break
    const changed: Event = { type: 'statusChanged', to }
    all.push(changed)
    current = evolve(current, changed)
  }
  return all
}

function decideCommand(state: CarpoolState | null, command: Command, now: Instant): Result<Event[]> {
  if (command.type === 'draft') return decideDraft(state, command, now)
  if (!state) return fail(command.type === 'hold' ? 'invalidCarpool' : 'notFound')
  switch (command.type) {
    case 'hold':
      return decideHold(state, command, now)
    case 'attachIntent':
      return decideAttach(state, command)
    case 'settle':
      return decideSettle(state, command.facts)
    case 'giveUp':
      return decideGiveUp(state, command)
    case 'tick':
      return ok([])
  }
}

type Draft = Extract<Command, { type: 'draft' }>

/** A new draft; or the same draft again, whose details may be corrected until it is paid. */
function decideDraft(state: CarpoolState | null, command: Draft, now: Instant): Result<Event[]> {
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
function decideHold(state: CarpoolState, command: Hold, now: Instant): Result<Event[]> {
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

type Attach = Extract<Command, { type: 'attachIntent' }>

/** The first intent of an attempt stays: whoever comes later with another is told by the unchanged state. */
function decideAttach(state: CarpoolState, command: Attach): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  if (p.deposit.intentId === command.intentId) return ok([])
  if (p.seat === 'taken') return fail('alreadyPaid')
  if (p.seat !== 'held') return fail('holdExpired')
  if (p.deposit.attempt !== command.attempt || p.deposit.intentId !== null) return ok([])
  return ok([{ type: 'intentAttached', participantId: p.id, intentId: command.intentId }])
}

type GiveUp = Extract<Command, { type: 'giveUp' }>

/** Drops an unpaid place. One that is paid is not dropped in silence: that is an exit. */
function decideGiveUp(state: CarpoolState, command: GiveUp): Result<Event[]> {
  const p = ownPlace(state, command.participantId, command.userId)
  if (!p) return fail('notFound')
  if (p.seat === 'taken') return fail('alreadyPaid')
  if (p.seat === 'gone' || p.leaving === 'givenUp') return ok([])
  return ok([lapse(p, 'givenUp')])
}

function ownPlace(state: CarpoolState, participantId: string, userId: UserId): Participant | undefined {
  const p = findParticipant(state, participantId)
  return p?.userId === userId ? p : undefined
}

const same = (a: object, b: object) => stable(a) === stable(b)
const stable = (value: object) => JSON.stringify(value, Object.keys(value).sort())

function sameTerms(state: CarpoolState, terms: Draft['terms']): boolean {
  return (Object.keys(terms) as (keyof typeof terms)[]).every(
    (key) => JSON.stringify(state[key]) === JSON.stringify(terms[key]),
  )
}
