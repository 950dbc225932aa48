import type { Instant } from '#app/domain/time.ts'
import type { StuckRow } from '#db/schema.ts'

/** A waiting effect, as admins see it: what is to be done, for whom, about which payment. */
export function stuckRowOf(row: { payload: string; firstAt: Instant; attempts: number }): StuckRow {
  const { kind, participantId, intentId = null } = JSON.parse(row.payload) as StuckRow
  return { kind, participantId, intentId, sinceAt: row.firstAt, attempts: row.attempts }
}
