import { confirmedPeople, type Place, seatedPeople } from '#app/domain/group/state.ts'
import type { CarpoolState } from './state.ts'

/**
 * What happens to a shared car when a party's deposit is in. `fills`: the group is complete in that
 * moment, so the deposit is charged and there is no way out. `mayFill`: it is, if those who hold
 * the other seats have paid by then. `open`: seats are left.
 */
export type Filling = 'fills' | 'mayFill' | 'open'

type Seats = {
  maxPassengers: number
  /**
   * People whose deposit is in, and people who hold seats without one; those of the party itself
   * left out.
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
 * The same for a place that waits for its deposit. A car for one party fills in no such sense:
 * nobody else is bound by it.
 */
export function fillingBy(state: CarpoolState, p: Place): Filling {
  if (p.seat !== 'held' || state.private) return 'open'
  const { people } = p.party
  const confirmed = confirmedPeople(state)
  const onHold = seatedPeople(state) - confirmed - people
  return fillingOf({ maxPassengers: state.maxPassengers, confirmed, onHold, people })
}
