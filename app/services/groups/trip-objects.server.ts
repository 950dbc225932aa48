import type { Command } from '#app/domain/trip/command.ts'
import type { TripState } from '#app/domain/trip/state.ts'
import type { NewNotices } from '#app/services/notices/new-notices.server.ts'
import {
  createGroupObjects,
  type GroupNamespace,
  type GroupSnapshot,
} from './group-objects.server.ts'

/** A trip as its object knows it. */
export type TripSnapshot = GroupSnapshot<TripState>
export type TripNamespace = GroupNamespace<Command>
export type TripObjects = ReturnType<typeof createTripObjects>

/** Access to the trips' objects. */
export const createTripObjects = (objects: TripNamespace, newNotices?: NewNotices) =>
  createGroupObjects<TripState, Command>(objects, newNotices)
