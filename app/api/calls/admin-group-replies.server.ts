import * as z from 'zod'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { TRIP_STATUSES } from '#app/domain/trip/state.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  currencyOut,
  idField,
  isoTime,
  PAYMENT_STATUSES,
  TRIP_TYPES,
  timeOut,
} from '#app/schemas/common.server.ts'
import type { GroupPlace, GroupRow, GroupView, NamedRefund } from '#app/services/admin/groups.server.ts'

const rowFields = {
  currentPassengers: z.int().meta({ description: 'People with a seat, on hold or confirmed' }),
  maxPassengers: z.int(),
  cutoffTime: timeOut,
  createdAt: timeOut,
  stuckSince: timeOut
    .nullable()
    .meta({ description: 'Since when a payment of it has been undecided for too long; null: none is' }),
}
const carpoolFields = {
  id: idField('car'),
  tripType: z.enum(TRIP_TYPES),
  airportName: z.string(),
  private: z.boolean(),
  status: z.enum(GROUP_STATUSES),
  carpoolDatetime: timeOut,
  ...rowFields,
}
const tripFields = {
  id: idField('trip'),
  tripName: z.string(),
  minPassengers: z.int(),
  balancePrice: z.int().meta({ description: 'A person beside the deposit, pence' }),
  status: z.enum(TRIP_STATUSES),
  tripStartDatetime: timeOut,
  tripEndDatetime: timeOut,
  ...rowFields,
}

const deposit = z.object({
  status: z.enum(['awaiting', 'held', 'captured', 'released', 'returning', 'cancelled']),
  stripeId: z.string().nullable(),
  captured: z.int().meta({ description: 'Pence' }),
  captureBefore: timeOut.nullable(),
})
const balance = z.object({
  status: z.enum(['none', 'due', 'begun', 'paid']),
  amount: z.int().nullable().meta({ description: 'What the card paid or has still to pay, pence' }),
  points: z.int(),
  stripeId: z.string().nullable(),
})
const participant = z
  .object({
    participantId: idField('par'),
    userId: idField('usr'),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    wechat: z.string().nullable(),
    people: z.int(),
    seat: z.enum(['held', 'lapsing', 'taken', 'gone']),
    leaving: z
      .string()
      .nullable()
      .meta({ description: 'Why the place is gone or about to be', examples: ['exited'] }),
    paymentStatus: z.enum(PAYMENT_STATUSES),
    deposit,
    balance,
    returning: z.boolean().meta({ description: 'Money of it is on its way back at this moment' }),
    convertedTo: idField('car').nullable(),
    terminal: z.string().nullable(),
    flightNumber: z.string().nullable(),
    flightTime: timeOut.nullable(),
    nLocation: z.string().nullable(),
    bigLuggage: z.int(),
    smallLuggage: z.int(),
    bag: z.int(),
    heldAt: timeOut,
    holdExpiresAt: timeOut.nullable(),
  })
  .meta({ id: 'AdminParticipant' })

const part = z.object({
  stripeId: z.string().nullable(),
  action: z
    .enum(['release', 'refund', 'none'])
    .meta({ description: 'A hold is let go, a charge is refunded' }),
  amount: z.int(),
})
const refund = z
  .object({
    participantId: idField('par'),
    userId: idField('usr'),
    name: z.string().nullable(),
    people: z.int(),
    deposit: part,
    balance: part,
    points: z.int(),
    total: z.int().meta({ description: 'Pence, held or taken' }),
  })
  .meta({ id: 'AdminRefund' })

const detailFields = {
  currency: currencyOut,
  participants: z.array(participant),
  isCancellable: z.boolean(),
  cancelled: z.object({ at: timeOut, by: idField('adm') }).nullable(),
  refunds: z.array(refund).meta({
    description: 'Who gets what if it is cancelled as it is now; of a cancelled one, what each got',
  }),
}

const carpoolItem = z.object(carpoolFields).meta({ id: 'AdminCarpoolItem' })
const tripItem = z.object(tripFields).meta({ id: 'AdminTripItem' })
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
export const carpoolItemsReply = pageOf(carpoolItem).meta({ id: 'AdminCarpoolPage' })
export const tripItemsReply = pageOf(tripItem).meta({ id: 'AdminTripPage' })
export const adminCarpoolReply = z
  .object({
    ...carpoolFields,
    prices: z.array(z.int()).meta({ description: 'Pence a person for 1, 2 … people' }),
    ...detailFields,
  })
  .meta({ id: 'AdminCarpool' })
export const adminTripReply = z.object({ ...tripFields, ...detailFields }).meta({ id: 'AdminTrip' })

const rowOut = (row: GroupRow) => ({
  currentPassengers: row.people,
  maxPassengers: row.maxPassengers,
  cutoffTime: isoTime(row.cutoffAt),
  createdAt: isoTime(row.createdAt),
  stuckSince: row.stuckSinceAt === null ? null : isoTime(row.stuckSinceAt),
})

/** A carpool of the list. Throws for a trip: the services keep the kinds apart. */
export function carpoolItemOut(row: GroupRow, language: Language): z.output<typeof carpoolItem> {
  if (row.about.kind !== 'carpool') throw new Error(`${row.id} is no carpool`)
  return {
    id: row.id,
    tripType: row.about.tripType,
    airportName: row.about.airportName[language],
    private: row.private,
    status: row.status,
    carpoolDatetime: isoTime(row.at),
    ...rowOut(row),
  }
}

/** A trip of the list. Throws for a carpool. */
export function tripItemOut(row: GroupRow): z.output<typeof tripItem> {
  if (row.about.kind !== 'trip') throw new Error(`${row.id} is no trip`)
  return {
    id: row.id,
    tripName: row.about.tripName,
    minPassengers: row.about.minPassengers,
    balancePrice: row.about.balancePrice,
    // The machine of all groups knows more states than a trip comes into.
    status: row.status as (typeof TRIP_STATUSES)[number],
    tripStartDatetime: isoTime(row.at),
    tripEndDatetime: isoTime(row.about.endAt),
    ...rowOut(row),
  }
}

export const adminCarpoolOut = (
  group: GroupView,
  language: Language,
): z.output<typeof adminCarpoolReply> => ({
  ...carpoolItemOut(group, language),
  prices: group.about.kind === 'carpool' ? group.about.prices : [],
  ...detailOut(group),
})

export const adminTripOut = (group: GroupView): z.output<typeof adminTripReply> => ({
  ...tripItemOut(group),
  ...detailOut(group),
})

const detailOut = ({ cancelled, places, refunds, isCancellable }: GroupView) => ({
  currency: 'gbp' as const,
  participants: places.map(participantOut),
  isCancellable,
  cancelled: cancelled && { at: isoTime(cancelled.at), by: cancelled.by },
  refunds: refunds.map(refundOut),
})

function participantOut({ person, party, ...p }: GroupPlace): z.output<typeof participant> {
  const time = (at: number | null) => (at === null ? null : isoTime(at))
  return {
    participantId: p.participantId,
    userId: p.userId,
    name: person?.name ?? null,
    phone: person?.phone ?? null,
    wechat: person?.wechat ?? null,
    people: p.people,
    seat: p.seat,
    leaving: p.leaving,
    paymentStatus: p.paymentStatus,
    deposit: {
      status: p.deposit.status,
      stripeId: p.deposit.intentId,
      captured: p.deposit.captured,
      captureBefore: time(p.deposit.captureBefore),
    },
    balance: {
      status: p.balance.status,
      amount: p.balance.amount,
      points: p.balance.points,
      stripeId: p.balance.intentId,
    },
    returning: p.returning,
    convertedTo: p.convertedTo,
    terminal: party.terminal,
    flightNumber: party.flightNumber,
    flightTime: time(party.flightTime),
    nLocation: party.nLocation,
    bigLuggage: party.bigLuggage,
    smallLuggage: party.smallLuggage,
    bag: party.bag,
    heldAt: isoTime(p.heldAt),
    holdExpiresAt: time(p.holdExpiresAt),
  }
}

function refundOut({ person, deposit, balance, ...r }: NamedRefund): z.output<typeof refund> {
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
