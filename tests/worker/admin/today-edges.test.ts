import { expect, test } from 'vitest'
import { readDashboard } from '#app/console/service/today.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { worldAt } from '#tests/worker/at-time.ts'
import { insertCar, insertOrder, insertUser } from '#tests/worker/rows.ts'

/**
 * Both ends of every week and number of days that the console's first page counts by. They
 * follow London time, also across clock changes.
 */

type Read = Awaited<ReturnType<typeof readDashboard>>
/** A count, where to read it, and how to insert a row for it at a moment. */
type Count = { of(read: Read): number; put(at: number): Promise<unknown> }

const lastWeek = (read: Read) => read.weeks.at(-1)
const firstWeek = (read: Read) => read.weeks[0]

const BY_WEEK: Record<string, (week: typeof lastWeek) => Count> = {
  seats: (week) => ({
    of: (read) => week(read)?.seats ?? 0,
    put: (carpoolAt) => insertCar({ departureAt: carpoolAt, status: 'SUCCESS' }),
  }),
  'groups that filled': (week) => ({
    of: (read) => week(read)?.filled ?? 0,
    put: (carpoolAt) => insertCar({ departureAt: carpoolAt, status: 'COMPLETED' }),
  }),
  'groups that did not fill': (week) => ({
    of: (read) => week(read)?.failed ?? 0,
    put: (carpoolAt) => insertCar({ departureAt: carpoolAt, status: 'FAILED' }),
  }),
}

/** Which of four moments count: just before a span, at its start, at its end and just after it. */
async function countedAt({ of, put }: Count, now: number, from: string, end: string) {
  const [start, after] = [startOfLondonDay(from), startOfLondonDay(end)]
  const counted: boolean[] = []
  for (const at of [start - 1, start, after - 1, after]) {
    const before = of(await readDashboard(worldAt(now)))
    await put(at)
    counted.push(of(await readDashboard(worldAt(now))) > before)
  }
  return counted
}

// A year that no other test uses.

/** Mondays: of a summer week, and of one that ends with a 25-hour day. */
const WEEKS = ['2041-07-08', '2041-10-21'] as const
test.each(
  Object.entries(BY_WEEK).flatMap(([name, count]) =>
    WEEKS.map((monday) => [name, monday, count] as const),
  ),
)('%s, of the week from %s, as the last week and as the first', async (_, monday, count) => {
  const [next, last] = [addDays(monday, 7), addDays(monday, 7 * 11)]
  const inWeek = [false, true, true, false]
  for (const now of [startOfLondonDay(monday), startOfLondonDay(next) - 1])
    expect(await countedAt(count(lastWeek), now, monday, next)).toEqual(inWeek)
  expect(await countedAt(count(firstWeek), startOfLondonDay(last), monday, next)).toEqual(inWeek)
})

test.each(WEEKS)('new accounts, of the week from %s', async (monday) => {
  const [next, last] = [addDays(monday, 7), addDays(monday, 7 * 11)]
  const count = (week: typeof lastWeek): Count => ({
    of: (read) => week(read)?.newUsers ?? 0,
    put: insertUser,
  })
  // Nothing is made after now, so there is nothing to leave out of the last week.
  const inLast = await countedAt(count(lastWeek), startOfLondonDay(next) - 1, monday, next)
  expect(inLast.slice(0, 3)).toEqual([false, true, true])
  const inFirst = await countedAt(count(firstWeek), startOfLondonDay(last), monday, next)
  expect(inFirst).toEqual([false, true, true, false])
})

test('carpools closed without payment are listed for 14 London days from that moment', async () => {
  const now = startOfLondonDay('2041-07-20') + hours(12)
  const count: Count = {
    of: ({ leftUnpaid }) => leftUnpaid,
    put: (carpoolAt) => insertCar({ departureAt: carpoolAt, status: 'CLOSED' }),
  }
  expect(await countedAt(count, now, '2041-07-06', '2041-07-20')).toEqual([false, true, true, true])

  const before = count.of(await readDashboard(worldAt(now)))
  for (const at of [now - 1, now, now + 1]) await count.put(at)
  expect(count.of(await readDashboard(worldAt(now))) - before).toBe(1)
})

test('groups that are short of money are counted until 12 hours after they leave', async () => {
  const now = startOfLondonDay('2041-08-20') + hours(12)

  const before = (await readDashboard(worldAt(now))).short.carpool
  const put = (carpoolAt: number, shortfall: number) =>
    insertCar({
      departureAt: carpoolAt,
      departureDay: londonDay(carpoolAt),
      status: 'COMPLETED',
      shortfall,
    })
  await put(now - hours(12), 1)
  await put(now - hours(12) + 1, 20)
  await put(now + hours(48), 300)
  const { count, pence } = (await readDashboard(worldAt(now))).short.carpool
  expect([count - before.count, pence - before.pence]).toEqual([2, 320])
})

test('orders are counted by status from the first day of the first week', async () => {
  const monday = '2041-05-06'
  const count: Count = {
    of: ({ byStatus }) => byStatus.reduce((sum, row) => sum + row.count, 0),
    put: (at) => insertOrder({ sendDate: londonDay(at), status: 'completed' }),
  }
  const now = startOfLondonDay(addDays(monday, 7 * 11))
  expect(await countedAt(count, now, monday, addDays(monday, 7))).toEqual([false, true, true, true])
})
