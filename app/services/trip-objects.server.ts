import type { TripObject } from '../../workers/trip/trip.ts'
import type { Command } from '../domain/trip/command.ts'
import type { TripState } from '../domain/trip/state.ts'
import { createGroupObjects, type GroupSnapshot, type Heard } from './group-objects.server.ts'

/** A trip as its object knows it. */
export type TripSnapshot = GroupSnapshot<TripState>
export type TripObjects = ReturnType<typeof createTripObjects>

/** The way to the trips' objects. */
export const createTripObjects = (objects: DurableObjectNamespace<TripObject>, heard?: Heard) =>
  createGroupObjects<TripState, Command>(objects, heard)
