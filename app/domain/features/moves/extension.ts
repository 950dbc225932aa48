import type { Extension } from '#app/domain/group/extension.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import { decideAnswered, refuseFrozen } from './answers.ts'
import { effectsOfMove, evolveMoves } from './move.ts'
import { MOVES, type MoveAnswered, type MoveEvent, type Moves, movesOf } from './move-event.ts'

const EVENTS: Record<MoveEvent['type'], true> = {
  moveBegun: true,
  moveRefused: true,
  arrivalRefused: true,
}
const isOfMove = (event: { type: string }): event is MoveEvent => Object.hasOwn(EVENTS, event.type)

/** Places that move to another carpool with everything paid for them (decision 0086). */
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
