import type { UserId } from '#app/domain/id.ts'
import type { Event } from './event.ts'
import type { AnyParty, Group, Place } from './state.ts'

/**
 * What an account that is closed leaves of a person: her people, times and money. Where she lives,
 * what she flew with and the card she let us keep are taken out, of the state and of every event
 * that ever said them, so that no rebuild brings them back.
 */

/** The state without what says who the user is. */
export const forgetInState = <S extends Group>(state: S, userId: UserId): S => ({
  ...state,
  participants: state.participants.map((p) => (p.userId === userId ? forgetInPlace(p) : p)),
})

/**
 * Every place that the user ever had here, by what has happened; also those that the state does not
 * know any more.
 */
export const placesOf = (events: Event[], userId: UserId): Set<string> =>
  new Set(
    events.flatMap((event) =>
      (event.type === 'seatHeld' || event.type === 'privateOpened') && event.userId === userId
        ? [event.participantId]
        : [],
    ),
  )

/**
 * An event without what says who the owner of these places is; one about anybody else is given back
 * as it is.
 */
export function forgetInEvent(event: Event, places: ReadonlySet<string>): Event {
  if (!('participantId' in event) || !places.has(event.participantId)) return event
  switch (event.type) {
    case 'seatHeld':
    case 'partyChanged':
      return { ...event, party: forgetInParty(event.party) }
    case 'privateOpened':
      return {
        ...event,
        party: forgetInParty(event.party),
        deposit: { ...event.deposit, card: null },
      }
    case 'seatTaken':
    case 'depositReplaced':
      return { ...event, card: null }
    default:
      return event
  }
}

const forgetInPlace = (p: Place): Place => ({
  ...p,
  party: forgetInParty(p.party),
  deposit: { ...p.deposit, card: null },
})

/**
 * Each kind of party has both fields, or at least one that has not said them yet has `null` there.
 */
function forgetInParty<P extends AnyParty>(party: P): P {
  const { nLocation, flightNumber } = party as {
    nLocation?: string | null
    flightNumber?: string | null
  }
  return {
    ...party,
    ...(typeof nLocation === 'string' && { nLocation: '' }),
    ...(typeof flightNumber === 'string' && { flightNumber: null }),
  }
}
