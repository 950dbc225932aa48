import { and, eq } from 'drizzle-orm'
import type { CarpoolId, TripId } from '#app/domain/id.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { inList } from '#db/lists.ts'

/** What a ticket shows of groups that anyone may see, in one round trip, by primary key. */
export async function findLive(
  db: Db,
  { cars, tours }: { cars: readonly CarpoolId[]; tours: readonly TripId[] },
) {
  const of = <T extends typeof carpools | typeof trips>(table: T) => ({
    id: table.id,
    status: table.status,
    currentPassengers: table.currentPassengers,
    cutoffAt: table.cutoffAt,
  })
  const [ofCars, ofTours] = await db.batch([
    db
      .select({
        ...of(carpools),
        releasedSeats: carpools.releasedSeats,
        carpoolAt: carpools.departureAt,
      })
      .from(carpools)
      .where(and(inList(carpools.id, cars), eq(carpools.listed, true))),
    db
      .select(of(trips))
      .from(trips)
      .where(and(inList(trips.id, tours), eq(trips.listed, true))),
  ])
  const noSeats = { releasedSeats: 0, carpoolAt: 0 }
  return [...ofCars, ...ofTours.map((row) => ({ ...row, ...noSeats }))]
}
export type LiveRow = Awaited<ReturnType<typeof findLive>>[number]
