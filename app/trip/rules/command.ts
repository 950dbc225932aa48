import type { Own } from '#app/group/rules/command.ts'
import type { AnyCommand } from '#app/group/rules/extensions.ts'
import type { Party } from '#app/group/rules/state.ts'
import type { AdminId, TripId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
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
