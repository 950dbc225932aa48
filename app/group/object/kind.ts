import type { BookingEnd, BookingRow } from '#app/group/rows/bookings.server.ts'
import type { ParticipantRow } from '#app/group/rows/participants.server.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import type { AnyCommand } from '#app/group/rules/extensions.ts'
import type { Machine } from '#app/group/rules/machine.ts'
import type { Group, PlaceIn } from '#app/group/rules/state.ts'
import type { PaidKind } from '#app/group/service/group-kind.server.ts'
import type { RowFacts } from '#app/group/service/group-rows.server.ts'
import type { GroupRow } from '#db/kinds.ts'

/** Effects that only one kind of group has. */
export type OwnEffect = Extract<Effect, { kind: 'openPrivate' | 'sendPlace' }>

/** What each kind of group provides to its object. */
export type Kind<S extends Group, Command = AnyCommand> = Pick<
  PaidKind<S>,
  'rules' | 'intentFor' | 'pointsParams'
> & {
  /** For the log. */
  name: string
  machine: Machine<S, Command>
  /** The group's row of the read model, and the row of one of its places. */
  rowOf(state: S, facts: RowFacts): GroupRow
  placeRowOf(state: S, place: PlaceIn<S>, version: number): ParticipantRow
  /** The booking record of one of its places; null: there is none. */
  bookingOf(state: S, place: PlaceIn<S>, version: number): BookingRow | BookingEnd | null
  /**
   * Carries out an effect that only this kind has. Returns true when nothing is left to do, or the
   * command that tells the group the result.
   */
  runOwnEffect(effect: OwnEffect, state: S | null): Promise<boolean | AnyCommand>
}

/** The part of a kind that the outbox needs. */
export type OutboxKind = Omit<Kind<Group>, 'machine' | 'name' | 'rules'>
