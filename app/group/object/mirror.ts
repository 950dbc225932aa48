import type { BatchItem } from 'drizzle-orm/batch'
import {
  type CarpoolOfPoints,
  earnPoints,
  losePoints,
  returnPoints,
} from '#app/account/rows/points.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { groupWrites } from '#app/group/rows/if-newer.server.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { RowFacts } from '#app/group/service/group-rows.server.ts'
import { balanceOperation, earnOperation } from '#app/kernel/points.ts'
import type { Instant } from '#app/kernel/time.ts'
import { within } from '#app/kernel/within.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import type { Db } from '#db/db.ts'
import type { StuckRow } from '#db/schema.ts'
import { WRITERS } from './features.ts'
import type { OutboxKind } from './kind.ts'
import type { Store } from './store.ts'
import type { MirrorTask } from './task.ts'
import type { GroupWrite } from './writer.ts'

/** D1 hangs now and then, and the request waiting for us has 10 s in all. */
export const TIMEOUT_MS = 5000

type Write = {
  kind: Pick<OutboxKind, 'rowOf' | 'placeRowOf' | 'bookingOf' | 'pointsParams'>
  db: Db
  store: Store
  state: Group
  tasks: MirrorTask[]
  /** Whether this write may be a repetition of an earlier one. */
  again: boolean
  /** The due time that the sweep uses. */
  nextDueAt: Instant | null
  /** The columns of the group's row that its parts provide. */
  row: Partial<RowFacts>
  now: Instant
}

/**
 * Brings D1 up to date in one batch: the group and the places changed since the last write,
 * notices, points, audit entries of administrators, and the features' rows. Throws when D1 fails or
 * hangs. Repeating it is safe: rows carry a growing number, notices and audit entries a derived id,
 * and points a unique operation.
 */
export async function writeMirror({
  kind,
  db,
  store,
  state,
  tasks,
  again,
  nextDueAt,
  row: partsRow,
  now,
}: Write): Promise<void> {
  const { everybody, types, ids } = store.changedSince(store.mirror().version)
  const write = store.beginMirrorWrite(state, again)
  const version = write.number
  const people = state.participants.filter((p) => everybody || ids.includes(p.id))
  // A hold that its user left before any payment is dropped from the state when the user comes
  // back.
  const forgotten = ids.filter((id) => !state.participants.some((p) => p.id === id))
  const stuck = store.stuckRows().map(stuckRowOf)
  const earning = tasks.some((task) => task.kind === 'earnPoints')
  const rate = earning ? (await within(TIMEOUT_MS, readSettings({ db }))).pointsEarnedPerPound : 0
  const row = kind.rowOf(state, { ...partsRow, version, nextDueAt, stuck })
  const about: GroupWrite = { db, kind, state, row, version, people, types, tasks, now }
  const params = kind.pointsParams(state)
  const writes: BatchItem<'sqlite'>[] = [
    ...WRITERS.flatMap(({ before }) => before?.(about) ?? []),
    ...groupWrites(
      db,
      row,
      people.map((p) => kind.placeRowOf(state, p, version)),
      forgotten,
    ),
    ...tasks.flatMap((task) => writeOf(task, { db, rate, now, params })),
    ...WRITERS.flatMap(({ after }) => after?.(about) ?? []),
  ]
  await within(TIMEOUT_MS, db.batch(writes as [BatchItem<'sqlite'>]))
  store.markMirrored(write, state.version, nextDueAt)
}

type Context = { db: Db; rate: number; now: Instant; params: CarpoolOfPoints | null }

/** The writes of a task, apart from the read model itself. */
function writeOf(task: MirrorTask, { db, rate, now, params }: Context): BatchItem<'sqlite'>[] {
  switch (task.kind) {
    case 'project':
      return []
    case 'notice': {
      const { kind: _, ...notice } = task
      return [insertNotice(db, { ...notice, createdAt: now })]
    }
    case 'audit': {
      const { kind: _, by, ...entry } = task
      return [auditEntry(db, { ...entry, adminId: by })]
    }
    case 'returnPoints': {
      const operationId = balanceOperation(task.participantId, task.attempt)
      return [returnPoints(db, { operationId, userId: task.userId, now })]
    }
    case 'earnPoints': {
      if (!params) return []
      const points = Math.floor((task.pence * rate) / 100)
      const operationId = earnOperation(task.participantId)
      return [earnPoints(db, { operationId, userId: task.userId, points, params, now })]
    }
    case 'losePoints': {
      const operationId = earnOperation(task.participantId)
      return [losePoints(db, { operationId, userId: task.userId, now })]
    }
  }
}

/** A waiting effect as admins see it: the task, the place and the payment. */
export function stuckRowOf(row: { payload: string; firstAt: Instant; attempts: number }): StuckRow {
  const { kind, participantId, intentId = null } = JSON.parse(row.payload) as StuckRow
  return { kind, participantId, intentId, sinceAt: row.firstAt, attempts: row.attempts }
}
