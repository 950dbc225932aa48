import { sql } from './database.ts'
import { serverOf, WORKERS } from './servers.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * These tests expect ordinary-day prices, whatever day they run: the one special period is later
 * than any of them goes.
 */
export default function ordinaryDays(): void {
  const later = `('period_later', '${inDays(330)}', '${inDays(333)}', 'Later')`
  const insert = `insert into special_periods (id, from_day, to_day, label) values ${later}`
  for (let worker = 0; worker < WORKERS; worker++)
    sql(`delete from special_periods; ${insert}`, serverOf(worker).state)
}
