import type { Event } from '#app/domain/group/event.ts'
import { findParticipant, type Group } from '#app/domain/group/state.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { type MoveAnswered, type MoveEvent, movesOf, movingOf } from './move-event.ts'

/** The other group's answer. Repeating it has no further effect. */
export function decideAnswered(
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
 * Refuses a command that has to wait: it would change a place, or its money, while another car has
 * not answered its move. Payment events are delivered again later. Null: it need not wait.
 */
export function refuseFrozen(state: Group, command: Touching): Result<never> | null {
  const { moving } = movesOf(state)
  const { participantId } = command.facts ?? command
  const touches = TOUCHES.includes(command.type) && participantId && moving[participantId]
  const ends = command.type === 'cancelGroup' && Object.keys(moving).length > 0
  return touches || ends ? fail('unavailable', { retryAfterSeconds: 5 }) : null
}
type About = { participantId?: string | null }
type Touching = { type: string; facts?: About } & About
