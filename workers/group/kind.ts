import type { BatchItem } from 'drizzle-orm/batch'
import type { GroupCommand } from '#app/domain/group/command.ts'
import type { Effect } from '#app/domain/group/effect.ts'
import type { Machine } from '#app/domain/group/machine.ts'
import type { Group, PlaceIn } from '#app/domain/group/state.ts'
import type { Instant } from '#app/domain/time.ts'
import type { PlaceIntentFor } from '#app/services/payments/payments.server.ts'
import type { Db } from '#db/db.ts'
import type { CarpoolOfPoints } from '#db/queries/points.ts'
import type { StuckRow } from '#db/schema.ts'

/** What a group writes to the read model. */
export type Projection<S extends Group> = {
  db: Db
  state: S
  /** The places that have changed. */
  people: PlaceIn<S>[]
  /** Places that are no longer in the group's state. */
  forgotten: string[]
  version: number
  nextDueAt: Instant | null
  stuck: StuckRow[]
}

/** Effects that only one kind of group has. */
export type OwnEffect = Extract<Effect, { kind: 'openPrivate' }>

/** What each kind of group provides to its object. */
export type Kind<S extends Group, Command = GroupCommand> = {
  /** For the log. */
  name: string
  machine: Machine<S, Command>
  /** The writes that bring D1 up to date. */
  project(projection: Projection<S>): BatchItem<'sqlite'>[]
  /** Parameters for the text of earned points; null if this kind earns none. */
  pointsParams(state: S): CarpoolOfPoints | null
  /** What to create when a place's deposit hold is renewed. */
  renewalFor(state: S, place: PlaceIn<S>, attempt: number): PlaceIntentFor
  /**
   * Carries out an effect that only this kind has. Returns true when there is nothing left to do
   * about it.
   */
  pursueOwn(effect: OwnEffect, state: S | null): Promise<boolean>
}

/** The part of a kind that the outbox needs. */
export type OutboxKind = Pick<Kind<Group>, 'project' | 'pointsParams' | 'renewalFor' | 'pursueOwn'>
