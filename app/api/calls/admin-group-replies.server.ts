import * as z from 'zod'
import { pageReply } from '#app/api/page.server.ts'
import type { GroupRow, GroupView, NamedRefund } from '#app/console/service/group-views.server.ts'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  currencyOut,
  idField,
  intLike,
  stripeIdText,
  TRIP_TYPES,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { TRIP_STATUSES } from '#app/trip/rules/state.ts'

const rowFields = {
  currentPassengers: intLike(1).meta({ description: 'People with a seat, on hold or confirmed' }),
  createdAt: timeOut(),
  stuckSince: timeOut()
    .nullable()
    .meta({
      description: 'Since when a payment of it has been undecided for too long; null: none is',
      examples: [null],
    }),
}
const carpoolFields = {
  id: idField('car'),
  tripType: z.enum(TRIP_TYPES),
  airportName: textLike(sample.airportName.zh),
  private: z.boolean().meta({ examples: [false] }),
  status: z.enum(GROUP_STATUSES).meta({ examples: ['OPEN'] }),
  carpoolDatetime: timeOut('2026-12-12T14:00:00Z'),
  maxPassengers: intLike(4),
  cutoffTime: timeOut('2026-12-11T14:00:00Z'),
  ...rowFields,
}
const tripFields = {
  id: idField('trip'),
  tripName: textLike(sample.tripName),
  minPassengers: intLike(8),
  balancePrice: intLike(3000).meta({ description: 'A person beside the deposit, pence' }),
  status: z.enum(TRIP_STATUSES).meta({ examples: ['OPEN'] }),
  tripStartDatetime: timeOut('2026-12-19T08:00:00Z'),
  tripEndDatetime: timeOut('2026-12-20T18:00:00Z'),
  maxPassengers: intLike(12),
  cutoffTime: timeOut('2026-12-16T12:00:00Z'),
  ...rowFields,
}

const part = z.object({
  stripeId: stripeIdText.nullable(),
  action: z
    .enum(['release', 'refund', 'none'])
    .meta({ description: 'A hold is let go, a charge is refunded' }),
  amount: intLike(2000),
})
const refund = z
  .object({
    participantId: idField('par'),
    userId: idField('usr'),
    name: textLike(sample.name).nullable(),
    people: intLike(1),
    deposit: part,
    balance: part.meta({ examples: [{ stripeId: null, action: 'none', amount: 0 }] }),
    points: intLike(0),
    total: intLike(2000).meta({ description: 'Pence, held or taken' }),
  })
  .meta({ id: 'AdminRefund' })

const cancelledFields = {
  currency: currencyOut,
  cancelled: z
    .object({ at: timeOut(), by: idField('adm') })
    .nullable()
    .meta({ description: 'When and by whom' }),
  refunds: z.array(refund).meta({ description: 'Who got what' }),
}

const carpoolItem = z.object(carpoolFields).meta({ id: 'AdminCarpoolItem' })
const tripItem = z.object(tripFields).meta({ id: 'AdminTripItem' })
export const carpoolItemsReply = pageReply(carpoolItem).meta({ id: 'AdminCarpoolPage' })
export const tripItemsReply = pageReply(tripItem).meta({ id: 'AdminTripPage' })
export const cancelledCarpoolReply = z
  .object({ ...carpoolFields, ...cancelledFields })
  .meta({ id: 'CancelledCarpool' })
export const cancelledTripReply = z
  .object({ ...tripFields, ...cancelledFields })
  .meta({ id: 'CancelledTrip' })

const rowOut = (row: GroupRow) => ({
  currentPassengers: row.people,
  maxPassengers: row.maxPassengers,
  cutoffTime: row.cutoffAt,
  createdAt: row.createdAt,
  stuckSince: row.stuckSinceAt,
})

/** A carpool in the list. Throws for a trip: the services keep the kinds apart. */
export function carpoolItemOut(row: GroupRow, language: Language): z.input<typeof carpoolItem> {
  if (row.about.kind !== 'carpool') throw new Error(`${row.id} is no carpool`)
  return {
    id: row.id,
    tripType: row.about.tripType,
    airportName: row.about.airportName[language],
    private: row.private,
    status: row.status,
    carpoolDatetime: row.at,
    ...rowOut(row),
  }
}

/** A trip in the list. Throws for a carpool. */
export function tripItemOut(row: GroupRow): z.input<typeof tripItem> {
  if (row.about.kind !== 'trip') throw new Error(`${row.id} is no trip`)
  return {
    id: row.id,
    tripName: row.about.tripName,
    minPassengers: row.about.minPassengers,
    balancePrice: row.about.balancePrice,
    // The state machine shared by all groups has more states than a trip can reach.
    status: row.status as (typeof TRIP_STATUSES)[number],
    tripStartDatetime: row.at,
    tripEndDatetime: row.about.endAt,
    ...rowOut(row),
  }
}

/** The additional fields of a cancelled group, for both kinds. */
export const cancelledOut = ({ cancelled, refunds }: GroupView) => ({
  currency: 'gbp' as const,
  cancelled: cancelled && { at: cancelled.at, by: cancelled.by },
  refunds: refunds.map(refundOut),
})

function refundOut({ person, deposit, balance, ...r }: NamedRefund): z.input<typeof refund> {
  const out = (one: NamedRefund['deposit']) => ({
    stripeId: one.intentId,
    action: one.action,
    amount: one.amount,
  })
  return {
    participantId: r.participantId,
    userId: r.userId,
    name: person?.name ?? null,
    people: r.people,
    deposit: out(deposit),
    balance: out(balance),
    points: r.points,
    total: r.total,
  }
}
