import type { Own } from '#app/domain/group/command.ts'
import type { AnyCommand } from '#app/domain/group/extensions.ts'
import type { Party } from '#app/domain/group/state.ts'
import type { AdminId, TripId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Terms } from './state.ts'

/** Commands only a trip accepts. */
export type TripOwn =
  /** A creator's trip; it opens when their deposit is paid. */
  | ({
      type: 'draftTrip'
      tripId: TripId
      terms: Terms
      party: Party
      consent?: string | null
    } & Own)
  /** For administrators. Refused once someone has paid a balance, or while someone is about to. */
  | { type: 'setBalancePrice'; balancePrice: MinorUnits; by?: AdminId }

/** All commands a trip accepts. */
export type Command = AnyCommand<Party> | TripOwn
