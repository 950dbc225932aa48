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

/** What the read model is told of a group. */
export type Projection<S extends Group> = {
  db: Db
  state: S
  /** The places that have changed. */
  people: PlaceIn<S>[]
  /** Places that the group no longer knows. */
  forgotten: string[]
  version: number
  nextDueAt: Instant | null
  stuck: StuckRow[]
}

/** Effects that are the kind's own. */
export type OwnEffect = Extract<Effect, { kind: 'openPrivate' }>

/** What a kind of group says for itself to the object that keeps it. */
export type Kind<S extends Group, Command = GroupCommand> = {
  /** For the log. */
  name: string
  machine: Machine<S, Command>
  /** The writes that bring D1 up to date. */
  project(projection: Projection<S>): BatchItem<'sqlite'>[]
  /** What the text of earned points needs; null: this kind earns none. */
  pointsParams(state: S): CarpoolOfPoints | null
  /** What the new hold of a place's deposit is made for. */
  renewalFor(state: S, place: PlaceIn<S>, attempt: number): PlaceIntentFor
  /** Does an effect that only this kind has. True when there is nothing left to do about it. */
  pursueOwn(effect: OwnEffect, state: S | null): Promise<boolean>
}

/** What the outbox needs of it. */
export type OutboxKind = Pick<Kind<Group>, 'project' | 'pointsParams' | 'renewalFor' | 'pursueOwn'>
