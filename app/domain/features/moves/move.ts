import { remainderOf } from '#app/domain/group/balance.ts'
import type { Effect } from '#app/domain/group/effect.ts'
import type { Event } from '#app/domain/group/event.ts'
import { noticeOf } from '#app/domain/group/notice-of.ts'
import type { Rules } from '#app/domain/group/rules.ts'
import { confirmedOf, confirmedPeople, type Group, type Place } from '#app/domain/group/state.ts'
import type { MoveEvent, Moves } from './move-event.ts'

/**
 * A place that moves to another group with its money (decision 0086). The old group announces it
 * and freezes the place, the new one accepts or refuses it for good, and the old one then lets it
 * go or keeps it. Every step can be repeated.
 */

/** What is remembered of moves after one more event. */
export function evolveMoves(
  moves: Moves,
  event: MoveEvent | Extract<Event, { type: 'placeMoved' }>,
) {
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

/** What follows from an event of a move; `state`: right after it. */
export function effectsOfMove(rules: Rules, event: MoveEvent | Event, state: Group): Effect[] {
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

  /** A balance that is not paid yet is the new group's, and due with the others'. */
  function asksFor(mover: Place): Effect[] {
    const owed = mover.balance.paid === null ? rules.owedBy(state, mover) : null
    if (owed === null) return []
    const due = { amount: remainderOf(owed), dueAt: rules.payableUntil(state, mover) }
    return [noticeOf(rules, state, mover, 'groupComplete', '', due)]
  }

  /** The others in a complete car hear how many they are now. */
  function toOthers(mover: Place): Effect[] {
    if (!rules.owedBy(state, mover)) return []
    const people = confirmedPeople(state)
    return confirmedOf(state)
      .filter(({ id }) => id !== mover.id)
      .map((other) => noticeOf(rules, state, other, 'peopleChanged', mover.id, { people }))
  }
}
