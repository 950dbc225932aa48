import { remainderOf } from '#app/domain/group/balance.ts'
import type { Effect } from '#app/domain/group/effect.ts'
import { noticeOf } from '#app/domain/group/notice-of.ts'
import type { Rules } from '#app/domain/group/rules.ts'
import { confirmedOf, confirmedPeople, type Group, type Place } from '#app/domain/group/state.ts'
import type { MoveEvent } from './move-event.ts'

/**
 * A place that moves to another group with its money (decision 0086). The old group announces it
 * and freezes the place, the new one accepts or refuses it for good, and the old one then lets it
 * go or keeps it. Every step can be repeated.
 */

/** The state after an event of a move. */
export function evolveMove(state: Group, event: MoveEvent): Group {
  switch (event.type) {
    case 'placeArrived':
      return arrived(state, event)
    case 'arrivalRefused': {
      const refusedArrivals = { ...state.refusedArrivals, [event.participantId]: event.why }
      return { ...state, refusedArrivals }
    }
    default: {
      const after = (p: Place) => (p.id === event.participantId ? ofPlace(p, event) : p)
      return { ...state, participants: state.participants.map(after) }
    }
  }
}

type OfPlace = Exclude<MoveEvent, { type: 'placeArrived' | 'arrivalRefused' }>

function ofPlace({ moving: _, refusedMove, ...p }: Place, event: OfPlace): Place {
  const { to, at } = event
  switch (event.type) {
    case 'moveBegun':
      return { ...p, moving: { to, by: event.by, at } }
    case 'moveRefused':
      return { ...p, refusedMove: { carpoolId: to.carpoolId, why: event.why } }
    case 'placeMoved': {
      // The ids of its payments stay, so that news of them is passed on; the amounts went along.
      const deposit = { ...p.deposit, status: 'cancelled', captured: 0 } as const
      const balance = { ...p.balance, quote: null, reserved: false, paid: null }
      return { ...p, seat: 'gone', leaving: 'moved', convertedTo: to, deposit, balance }
    }
  }
}

function arrived(state: Group, event: Extract<MoveEvent, { type: 'placeArrived' }>): Group {
  const { participantId: id, userId, party, deposit, balance, heldAt, from, at } = event
  const { consent, inFull } = event
  const place: Place = {
    ...{ id, userId, party, seat: 'taken', leaving: null, heldAt, holdExpiresAt: at },
    ...{ deposit, balance, convertedTo: null, movedFrom: from },
    ...(consent && { consent }),
    ...(inFull !== undefined && { inFull }),
  }
  return { ...state, participants: [...state.participants, place] }
}

/** What follows from an event of a move; `state`: right after it. */
export function effectsOfMove(rules: Rules, event: MoveEvent, state: Group): Effect[] {
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
