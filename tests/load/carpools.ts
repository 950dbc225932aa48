import { addDays, londonDay, parseTime } from '../../app/domain/time.ts'
import type { D1Like } from './product.ts'

const AIRPORTS = [
  ['air_lhr', '伦敦希思罗机场', 'London Heathrow'],
  ['air_lgw', '伦敦盖特威克机场', 'London Gatwick'],
  ['air_man', '曼彻斯特机场', 'Manchester'],
] as const
/** Rows of one statement: D1 takes no more than 100 values. */
const CHUNK = 400
/** Departures are spread over so many days, from the fourth on. */
const DAYS = 60

/** Fills the list with so many open carpools, as their objects would have written them. */
export async function fillCarpools(db: D1Like, count: number): Promise<void> {
  const today = londonDay(Date.now())
  const starts = Array.from({ length: DAYS }, (_, day) => {
    const at = parseTime(`${addDays(today, day + 4)}T06:00`)
    if (!at.ok) throw new Error('no such day')
    return { day: addDays(today, day + 4), at: at.value }
  })
  const rows = Array.from({ length: count }, (_, n) => rowOf(n, starts[n % DAYS] ?? { day: today, at: 0 }))
  for (let at = 0; at < rows.length; at += CHUNK) {
    const values = rows.slice(at, at + CHUNK).join(',\n')
    await db.batch([db.prepare(`INSERT INTO carpools (${COLUMNS.join(', ')}) VALUES ${values}`)])
  }
}

const COLUMNS = [
  'id',
  'version',
  'trip_type',
  'status',
  'airport_id',
  'airport_name_zh',
  'airport_name_en',
  'terminals',
  'current_passengers',
  'max_passengers',
  'private',
  'prices',
  'carpool_at',
  'carpool_day',
  'cutoff_at',
  'flight_times',
  'flight_numbers',
  'listed',
  'created_at',
]

function rowOf(n: number, { day, at }: { day: string; at: number }): string {
  const [airport, zh, en] = AIRPORTS[n % AIRPORTS.length] ?? AIRPORTS[0]
  const leaves = at + (n % 16) * 3_600_000
  const values = [
    `car_bench${String(n).padStart(20, '0')}`,
    1,
    n % 2 === 0 ? 'PICKUP' : 'DROPOFF',
    n % 5 === 0 ? 'SUCCESS_PENDING_PAYMENT' : 'OPEN',
    airport,
    zh,
    en,
    '["T2","T3","T5"]',
    1 + (n % 3),
    4,
    0,
    '[15500,7900,5400,4200,3500]',
    leaves,
    day,
    leaves - 86_400_000,
    JSON.stringify([leaves - 5_400_000]),
    '["BA038"]',
    1,
    at,
  ]
  return `(${values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ')})`
}
