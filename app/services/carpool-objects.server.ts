import type { CarpoolObject } from '../../workers/carpool/carpool.ts'
import type { Command } from '../domain/carpool/command.ts'
import type { CarpoolState } from '../domain/carpool/state.ts'
import { createGroupObjects, type GroupSnapshot, type Heard } from './group-objects.server.ts'

/** A carpool as its object knows it. */
export type CarpoolSnapshot = GroupSnapshot<CarpoolState>
export type CarpoolObjects = ReturnType<typeof createCarpoolObjects>

/** The way to the carpools' objects. */
export const createCarpoolObjects = (objects: DurableObjectNamespace<CarpoolObject>, heard?: Heard) =>
  createGroupObjects<CarpoolState, Command>(objects, heard)
