import { remainderOf } from '#app/group/rules/balance.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import type { Event } from '#app/group/rules/event.ts'
import type { Extension } from '#app/group/rules/extension.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import {
  confirmedOf,
  confirmedPeople,
  findParticipant,
  type Group,
  type Place,
} from '#app/group/rules/state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import {
  MOVES,
  type MoveAnswered,
  type MoveEvent,
  type Moves,
  movesOf,
  movingOf,
} from './move-event.ts'

/**
 * A place that moves to another group with its money (decision 0031). The old group announces it
 * and freezes the place, the new one accepts or refuses it for good, and the old one then lets it
 * go or keeps it. Every step can be repeated.
 */

/** The moves after one more event. */
function evolveMoves(moves: Moves, event: MoveEvent | Extract<Event, { type: 'placeMoved' }>) {
  const { participantId: id } = event
  const { [id]: _, ...moving } = moves.moving
  const { [id]: __, ...refused } = moves.refused
  switch (event.type) {
    case 'moveBegun': {
      const { to, by, at } = event
      return { ...moves, moving: { ...moving, [id]: { to, by, at } }, refused }
    }
    case 'moveRefused': {
      const why = { carpoolId: event.to.carpoolId, why: event.why }
      return { ...moves, moving, refused: { ...refused, [id]: why } }
    }
    case 'placeMoved':
      return { ...moves, moving, refused }
    case 'arrivalRefused':
      return { ...moves, arrivalsRefused: { ...moves.arrivalsRefused, [id]: event.why } }
  }
}

/** The effects of a move's event; `state`: right after it. */
function effectsOfMove(rules: Rules, event: MoveEvent | Event, state: Group): Effect[] {
  if (!('participantId' in event)) return []
  const p = state.participants.find(({ id }) => id === event.participantId)
  if (!p) return []
  switch (event.type) {
    case 'moveBegun':
      return [{ kind: 'sendPlace', participantId: p.id }]
    case 'placeMoved': {
      const { to, by, at } = event
      const action = 'placeMoved'
      const after = { participantId: p.id, to: to.carpoolId, place: to.participantId }
      const entry = { action, at, by, subject: state.id, before: {}, after } as const
      return [{ kind: 'audit', id: `${action}:${to.participantId}`, ...entry }, ...toOthers(p)]
    }
    case 'placeArrived':
      return [noticeOf(rules, state, p, 'placeMoved'), ...asksFor(p), ...toOthers(p)]
    default:
      return []
  }

  /** An unpaid balance is now the new group's, due with the others'. */
  function asksFor(mover: Place): Effect[] {
    const owed = isPaid(mover.balance) ? null : rules.owedBy(state, mover)
    if (owed === null) return []
    const due = { amount: remainderOf(owed), dueAt: rules.payableUntil(state, mover) }
    return [noticeOf(rules, state, mover, 'groupComplete', '', due)]
  }

  /** Notifies the others in a complete car of how many they are now. */
  function toOthers(mover: Place): Effect[] {
    if (!rules.owedBy(state, mover)) return []
    const people = confirmedPeople(state)
    return confirmedOf(state)
      .filter(({ id }) => id !== mover.id)
      .map((other) => noticeOf(rules, state, other, 'peopleChanged', mover.id, { people }))
  }
}

/** The other group's answer. Repeating it has no further effect. */
function decideAnswered(
  state: Group,
  { participantId, to, refused }: MoveAnswered,
  now: Instant,
): Result<(MoveEvent | Event)[]> {
  const p = findParticipant(state, participantId)
  const moving = p && movingOf(state, p)
  if (moving?.to.participantId !== to.participantId) return ok([])
  return ok([
    refused
      ? { type: 'moveRefused', participantId, to, why: refused, at: now }
      : { type: 'placeMoved', participantId, to, by: moving.by, at: now },
  ])
}

/** Commands that change a place or its money. */
const TOUCHES: string[] = [
  ...['attachIntent', 'beginBalance', 'pointsReserved', 'settle'],
  ...['changeFlight', 'settleFlight'],
]

/**
 * Refuses a command that would change a place or its money while another car has not answered its
 * move. Payment events are delivered again later. Returns null if the command need not wait.
 */
function refuseFrozen(state: Group, command: PlaceCommand): Result<never> | null {
  const { moving } = movesOf(state)
  const { participantId } = command.facts ?? command
  const touches = TOUCHES.includes(command.type) && participantId && moving[participantId]
  const ends = command.type === 'cancelGroup' && Object.keys(moving).length > 0
  return touches || ends ? fail('unavailable', { retryAfterSeconds: 5 }) : null
}
type About = { participantId?: string | null }
type PlaceCommand = { type: string; facts?: About } & About

const EVENTS: Record<MoveEvent['type'], true> = {
  moveBegun: true,
  moveRefused: true,
  arrivalRefused: true,
}
const isOfMove = (event: { type: string }): event is MoveEvent => Object.hasOwn(EVENTS, event.type)

/** Places that move to another carpool with everything paid for them (decision 0031). */
export const moves = {
  name: MOVES,
  events: EVENTS,
  evolve: (slice, event, state) =>
    isOfMove(event) || event.type === 'placeMoved' ? evolveMoves(movesOf(state), event) : slice,
  facts: (state) => ({ undecided: Object.keys(movesOf(state).moving) as ParticipantId[] }),
  decide: (_, state, command, now) =>
    command.type === 'moveAnswered'
      ? decideAnswered(state, command, now)
      : refuseFrozen(state, command),
  effects: effectsOfMove,
} satisfies Extension<Moves, MoveEvent, MoveAnswered>
