import type { Command } from '#app/domain/carpool/command.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import type { NewNotices } from '#app/services/notices/new-notices.server.ts'
import {
  createGroupObjects,
  type GroupNamespace,
  type GroupSnapshot,
} from './group-objects.server.ts'

/** A carpool as its object knows it. */
export type CarpoolSnapshot = GroupSnapshot<CarpoolState>
export type CarpoolNamespace = GroupNamespace<Command>
export type CarpoolObjects = ReturnType<typeof createCarpoolObjects>

/** Access to the carpools' objects. */
export const createCarpoolObjects = (objects: CarpoolNamespace, newNotices?: NewNotices) =>
  createGroupObjects<CarpoolState, Command>(objects, newNotices)
