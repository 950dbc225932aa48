import type { GroupCommand, Own } from '#app/domain/group/command.ts'
import type { AdminId, TripId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Party, Terms } from './state.ts'

/** What only a trip can be asked. */
export type TripOwn =
  /** A creator's trip; it opens when her deposit is paid. */
  | ({ type: 'draftTrip'; tripId: TripId; terms: Terms; party: Party } & Own)
  /**
   * For those who run the service. Refused once somebody has paid a balance, and while somebody is
   * about to.
   */
  | { type: 'setBalancePrice'; balancePrice: MinorUnits; by?: AdminId }

/** What may be asked of a trip. */
export type Command = GroupCommand<Party> | TripOwn
