import type { UserId } from '#app/kernel/id.ts'
import { isOfGroup } from './event-types.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import { type Group, type Party, PERSONAL, type Place } from './state.ts'

/**
 * What remains of a person whose account is closed: head counts, times and amounts. Their address,
 * flight and saved card are removed from the state and from every event that contained them, so
 * that no rebuild brings them back.
 */

/** The state without the user's personal details. */
export const forgetInState = <S extends Group>(state: S, userId: UserId): S => ({
  ...state,
  participants: state.participants.map((p) => (p.userId === userId ? forgetInPlace(p) : p)),
})

/**
 * Every place the user ever had here according to the events, including places the state no longer
 * has.
 */
export const placesOf = (events: AnyEvent[], userId: UserId): Set<string> =>
  new Set(
    events.flatMap((event) =>
      isBeginning(event) && event.userId === userId ? [event.participantId] : [],
    ),
  )

/** Whether the event is the first of a place. */
const isBeginning = (event: AnyEvent) =>
  event.type === 'seatHeld' || event.type === 'privateOpened' || event.type === 'placeArrived'

/**
 * An event without the personal details of the owner of these places; an event about anyone else is
 * returned unchanged.
 */
export function forgetInEvent(event: AnyEvent, places: ReadonlySet<string>): AnyEvent {
  if (!isOfGroup(event)) {
    const owner = EXTENSIONS.find(({ events }) => Object.hasOwn(events, event.type))
    return owner?.forget?.(event, places) ?? event
  }
  if (
    event.type === 'groupCancelled' &&
    event.refunds.some((one) => places.has(one.participantId))
  ) {
    // Our words may name them.
    const { note: _, ...rest } = event
    return rest
  }
  if (!('participantId' in event) || !places.has(event.participantId)) return event
  switch (event.type) {
    case 'seatHeld':
    case 'partyChanged':
      return { ...event, party: forgetInParty(event.party) }
    case 'privateOpened':
    case 'placeArrived':
      return {
        ...event,
        party: forgetInParty(event.party),
        money: { ...event.money, hold: { ...event.money.hold, card: null } },
      }
    case 'chargeHeld':
      return { ...event, card: null }
    case 'moneyReturned': {
      const { note: _, ...rest } = event
      return rest
    }
    default:
      return event
  }
}

const forgetInPlace = (p: Place): Place => ({
  ...p,
  party: forgetInParty(p.party),
  hold: { ...p.hold, card: null },
})

/** A detail that was never given stays null. */
const forgetInParty = <P extends Party>(party: P): P => ({
  ...party,
  ...Object.fromEntries(
    Object.entries(PERSONAL).filter(([name]) => (party[name as keyof Party] ?? null) !== null),
  ),
})
