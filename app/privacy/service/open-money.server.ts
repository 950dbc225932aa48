import { listGroupsOf, listOrdersOf } from '#app/account/rows/closing.server.ts'
import type { CarpoolState, TripType } from '#app/carpool/rules/state.ts'
import { type OpenPlace, type OpenReason, openMoneyOf } from '#app/group/rules/open-money.ts'
import type { AllObjects, GroupSnapshot, Objects } from '#app/group/service/group-objects.server.ts'
import type { GroupId, OrderId, ParticipantId, RequestId, TripId, UserId } from '#app/kernel/id.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import type { OrderRow } from '#app/orders/rows/orders.server.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { isDone } from '#app/orders/rules/permissions.ts'
import {
  type FailedRefundRow,
  listFailedRefundsOfUser,
} from '#app/payments/rows/failed-refunds.server.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { listOwnRequests, type RequestRow } from '#app/requests/rows/requests.server.ts'
import { isOpen, type RequestKind } from '#app/requests/rules/request.ts'
import type { TripState } from '#app/trip/rules/state.ts'

/** Something of a student's with unsettled money or pending work. */
export type OpenItem =
  | {
      what: 'carpool'
      participantId: ParticipantId
      why: OpenReason
      airportName: { zh: string; en: string }
      tripType: TripType
      at: Instant
    }
  | {
      what: 'trip'
      participantId: ParticipantId
      tripId: TripId
      why: OpenReason
      tripName: string
      at: Instant
    }
  | {
      what: OrderKind
      id: OrderId
      why: 'unpaid' | 'underway' | 'returning' | 'owed'
      day: LondonDay
    }
  | { what: 'request'; id: RequestId; why: 'unpaid' | 'owed'; kind: RequestKind; amount: number }

/**
 * Everything open for a student, from the source of truth: orders and
 * requests from D1, places from the objects
 * of all their groups. D1's rows only tell which groups to ask. Fails with `unavailable` if one of
 * them cannot be reached.
 */
export async function findOpenMoney(
  { db, objects }: Needs<'db'> & Objects,
  userId: UserId,
): Promise<Result<OpenItem[]>> {
  const orders = await listOrdersOf(db, userId)
  const asked = await listOwnRequests(db, { id: userId })
  const groups = await listGroupsOf(db, userId)
  const failed = await listFailedRefundsOfUser(db, userId)
  const owed = failed.filter(({ missing, settledAt }) => missing > 0 && settledAt === null)
  const places = await inParallel(groups.map((id) => () => openInGroup(objects, id, userId, owed)))
  if (!places.ok) return places
  const open = orders.filter((order) => !isDone(order) || order.refundOwed > 0)
  return ok([
    ...places.value.flat(),
    ...open.map((order): OpenItem => {
      const { kind, id, sendDate } = order
      return { what: kind, id, why: whyOpen(order), day: sendDate }
    }),
    ...asked.filter(isRequestOpen).map((request): OpenItem => {
      const { id, what: kind, amount, refundOwed } = request
      return { what: 'request', id, why: refundOwed > 0 ? 'owed' : 'unpaid', kind, amount }
    }),
  ])
}

const isRequestOpen = (request: RequestRow): boolean => isOpen(request) || request.refundOwed > 0

function whyOpen({ payment, refundOwed }: OrderRow): 'unpaid' | 'underway' | 'returning' | 'owed' {
  if (refundOwed > 0) return 'owed'
  return payment === 'awaiting' ? 'unpaid' : payment === 'refunding' ? 'returning' : 'underway'
}

async function openInGroup(
  objects: AllObjects,
  id: GroupId,
  userId: UserId,
  owed: FailedRefundRow[],
): Promise<Result<OpenItem[]>> {
  const found = await objects.of(id).snapshot(id)
  if (!found.ok) return found
  if (!found.value) return ok([])
  const { state } = found.value
  const open = openIn(found.value, userId).map((place) => itemOf(state, place))
  for (const { id: participantId, userId: owner, convertedTo } of state.participants) {
    const isOwed = owed.some((one) => one.participantId === participantId)
    if (
      isOwed &&
      !open.some((item) => 'participantId' in item && item.participantId === participantId)
    )
      open.push(itemOf(state, { participantId, why: 'owed' }))
    if (owner !== userId || !convertedTo) continue
    const moved = await objects.carpools.snapshot(convertedTo.carpoolId)
    if (!moved.ok) return moved
    // The deposit has moved to a private car that is not open yet.
    if (!moved.value) open.push(itemOf(state, { participantId, why: 'seat' }))
  }
  return ok(open)
}

/** The user's open places. A place with stuck money counts as open whatever its state. */
function openIn(
  { state, stuck }: GroupSnapshot<CarpoolState | TripState>,
  userId: UserId,
): OpenPlace[] {
  const open = openMoneyOf(state, userId)
  const known = new Set<string>(open.map(({ participantId }) => participantId))
  const stays = state.participants.filter(
    (p) =>
      p.userId === userId && !known.has(p.id) && stuck.some((row) => row.participantId === p.id),
  )
  return [...open, ...stays.map((p): OpenPlace => ({ participantId: p.id, why: 'settling' }))]
}

function itemOf(state: CarpoolState | TripState, place: OpenPlace): OpenItem {
  if ('tripName' in state) {
    const { id, tripName, tripStartAt } = state
    return { what: 'trip', ...place, tripId: id, tripName, at: tripStartAt }
  }
  const { airportName, tripType, carpoolAt } = state
  return { what: 'carpool', ...place, airportName, tripType, at: carpoolAt }
}
