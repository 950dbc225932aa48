import { addDays, londonDay } from '#app/kernel/time.ts'
import type { D1Like } from '#tests/load/product.ts'

const DAY_MS = 86_400_000

/** Fills the list with that many open trips, as their objects would have written them. */
export async function fillTrips(db: D1Like, count: number): Promise<void> {
  const now = Date.now()
  const today = londonDay(now)
  const trip = (n: number) => {
    const cutoff = 5 + (n % 30)
    const name = `湖区两日游 ${n + 1}`
    const day = (after: number) => `'${addDays(today, after)}'`
    const at = (after: number) => now + after * DAY_MS
    return [
      `'trip_bench${String(n).padStart(21, '0')}'`,
      1,
      "'trip'",
      "'OPEN'",
      `'${name}'`,
      `'${name}'`,
      ...[1 + (n % 3), 1 + (n % 3), 4, 10],
      ...[at(cutoff), at(cutoff + 7), at(cutoff + 9)],
      ...[day(cutoff), day(cutoff + 7), day(cutoff + 9)],
      at(cutoff),
      3500,
      1,
      "'[]'",
      1,
      now,
    ]
  }
  const values = Array.from({ length: count }, (_, n) => `(${trip(n).join(', ')})`)
  await db.batch([
    db.prepare(`INSERT INTO groups (${COLUMNS.join(', ')}) VALUES ${values.join(',\n')}`),
  ])
}

const COLUMNS = [
  'id',
  'version',
  'kind',
  'status',
  'trip_name',
  'name_text',
  'current_passengers',
  'confirmed_passengers',
  'min_passengers',
  'max_passengers',
  'cutoff_at',
  'departure_at',
  'trip_end_at',
  'cutoff_day',
  'departure_day',
  'end_day',
  'balance_due_at',
  'balance_price',
  'needs_flight',
  'flight_times',
  'listed',
  'created_at',
]
