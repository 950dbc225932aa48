import { readToday } from '#app/console/rows/today.server.ts'
import { CODE_SENDS_WARNED_FROM } from '#app/kernel/limits.ts'
import { addDays, type LondonDay, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { codeTotal } from '#app/platform/limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { attemptsOf } from '#app/platform/rows/attempts.server.ts'

export const WEEKS_SHOWN = 12
/** How long a group that left unpaid stays on the task list. */
const UNPAID_DAYS = 14
const DAYS_A_WEEK = 7

export type Week = {
  /** The London Monday on which the week begins. */
  from: LondonDay
  newUsers: number
  /** Seats of cars that leave in that week. */
  seats: number
  filled: number
  failed: number
}
/**
 * How many text messages were sent in the last 24 hours, once that is half the limit or more;
 * null below that.
 */
export async function readTextsSent({
  db,
  clock,
}: Needs<'db' | 'clock'>): Promise<{ sent: number; max: number } | null> {
  const [row] = await attemptsOf(db, codeTotal, clock.now())
  const sent = row?.count ?? 0
  return sent < CODE_SENDS_WARNED_FROM ? null : { sent, max: codeTotal.max }
}

export async function readDashboard({ clock, db }: Needs<'db' | 'clock'>) {
  const now = clock.now()
  const today = londonDay(now)
  const tomorrow = addDays(today, 1)
  const monday = mondayOf(today)
  const mondays = Array.from({ length: WEEKS_SHOWN }, (_, at) =>
    addDays(monday, (at + 1 - WEEKS_SHOWN) * DAYS_A_WEEK),
  )
  const weeksFrom = mondays[0] ?? monday
  const { newUsers, departures, toDo, byStatus, ...rest } = await readToday(
    db,
    {
      now,
      today,
      tomorrow,
      weeks: mondays.map(startOfLondonDay),
      weeksFrom,
      unpaidSince: startOfLondonDay(addDays(today, -UNPAID_DAYS)),
    },
    startOfLondonDay(addDays(monday, DAYS_A_WEEK)),
  )
  const weeks = mondays.map((from, at): Week => {
    const { seats, filled, failed } = departures.find(({ week }) => week === at) ?? NONE
    return {
      from,
      newUsers: newUsers.find(({ week }) => week === at)?.count ?? 0,
      seats,
      filled,
      failed,
    }
  })
  const due = (kind: OrderKind, when: string) =>
    toDo.find((row) => row.kind === kind && row.when === when)?.count ?? 0
  const ordersDue = (kind: OrderKind) => ({
    overdue: due(kind, 'overdue'),
    today: due(kind, 'today'),
    tomorrow: due(kind, 'tomorrow'),
  })
  return {
    today,
    tomorrow,
    ...rest,
    orders: { mail: ordersDue('mail'), move: ordersDue('move') },
    weeks,
    byStatus,
  }
}

const NONE = { seats: 0, filled: 0, failed: 0 }

function mondayOf(day: LondonDay): LondonDay {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS_A_WEEK
  return addDays(day, -sinceMonday)
}
