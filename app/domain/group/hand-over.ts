import type { PlaceEvent } from './event.ts'
import type { Place, PlaceRef } from './state.ts'

/**
 * A place that is in another group from now on. The ids of its payments stay, so that news of them
 * is passed on; the amounts went along.
 */
export function moved(p: Place, to: PlaceRef): Place {
  const gone = { state: 'void', quote: null, paid: 0 } as const
  const [deposit, balance] = [
    { ...p.deposit, ...gone },
    { ...p.balance, ...gone },
  ]
  return { ...p, seat: 'gone', leaving: 'moved', convertedTo: to, deposit, balance }
}

/** The same place in the group that has taken it in. */
export function arrived(event: Extract<PlaceEvent, { type: 'placeArrived' }>): Place {
  const { participantId: id, userId, party, money, heldAt, from, at } = event
  const { consent, inFull } = event
  return {
    ...{ id, userId, party, seat: 'taken', leaving: null, heldAt, holdExpiresAt: at },
    ...{ ...money, convertedTo: null, movedFrom: from },
    ...(consent && { consent }),
    ...(inFull !== undefined && { inFull }),
  }
}
