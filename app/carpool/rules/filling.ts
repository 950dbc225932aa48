import { confirmedPeople, keptSeats, type Place, seatedPeople } from '#app/group/rules/state.ts'
import type { CarpoolState } from './state.ts'

/**
 * What happens to a shared car when a party's deposit arrives. `fills`: the group is complete at
 * that moment, so the deposit is charged and the party cannot leave. `mayFill`: the same, if those
 * holding the other seats have paid by then. `open`: seats are left.
 */
export type Filling = 'fills' | 'mayFill' | 'open'

type Seats = {
  maxPassengers: number
  /**
   * People whose deposit is in, and people who hold seats without one; both exclude the party
   * itself.
   */
  confirmed: number
  onHold: number
  people: number
}

export function fillingOf({ maxPassengers, confirmed, onHold, people }: Seats): Filling {
  if (confirmed + people >= maxPassengers) return 'fills'
  return confirmed + onHold + people >= maxPassengers ? 'mayFill' : 'open'
}

/**
 * The same for a place waiting for its deposit. A car for one party never fills in this sense:
 * nobody else is bound by it.
 */
export function fillingBy(state: CarpoolState, p: Place): Filling {
  if (p.seat !== 'held' || state.private || p.inFull !== undefined) return 'open'
  const { people } = p.party
  const confirmed = confirmedPeople(state)
  const onHold = seatedPeople(state) + keptSeats(state, p.userId) - confirmed - people
  return fillingOf({ maxPassengers: state.maxPassengers, confirmed, onHold, people })
}
