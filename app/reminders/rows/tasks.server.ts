import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { TripType } from '#app/carpool/rules/state.ts'
import type { GroupId, OrderId, ParticipantId, RequestId } from '#app/kernel/id.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import { isTrue, objectOf, ofPlaceTask } from '#app/notices/rows/task-facts.server.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type {
  CarTaskFacts,
  OfferFacts,
  OrderTaskFacts,
  RequestTaskFacts,
  TripTaskFacts,
} from '#app/reminders/rules/task.ts'
import type { RequestKind } from '#app/requests/rules/request.ts'
import { prepared } from '#db/prepared-query.ts'
import { hasRow } from '#db/rows.ts'
import { groups, orders, participants, requests, waits } from '#db/schema.ts'

type OfGroup = { groupId: GroupId; startsAt: Instant }
type OfCar = OfGroup & { tripType: TripType; airportNameZh: string; airportNameEn: string }
type OfTrip = OfGroup & { tripName: string }
type ParticipantRef = { participantId: ParticipantId }
/** A booking that may need action by the student, with its facts. */
export type TaskRow =
  | { kind: 'carpool'; facts: CarTaskFacts & OfCar & ParticipantRef }
  | { kind: 'trip'; facts: TripTaskFacts & OfTrip & ParticipantRef }
  | { kind: 'offer'; facts: OfferFacts & OfCar }
  | { kind: 'order'; facts: OrderTaskFacts & { orderId: OrderId; sendDate: LondonDay } }
  | { kind: 'request'; facts: RequestTaskFacts & { requestId: RequestId; about: RequestKind } }

const rowOf = (kind: TaskRow['kind'] | typeof groups.kind, facts: SQL) => ({
  kind: sql<TaskRow['kind']>`${kind}`.as('kind'),
  facts: facts.mapWith((text: string) => JSON.parse(text)).as('facts'),
})
const ofGroup = {
  groupId: groups.id,
  startsAt: groups.departureAt,
  tripType: groups.tripType,
  airportNameZh: groups.airportNameZh,
  airportNameEn: groups.airportNameEn,
}

type TaskQuery = { viewer: ViewerRef; now: Instant; startsAfter: Instant }

/**
 * A user's bookings that may need action, as one statement: live places in groups that start after
 * `startsAfter`, seats that are kept for them, orders that are not paid, and
 * money that they are asked for.
 */
export const selectTaskRows = prepared((db, of: TaskQuery) => {
  const viewer = idOf(db, of.viewer)
  const isLive = and(
    eq(participants.userId, viewer),
    inArray(participants.seat, ['held', 'taken', 'out']),
  )
  const places = db
    .select(
      rowOf(
        groups.kind,
        objectOf<CarTaskFacts & TripTaskFacts & OfCar & OfTrip & ParticipantRef>({
          ...ofGroup,
          tripName: groups.tripName,
          ...ofPlaceTask,
          participantId: participants.id,
        }),
      ),
    )
    .from(participants)
    .innerJoin(groups, eq(groups.id, participants.groupId))
    .where(and(isLive, gt(groups.departureAt, of.startsAfter)))
  const isThere = hasRow(db, participants, isLive, eq(participants.groupId, groups.id))
  const offers = db
    .select(
      rowOf(
        'offer',
        objectOf<OfferFacts & OfCar>({
          ...ofGroup,
          status: groups.status,
          cutoffAt: groups.cutoffAt,
          offeredUntil: waits.offeredUntil,
          isThere: isTrue(isThere),
        }),
      ),
    )
    .from(waits)
    .innerJoin(groups, eq(groups.id, waits.groupId))
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
  const asked = db
    .select(
      rowOf(
        'request',
        objectOf<RequestTaskFacts & { requestId: RequestId; about: RequestKind }>({
          requestId: requests.id,
          about: requests.what,
          askedAt: requests.askedAt,
          amount: requests.amount,
        }),
      ),
    )
    .from(requests)
    .where(and(eq(requests.userId, viewer), eq(requests.payment, 'awaiting')))
  return unionAll(places, offers, unpaid, asked)
})
