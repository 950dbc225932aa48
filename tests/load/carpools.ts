import { londonDay, parseTime } from '#app/kernel/time.ts'
import type { D1Like } from './product.ts'

const DAY_MS = 86_400_000
/** Days after today. */
const PEAK = 10
const SPREAD = { from: -15, days: 75 }

type Group = {
  count: number
  tripType: string
  airport: string
  status: string
  days: { from: number; days: number }
}
/**
 * The first rows of any list: enough of each kind that every filter fills a page even in a short
 * list. A page that is not full says nothing about a long list.
 */
const GROUPS: Group[] = [
  {
    count: 30,
    tripType: 'PICKUP',
    airport: 'air_lhr',
    status: 'OPEN',
    days: { from: PEAK, days: 1 },
  },
  {
    count: 22,
    tripType: 'PICKUP',
    airport: 'air_bhx',
    status: 'FULL',
    days: { from: 4, days: 40 },
  },
  {
    count: 24,
    tripType: 'DROPOFF',
    airport: 'air_lgw',
    status: 'OPEN',
    days: { from: 4, days: 40 },
  },
]
/** The London day on which most cars of a short list depart. */
export const peakDay = (): string => londonDay(Date.now() + PEAK * DAY_MS)

/** The distribution of all other rows, in percent. */
const AIRPORTS = [
  ['air_lhr', 45],
  ['air_lgw', 20],
  ['air_man', 15],
  ['air_bhx', 5],
  ['air_stn', 8],
  ['air_ltn', 4],
  ['air_ema', 3],
] as const
const STATUSES = [
  ['OPEN', 60],
  ['SUCCESS', 16],
  ['SUCCESS_PENDING_PAYMENT', 12],
  ['FULL', 5],
  ['FAILED', 3],
  ['CANCELLED', 4],
] as const

/**
 * Fills the list with that many carpools, the same ones each day: most are open and in the coming
 * weeks, at the airports that students use most; some have departed and some are hidden. One
 * statement, because 100,000 rows through a simulator would otherwise take a minute.
 */
export async function fillCarpools(db: D1Like, count: number): Promise<void> {
  const today = parseTime(`${londonDay(Date.now())}T00:00`)
  if (!today.ok) throw new Error('the day does not exist')
  const sql = `INSERT INTO groups (${Object.keys(COLUMNS).join(', ')})
    WITH RECURSIVE
      numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count}),
      dice AS (SELECT n, ${[1, 2, 3, 4, 5].map((k) => `${rolled(k)} AS d${k}`).join(', ')} FROM numbers),
      kinds AS (SELECT n, d5, ${kindOf(
        'tripType',
        chosen('d1', [
          ['PICKUP', 50],
          ['DROPOFF', 50],
        ]),
      )} AS trip_type,
        ${kindOf('airport', chosen('d2', AIRPORTS))} AS airport_id, ${kindOf('status', chosen('d3', STATUSES))} AS status,
        ${today.value} + ${DAY_MS} * (${dayOf}) + (8 + n % 12) * 3600000 AS at FROM dice)
    SELECT ${Object.values(COLUMNS).join(', ')} FROM kinds JOIN airports ON airports.id = kinds.airport_id`
  await db.batch([db.prepare(sql)])
}

/** Columns and their values. Departures are by day, so that the London day is the UTC day. */
const COLUMNS = {
  id: `'car_bench' || printf('%021d', n)`,
  version: '1',
  trip_type: 'trip_type',
  status: 'status',
  airport_id: 'airport_id',
  airport_name_zh: 'name_zh',
  airport_name_en: 'name_en',
  terminals: `json_array(json_extract(terminals, '$[' || (n % json_array_length(terminals)) || ']'))`,
  current_passengers: `CASE status WHEN 'OPEN' THEN 1 + n % 3 ELSE 4 END`,
  max_passengers: '4',
  private: '0',
  prices: `'[15500,7900,5400,4200,3500]'`,
  kind: `'carpool'`,
  departure_at: 'at',
  departure_day: `date(at / 1000, 'unixepoch')`,
  balance_due_at: 'at',
  cutoff_at: `at - ${DAY_MS}`,
  flight_times: 'json_array(at - 5400000)',
  flight_numbers: `'["BA038"]'`,
  listed: `status <> 'CANCELLED'`,
  created_at: `at - ${20 * DAY_MS}`,
}

/**
 * Odd numbers with no pattern between them: each maps n to another number that is evenly spread and
 * looks random.
 */
const MIXERS = [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393]
const rolled = (k: number): string => `(((n + 1) * ${MIXERS[k - 1]}) % 4294967296) >> 16`

/** Picks one of several by a die with 65,536 sides. */
function chosen(die: string, parts: readonly (readonly [string, number])[]): string {
  let percent = 0
  const cases = parts.map(([value, share]) => {
    percent += share
    return `WHEN ${die} * 100 < ${percent} * 65536 THEN '${value}'`
  })
  return `CASE ${cases.join(' ')} END`
}

/** The value from the row's group, otherwise from the dice. */
const kindOf = (key: 'tripType' | 'airport' | 'status', other: string): string =>
  byGroup((group) => `'${group[key]}'`, other)

const dayOf = byGroup(
  ({ days }) => `${days.from} + n % ${days.days}`,
  `${SPREAD.from} + d4 * ${SPREAD.days} / 65536`,
)

function byGroup(value: (group: Group) => string, other: string): string {
  let until = 0
  const cases = GROUPS.map((group) => {
    until += group.count
    return `WHEN n < ${until} THEN ${value(group)}`
  })
  return `CASE ${cases.join(' ')} ELSE ${other} END`
}
