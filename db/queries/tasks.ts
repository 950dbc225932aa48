import { and, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { GroupId, OrderId, ParticipantId } from '#app/domain/id.ts'
import type { CarTaskFacts, OfferFacts, OrderTaskFacts, TripTaskFacts } from '#app/domain/task.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import { carpools, trips } from '#db/kinds.ts'
import { prepared } from '#db/prepared.ts'
import { orders, participants, waits } from '#db/schema.ts'
import { isTrue, objectOf, ofCarTask, ofPlaceTask, ofTripTask } from './task-facts.ts'
import { idOf, type ViewerRef } from './viewer-ref.ts'

type OfGroup = { groupId: GroupId; startsAt: Instant }
type OfCar = OfGroup &
  Pick<typeof carpools.$inferSelect, 'tripType'> & {
    airportNameZh: string
    airportNameEn: string
  }
type Place = { participantId: ParticipantId }
/** What a student may have to do something about: a booking and its facts. */
export type TaskRow =
  | { kind: 'car'; facts: CarTaskFacts & OfCar & Place }
  | { kind: 'trip'; facts: TripTaskFacts & OfGroup & Place & { tripName: string } }
  | { kind: 'offer'; facts: OfferFacts & OfCar }
  | { kind: 'order'; facts: OrderTaskFacts & { orderId: OrderId; sendDate: LondonDay } }

const rowOf = (kind: TaskRow['kind'], facts: SQL) => ({
  kind: sql<TaskRow['kind']>`${kind}`.as('kind'),
  facts: facts.mapWith((text: string) => JSON.parse(text)).as('facts'),
})
const ofCar = {
  groupId: carpools.id,
  startsAt: carpools.departureAt,
  tripType: carpools.tripType,
  airportNameZh: carpools.airportNameZh,
  airportNameEn: carpools.airportNameEn,
}

type Asked = { viewer: ViewerRef; now: Instant; startsAfter: Instant }

/**
 * The bookings of a user that may ask for something, as one statement: live places in groups that
 * start after `startsAfter`, seats that are kept for them, and orders that are not paid.
 */
export const selectTaskRows = prepared((db, of: Asked) => {
  const viewer = idOf(db, of.viewer)
  const isLive = and(eq(participants.userId, viewer), inArray(participants.seat, ['held', 'taken']))
  const cars = db
    .select(
      rowOf(
        'car',
        objectOf<CarTaskFacts & OfCar & Place>({
          ...ofCar,
          ...ofPlaceTask,
          ...ofCarTask,
          participantId: participants.id,
        }),
      ),
    )
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(and(isLive, gt(carpools.departureAt, of.startsAfter)))
  const onTrips = db
    .select(
      rowOf(
        'trip',
        objectOf<TripTaskFacts & OfGroup & Place & { tripName: string }>({
          groupId: trips.id,
          startsAt: trips.departureAt,
          tripName: trips.tripName,
          ...ofPlaceTask,
          ...ofTripTask,
          participantId: participants.id,
        }),
      ),
    )
    .from(participants)
    .innerJoin(trips, eq(trips.id, participants.groupId))
    .where(and(isLive, gt(trips.departureAt, of.startsAfter)))
  const place = db
    .select({ one: sql`1` })
    .from(participants)
    .where(and(isLive, eq(participants.groupId, carpools.id)))
  const offers = db
    .select(
      rowOf(
        'offer',
        objectOf<OfferFacts & OfCar>({
          ...ofCar,
          status: carpools.status,
          cutoffAt: carpools.cutoffAt,
          offeredUntil: waits.offeredUntil,
          isThere: isTrue(exists(place)),
        }),
      ),
    )
    .from(waits)
    .innerJoin(carpools, eq(carpools.id, waits.groupId))
    .where(and(eq(waits.userId, viewer), gt(waits.offeredUntil, of.now)))
  const unpaid = db
    .select(
      rowOf(
        'order',
        objectOf<OrderTaskFacts & { orderId: OrderId; sendDate: LondonDay }>({
          orderId: orders.id,
          kind: orders.kind,
          sendDate: orders.sendDate,
          payment: orders.payment,
          payBefore: orders.payBefore,
          baseAmount: orders.baseAmount,
        }),
      ),
    )
    .from(orders)
    .where(
      and(eq(orders.userId, viewer), eq(orders.payment, 'awaiting'), gt(orders.payBefore, of.now)),
    )
  return unionAll(cars, onTrips, offers, unpaid)
})
