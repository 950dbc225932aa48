import type { BatchItem } from 'drizzle-orm/batch'
import type { CarpoolState } from '../../app/domain/carpool/state.ts'
import { balanceOperation, earnOperation } from '../../app/domain/points.ts'
import type { Instant } from '../../app/domain/time.ts'
import { carpoolRowOf, participantRowOf, stuckRowOf } from '../../app/services/carpool-rows.server.ts'
import { createSettings } from '../../app/services/settings.server.ts'
import type { Db } from '../../db/db.ts'
import { carpoolUpserts, freePlaces } from '../../db/queries/carpools.ts'
import { insertNotice } from '../../db/queries/notices.ts'
import { earnPoints, returnPoints } from '../../db/queries/points.ts'
import type { MirrorTask, Store } from './store.ts'

/** D1 hangs now and then; the request that waits for us has 10 s in all. */
const TIMEOUT_MS = 5000

type Write = {
  db: Db
  store: Store
  state: CarpoolState
  tasks: MirrorTask[]
  /** What the sweep goes by. */
  nextDueAt: Instant | null
  now: Instant
}

/**
 * Brings D1 up to date in one batch: the carpool and the places changed since the last time, notices
 * and points. Throws when D1 fails or hangs; doing it again is safe, since rows carry a growing number,
 * notices a derived id and points a unique operation.
 */
export async function writeMirror({ db, store, state, tasks, nextDueAt, now }: Write): Promise<void> {
  const { everybody, ids } = store.changedSince(store.mirror().version)
  const version = store.countMirrorWrite()
  const people = state.participants.filter((p) => everybody || ids.includes(p.id))
  // A hold that its user left before any payment is forgotten when she comes again.
  const forgotten = ids.filter((id) => !state.participants.some((p) => p.id === id))
  const stuck = store.stuckRows().map(stuckRowOf)
  const earning = tasks.some((task) => task.kind === 'earnPoints')
  const rate = earning ? (await withTimeout(createSettings({ db }).read())).pointsEarnedPerPound : 0
  const writes: BatchItem<'sqlite'>[] = [
    ...carpoolUpserts(
      db,
      carpoolRowOf(state, version, nextDueAt, stuck),
      people.map((p) => participantRowOf(state, p, version)),
    ),
    ...(forgotten.length > 0 ? [freePlaces(db, forgotten, version)] : []),
    ...tasks.flatMap((task) => writeOf(task, { db, state, rate, now })),
  ]
  await withTimeout(db.batch(writes as [BatchItem<'sqlite'>]))
  store.markMirrored(state.version, nextDueAt)
}

type Context = { db: Db; state: CarpoolState; rate: number; now: Instant }

/** What a task other than the read model itself writes. */
function writeOf(task: MirrorTask, { db, state, rate, now }: Context): BatchItem<'sqlite'>[] {
  switch (task.kind) {
    case 'project':
      return []
    case 'notice': {
      const { id, userId, code, params } = task
      return [insertNotice(db, { id, userId, code, params, createdAt: now })]
    }
    case 'returnPoints': {
      const operationId = balanceOperation(task.participantId, task.attempt)
      return [returnPoints(db, { operationId, userId: task.userId, now })]
    }
    case 'earnPoints': {
      const { zh, en } = state.airportName
      const params = { airportZh: zh, airportEn: en, carpoolAt: state.carpoolAt }
      const points = Math.floor((task.pence * rate) / 100)
      const operationId = earnOperation(task.participantId)
      return [earnPoints(db, { operationId, userId: task.userId, points, params, now })]
    }
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from D1 in ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
