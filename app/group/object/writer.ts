import type { BatchItem } from 'drizzle-orm/batch'
import type { Group } from '#app/group/rules/state.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import type { GroupRow } from '#db/kinds.ts'
import type { OutboxKind } from './kind.ts'
import type { MirrorTask } from './task.ts'

/** A write of a group to D1, of its row and of those `people` whose rows may have changed. */
export type GroupWrite = {
  db: Db
  kind: Pick<OutboxKind, 'bookingOf'>
  state: Group
  row: GroupRow
  version: number
  people: Group['participants']
  /** The types of the events since the last write. */
  types: string[]
  tasks: MirrorTask[]
  now: Instant
}

/** What a feature adds to the batch that brings D1 up to date with a group (features.ts). */
export type Writer = {
  /** Before the group's row, so that it can compare with the one that is stored. */
  before?(write: GroupWrite): BatchItem<'sqlite'>[]
  after?(write: GroupWrite): BatchItem<'sqlite'>[]
}
