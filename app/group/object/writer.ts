import type { BatchItem } from 'drizzle-orm/batch'
import type { Group } from '#app/group/rules/state.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import type { GroupRow } from '#db/kinds.ts'
import type { OutboxKind } from './kind.ts'
import type { MirrorTask } from './task.ts'

/** A write of a group to D1: its row and the rows of `people`, which may have changed. */
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

/** A feature's writes in the batch that brings D1 up to date with a group (features.ts). */
export type Writer = {
  /** Goes before the write of the group's row, so that it can compare with the stored row. */
  before?(write: GroupWrite): BatchItem<'sqlite'>[]
  after?(write: GroupWrite): BatchItem<'sqlite'>[]
}
