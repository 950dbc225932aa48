import type { BatchItem } from 'drizzle-orm/batch'
import type { CarpoolState } from '../../app/domain/carpool/state.ts'
import type { Instant } from '../../app/domain/time.ts'
import { carpoolRowOf, participantRowOf } from '../../app/services/carpool-rows.server.ts'
import type { Db } from '../../db/db.ts'
import { carpoolUpserts } from '../../db/queries/carpools.ts'
import { insertNotice } from '../../db/queries/notices.ts'
import type { Store, Task } from './store.ts'

/** D1 hangs now and then; the request that waits for us has 10 s in all. */
const TIMEOUT_MS = 5000

type Notice = Extract<Task, { kind: 'notice' }>

/**
 * Brings D1 up to date in one batch: the carpool and the places changed since the last time, and
 * the notices. `nextDueAt` is what the sweep goes by. Throws when D1 fails or hangs; doing it again
 * is safe, since rows carry a growing number and notices a derived id.
 */
export async function writeMirror(
  db: Db,
  store: Store,
  state: CarpoolState,
  notices: Notice[],
  nextDueAt: Instant | null,
  now: Instant,
): Promise<void> {
  const changed = store.changedSince(store.mirror().version)
  const version = store.countMirrorWrite()
  const people = state.participants.filter((p) => changed.has(p.id))
  const writes: BatchItem<'sqlite'>[] = [
    ...carpoolUpserts(
      db,
      carpoolRowOf(state, version, nextDueAt),
      people.map((p) => participantRowOf(state, p, version)),
    ),
    ...notices.map(({ id, userId, code, params }) =>
      insertNotice(db, { id, userId, code, params, createdAt: now }),
    ),
  ]
  await withTimeout(db.batch(writes as [BatchItem<'sqlite'>]))
  store.markMirrored(state.version, nextDueAt)
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
