import { desc, eq, sql } from 'drizzle-orm'
import type { UserId } from '../../app/domain/id.ts'
import type { Db } from '../db.ts'
import { pointsLedger } from '../schema.ts'

/** The newest entries that an account page shows. */
const HISTORY_MAX = 100

/** What a user has and how it came about: the balance is the sum of the whole ledger. */
export async function findPoints(db: Db, userId: UserId) {
  const mine = eq(pointsLedger.userId, userId)
  const { id, points, description, createdAt } = pointsLedger
  const [sums, history] = await db.batch([
    db
      .select({ balance: sql<number>`coalesce(sum(${points}), 0)` })
      .from(pointsLedger)
      .where(mine),
    db
      .select({ id, points, description, createdAt })
      .from(pointsLedger)
      .where(mine)
      .orderBy(desc(createdAt), desc(id))
      .limit(HISTORY_MAX),
  ])
  return { balance: sums[0]?.balance ?? 0, history }
}
