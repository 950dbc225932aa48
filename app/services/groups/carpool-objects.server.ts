import type { Command } from '#app/domain/carpool/command.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import {
  createGroupObjects,
  type GroupNamespace,
  type GroupSnapshot,
  type Heard,
} from './group-objects.server.ts'

/** A carpool as its object knows it. */
export type CarpoolSnapshot = GroupSnapshot<CarpoolState>
export type CarpoolNamespace = GroupNamespace<Command>
export type CarpoolObjects = ReturnType<typeof createCarpoolObjects>

/** The way to the carpools' objects. */
export const createCarpoolObjects = (objects: CarpoolNamespace, heard?: Heard) =>
  createGroupObjects<CarpoolState, Command>(objects, heard)
