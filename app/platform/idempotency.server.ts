import { createHash } from 'node:crypto'
import { errorCatalogue } from '#app/kernel/error.ts'
import { IDEMPOTENCY_KEPT_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import {
  claimKey,
  findKey,
  forgetKeysBefore,
  keepAnswer,
  type Name,
  releaseKey,
  takeOverKey,
} from '#app/platform/rows/idempotency.server.ts'
import type { Needs } from './resources.server.ts'

/** A call without a response after this long has died with its worker; its key may be reused. */
const DEAD_AFTER_MS = 60_000

/** A key, and the request it stands for. */
export type Keyed = { key: string; request: unknown }

// The first responses to creating calls, by the caller's Idempotency-Key
// (docs/api.md#repeated-calls). They are stored as values, so that a repeated failure is in the
// language of the repeated request.

/**
 * Claims a key for a request. Returns null if the call is to run now, or the first response to the
 * same request. Fails with idempotencyKeyReused if the key was used for another request, and with
 * unavailable while the first one is still in progress.
 */
export async function beginKeyed<Answer>(
  { clock, db }: Needs<'db' | 'clock'>,
  { userId, key, request }: Keyed & { userId: string },
): Promise<Result<Result<Answer> | null>> {
  const name = { userId, key }
  const now = clock.now()
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  if (await claimKey(db, { ...name, requestHash, createdAt: now })) return ok(null)
  const row = await findKey(db, name)
  if (row && row.requestHash !== requestHash) return fail('idempotencyKeyReused')
  if (row?.body) return ok(JSON.parse(row.body) as Result<Answer>)
  if (await takeOverKey(db, name, now - DEAD_AFTER_MS, now)) return ok(null)
  return fail('unavailable', { retryAfterSeconds: 1 })
}

/**
 * Stores the response, or frees the key if there is none (a bug) or it means "try again". Does not
 * throw: the call is done, and its caller must get the response.
 */
export async function endKeyed<Answer extends { status: number }>(
  { db, log }: Needs<'db' | 'log'>,
  { userId, key }: Name,
  answer: Result<Answer> | null,
): Promise<void> {
  const status = answer && (answer.ok ? answer.value.status : errorCatalogue[answer.error.code])
  try {
    if (status === null || status === 429 || status >= 500) await releaseKey(db, { userId, key })
    else await keepAnswer(db, { userId, key, status, body: JSON.stringify(answer) })
  } catch (error) {
    log.error('idempotent answer not kept', error)
  }
}

/** Deletes answers that are older than a day. Scans all of them. */
export const purgeKeys = ({ db, clock }: Needs<'db' | 'clock'>) =>
  forgetKeysBefore(db, clock.now() - IDEMPOTENCY_KEPT_MS)
