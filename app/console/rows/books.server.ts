import { and, asc, count, eq, gte, lt, sql } from 'drizzle-orm'
import type { Span } from '#app/kernel/time.ts'
import type { PaidOutside } from '#app/requests/rules/request.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { accountMonths, participants, requests } from '#db/schema.ts'
import { charged, departing, number, sumIf } from './today-figures.server.ts'

type MonthRow = typeof accountMonths.$inferInsert

/** The months that have been added up, oldest first. */
export const listMonths = (db: Db) =>
  db.select().from(accountMonths).orderBy(asc(accountMonths.month))

/** Keeps a month that is over. One that is there stays as it is. */
export const keepMonth = (db: Db, row: MonthRow) =>
  db.insert(accountMonths).values(row).onConflictDoNothing()

/** Keeps what a month has been found to be again. */
export const keepMonthAgain = (db: Db, row: MonthRow) =>
  db.update(accountMonths).set(row).where(eq(accountMonths.month, row.month))

/** What was recorded as paid outside Stripe in the span, by how it was paid. */
export const paidOutside = (db: Db, { from, to }: Span) => {
  const how = sql<PaidOutside['how']>`${requests.outside} ->> 'how'`.as('how')
  return db
    .select({
      how,
      count: count().as('count'),
      amount: number(sql`sum(${requests.amount})`).as('amount'),
    })
    .from(requests)
    .where(
      and(eq(requests.status, 'outside'), gte(requests.endedAt, from), lt(requests.endedAt, to)),
    )
    .groupBy(sql`how`)
}

/** Pence kept for places in carpools departing in the span whose balance was not paid in time. */
export const keptDeposits = (db: Db, { from, to }: Span) =>
  db
    .select({
      pence: sumIf(
        sql`${charged} - ${participants.returnedAmount}`,
        eq(participants.depositStatus, 'captured'),
      ),
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.groupId, carpools.id))
    .where(and(sql`${participants.leaving} = 'unpaid'`, departing(from, to)))
