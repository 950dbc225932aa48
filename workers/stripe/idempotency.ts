import { createHash } from 'node:crypto'
import { ApiError, invalidParameter } from './errors.ts'

const LIFE_MS = 24 * 3_600_000
const LENGTH_MAX = 255

export type Answer = { status: number; body: string }
/** `replay`: the answer stored for the key; `run`: the key's first call. */
export type KeyVerdict =
  | { kind: 'replay'; answer: Answer }
  | { kind: 'run'; key: string; fingerprint: string }

/** Each idempotency key's first request and answer, for a day. */
export class IdempotencyKeys {
  private readonly sql: SqlStorage
  /** Keys of calls in progress. Such calls end with the object, so memory is enough. */
  private readonly inFlight = new Set<string>()

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS idempotency (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)`)
  }

  /**
   * Starts a call under a key. Throws if the key was first used for something else (400), or if
   * that first call is still running (409).
   */
  begin(key: string, request: string, now: number): KeyVerdict {
    if (key.length > LENGTH_MAX)
      throw invalidParameter(
        'parameter_invalid_string',
        'idempotency_key',
        `Idempotency keys can be up to ${LENGTH_MAX} characters.`,
      )
    this.sql.exec('DELETE FROM idempotency WHERE at <= ?', now - LIFE_MS)
    const fingerprint = createHash('sha256').update(request).digest('hex')
    const query = 'SELECT fingerprint, status, body FROM idempotency WHERE key = ?'
    const row = this.sql
      .exec<{ fingerprint: string; status: number; body: string }>(query, key)
      .toArray()[0]
    if (row && row.fingerprint !== fingerprint) throw otherParameters()
    if (row) return { kind: 'replay', answer: { status: row.status, body: row.body } }
    if (this.inFlight.has(key)) throw keyInUse()
    this.inFlight.add(key)
    return { kind: 'run', key, fingerprint }
  }

  /**
   * Ends a call: its answer is stored, or the key is forgotten if `answer` is null (the call never
   * began).
   */
  end(run: { key: string; fingerprint: string }, answer: Answer | null, now: number): void {
    this.inFlight.delete(run.key)
    if (answer)
      this.sql.exec(
        'INSERT OR IGNORE INTO idempotency VALUES (?, ?, ?, ?, ?)',
        run.key,
        run.fingerprint,
        answer.status,
        answer.body,
        now,
      )
  }
}

const otherParameters = () =>
  new ApiError(
    400,
    {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
    false,
  )

const keyInUse = () =>
  new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this idempotency key.',
    },
    false,
  )
