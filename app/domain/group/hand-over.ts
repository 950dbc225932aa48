import type { PlaceEvent } from './event.ts'
import type { Place, PlaceRef } from './state.ts'

/**
 * A place that is in another group from now on. The ids of its payments stay, so that news of them
 * is passed on; the amounts went along.
 */
export function moved(p: Place, to: PlaceRef): Place {
  const deposit = { ...p.deposit, status: 'cancelled', captured: 0 } as const
  const balance = { ...p.balance, quote: null, reserved: false, paid: null }
  return { ...p, seat: 'gone', leaving: 'moved', convertedTo: to, deposit, balance }
}

/** The same place in the group that has taken it in. */
export function arrived(event: Extract<PlaceEvent, { type: 'placeArrived' }>): Place {
  const { participantId: id, userId, party, deposit, balance, heldAt, from, at } = event
  const { consent, inFull } = event
  return {
    ...{ id, userId, party, seat: 'taken', leaving: null, heldAt, holdExpiresAt: at },
    ...{ deposit, balance, convertedTo: null, movedFrom: from },
    ...(consent && { consent }),
    ...(inFull !== undefined && { inFull }),
  }
}
