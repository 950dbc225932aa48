import type { ParticipantId, UserId } from '#app/domain/id.ts'
import { type Group, isOver, type Place } from './state.ts'

/**
 * Why money of a place is not at rest. hold: it is on hold, paid or not. seat: it is taken in a
 * group that is not over. settling: a payment of it has been begun and not decided. returning:
 * money is on its way back to its owner.
 */
export type OpenReason = 'hold' | 'seat' | 'settling' | 'returning'
export type OpenPlace = { participantId: ParticipantId; why: OpenReason }

/**
 * The places of a user in which money is not at rest. An account is not closed while there is one,
 * nor does a group forget its owner.
 */
export const openMoneyOf = (state: Group, userId: UserId): OpenPlace[] =>
  state.participants.flatMap((p) => {
    const why = p.userId === userId ? reasonOf(state, p) : null
    return why ? [{ participantId: p.id, why }] : []
  })

function reasonOf(state: Group, p: Place): OpenReason | null {
  if (p.seat === 'held' || p.seat === 'lapsing') return 'hold'
  if (p.seat === 'taken' && !isOver(state.status)) return 'seat'
  if (p.deposit.status === 'returning' || state.strays.some((s) => s.participantId === p.id))
    return 'returning'
  if (p.seat !== 'taken') return null
  const begun = p.balance.quote !== null && p.balance.paid === null
  return p.deposit.status === 'held' || p.deposit.next !== null || begun ? 'settling' : null
}
