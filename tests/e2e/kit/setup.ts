import { sql } from './database.ts'

/** Prices in these tests are those of ordinary days, on whatever day they run: a test of special days makes its own. */
export default function ordinaryDays(): void {
  sql('delete from special_periods')
}
