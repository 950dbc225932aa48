export const EVENT_FAULTS = [
  'drop-events',
  'double-events',
  'delay-events',
  'reorder-events',
] as const
export const CALL_FAULTS = ['fail-calls', 'hang-calls', 'lose-answers'] as const
export const FAULT_KINDS = [...EVENT_FAULTS, ...CALL_FAULTS] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/**
 * A fault and its remaining uses. The other fields narrow or shape it: `seconds` how long a delay
 * or a hang lasts; `times` how often a doubled event is sent; `retry` a dropped event is later sent
 * again by itself; `type` only events whose type starts so; `method`, `path` only such calls (path:
 * a part of it); `key` whose calls (default `secret`).
 */
export type Fault = {
  kind: FaultKind
  count: number
  seconds?: number
  times?: number
  retry?: boolean
  type?: string
  method?: string
  path?: string
  key?: 'secret' | 'publishable' | 'any'
}

/** The active faults, kept in storage so that they outlive the object. */
export class Faults {
  private readonly sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.sql = sql
    sql.exec(
      'CREATE TABLE IF NOT EXISTS faults (kind TEXT PRIMARY KEY, remaining INTEGER NOT NULL, json TEXT NOT NULL)',
    )
  }

  set(fault: Fault): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO faults VALUES (?, ?, ?)',
      fault.kind,
      fault.count,
      JSON.stringify(fault),
    )
  }

  clear(): void {
    this.sql.exec('DELETE FROM faults')
  }

  list(): Fault[] {
    const rows = this.sql.exec<{ remaining: number; json: string }>(
      'SELECT remaining, json FROM faults WHERE remaining > 0',
    )
    return rows
      .toArray()
      .map((row) => ({ ...(JSON.parse(row.json) as Fault), count: row.remaining }))
  }

  /**
   * Uses a fault once if it is active and applies; returns it with the remaining count, or null.
   */
  take(kind: FaultKind, applies: (fault: Fault) => boolean): Fault | null {
    const fault = this.list().find((f) => f.kind === kind)
    if (!fault || !applies(fault)) return null
    this.sql.exec('UPDATE faults SET remaining = remaining - 1 WHERE kind = ?', kind)
    return { ...fault, count: fault.count - 1 }
  }

  takeForEvent(kind: (typeof EVENT_FAULTS)[number], type: string): Fault | null {
    return this.take(kind, (fault) => type.startsWith(fault.type ?? ''))
  }

  /**
   * By default a call fault only affects the server's calls, so that the card form's calls do not
   * use it up.
   */
  takeForCall(
    kind: (typeof CALL_FAULTS)[number],
    call: { method: string; path: string; publishable: boolean },
  ): Fault | null {
    return this.take(kind, (fault) => {
      const key = fault.key ?? 'secret'
      const rightKey = key === 'any' || (key === 'publishable') === call.publishable
      return (
        rightKey &&
        (fault.method ?? call.method) === call.method &&
        call.path.includes(fault.path ?? '')
      )
    })
  }
}

const isKind = (kind: unknown): kind is FaultKind => FAULT_KINDS.some((known) => known === kind)

/** Parses a fault from JSON or a form; 'none' switches all off; null if it is not a fault. */
export function readFault(input: unknown): Fault | 'none' | null {
  if (typeof input !== 'object' || input === null) return null
  const { kind, count = 1, ...rest } = input as Record<string, unknown>
  if (kind === 'none') return 'none'
  const times = Number(count)
  if (!isKind(kind) || !Number.isSafeInteger(times) || times < 0) return null
  const fault: Fault = { kind, count: times }
  if (Number(rest.seconds) > 0) fault.seconds = Number(rest.seconds)
  if (Number.isSafeInteger(Number(rest.times)) && Number(rest.times) > 0)
    fault.times = Number(rest.times)
  if (rest.retry === true || rest.retry === 'true') fault.retry = true
  for (const name of ['type', 'method', 'path'] as const) {
    const value = rest[name]
    if (typeof value === 'string' && value) fault[name] = value
  }
  if (rest.key === 'publishable' || rest.key === 'any') fault.key = rest.key
  return fault
}
