import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import { isBegun } from '#app/payments/rules/charge.ts'
import type { Group, Place } from './state.ts'
import { is } from './status.ts'

/**
 * Why a place has unsettled money. hold: the place is on hold, paid or not. seat: it is taken in a
 * group that is not over, or waits for its owner's choice. settling: a payment has been begun and
 * is undecided. returning: money is on its way back to its owner. owed: a refund has failed.
 */
export type OpenReason = 'hold' | 'seat' | 'settling' | 'returning' | 'owed'
export type OpenPlace = { participantId: ParticipantId; why: OpenReason }

/**
 * The user's places with unsettled money. While there is one, the account cannot be closed and no
 * group forgets its owner.
 */
export const openMoneyOf = (state: Group, userId: UserId): OpenPlace[] =>
  state.participants.flatMap((p) => {
    const why = p.userId === userId ? reasonOf(state, p) : null
    return why ? [{ participantId: p.id, why }] : []
  })

function reasonOf(state: Group, p: Place): OpenReason | null {
  if (p.seat === 'held' || p.seat === 'lapsing') return 'hold'
  if (p.seat === 'out' || (p.seat === 'taken' && !is(state.status, 'over'))) return 'seat'
  if (p.deposit.state === 'returning' || state.strays.some((s) => s.participantId === p.id))
    return 'returning'
  if (p.seat !== 'taken') return null
  const isPaying = isBegun(p.balance) || isBegun(p.renewal)
  return p.deposit.state === 'held' || isPaying ? 'settling' : null
}
