import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { WISH_WINDOW_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { airports, wishes } from '#db/schema.ts'

/** A part of a day: its name, first instant, and the first instant after it. */
export type Span = { id: string; from: Instant; before: Instant }

/**
 * Number of people who wish for each part of a day at each airport, in both directions. A student
 * with several wishes for it counts once. Parts with fewer people than `least` are left out.
 */
export function listWanted(db: Db, spans: Span[], { now, least }: { now: Instant; least: number }) {
  const [from, before] = ['from', 'before'].map(
    (end) => sql`spans.value ->> ${sql.raw(`'${end}'`)}`,
  )
  const each = db
    .select({
      span: sql<string>`spans.value ->> 'id'`.as('span'),
      tripType: wishes.tripType,
      airportId: wishes.airportId,
      airportZh: airports.nameZh,
      airportEn: airports.nameEn,
      most: sql<number>`max(${wishes.people})`.as('most'),
    })
    .from(sql`json_each(${JSON.stringify(spans)}) as spans`)
    // Keeps this order: SQLite itself would read all wishes for each span.
    .crossJoin(airports)
    .crossJoin(wishes)
    .where(
      and(
        eq(wishes.airportId, airports.id),
        inArray(wishes.tripType, ['PICKUP', 'DROPOFF']),
        gt(wishes.fromAt, sql`${from} - ${WISH_WINDOW_MS}`),
        lt(wishes.fromAt, sql`${before}`),
        gte(wishes.toAt, sql`${from}`),
        gt(wishes.expiresAt, now),
      ),
    )
    .groupBy(sql`span`, wishes.tripType, wishes.airportId, wishes.userId)
    .as('each_one')
  const people = sql<number>`sum(${each.most})`.as('people')
  return db
    .select({
      span: each.span,
      tripType: each.tripType,
      airportId: each.airportId,
      airportZh: each.airportZh,
      airportEn: each.airportEn,
      people,
    })
    .from(each)
    .groupBy(sql`${each.span}`, each.tripType, each.airportId)
    .having(gte(sql`people`, least))
}
export type WantedRow = Awaited<ReturnType<typeof listWanted>>[number]
