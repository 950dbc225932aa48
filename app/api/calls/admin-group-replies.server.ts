import * as z from 'zod'
import { pageReply } from '#app/api/page.server.ts'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { luggageOf } from '#app/domain/luggage.ts'
import { type Instant, isoTime } from '#app/domain/time.ts'
import { TRIP_STATUSES } from '#app/domain/trip/state.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  currencyOut,
  idField,
  intLike,
  PAYMENT_STATUSES,
  stripeIdText,
  TRIP_TYPES,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type {
  GroupPlace,
  GroupRow,
  GroupView,
  NamedRefund,
} from '#app/services/admin/groups.server.ts'
import { luggageReply } from './luggage-reply.server.ts'

const notYet = z.boolean().meta({ examples: [false] })

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
  private: notYet,
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

const deposit = z.object({
  status: z
    .enum(['awaiting', 'held', 'captured', 'released', 'returning', 'cancelled'])
    .meta({ examples: ['held'] }),
  stripeId: stripeIdText.nullable(),
  captured: intLike(0).meta({ description: 'Pence' }),
  captureBefore: timeOut('2026-12-08T09:30:00Z').nullable(),
})
const balance = z.object({
  status: z.enum(['none', 'due', 'begun', 'paid', 'refunded']),
  amount: z
    .int()
    .nullable()
    .meta({ description: 'What the card paid or has still to pay, pence', examples: [null] }),
  points: intLike(0),
  stripeId: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
})
const participant = z
  .object({
    participantId: idField('par'),
    userId: idField('usr'),
    name: textLike(sample.name).nullable(),
    phone: textLike(sample.phone).nullable(),
    wechat: textLike(sample.wechat).nullable(),
    people: intLike(1),
    seat: z.enum(['held', 'lapsing', 'taken', 'gone']).meta({ examples: ['taken'] }),
    leaving: z
      .string()
      .nullable()
      .meta({
        description: 'Why the place is gone or about to be, such as exited; null otherwise',
        examples: [null],
      }),
    paymentStatus: z.enum(PAYMENT_STATUSES),
    deposit,
    balance,
    returning: notYet.meta({ description: 'Money of it is on its way back at this moment' }),
    convertedTo: idField('car')
      .nullable()
      .meta({ examples: [null] }),
    terminal: textLike(sample.terminal).nullable(),
    flightNumber: textLike(sample.flight).nullable(),
    flightTime: timeOut('2026-12-12T12:30:00Z').nullable(),
    nLocation: textLike(sample.home).nullable(),
    ...luggageReply,
    flightIsOpen: notYet.meta({ description: 'It has changed, and a decision is due: see flight' }),
    missedAt: timeOut()
      .nullable()
      .meta({
        description: 'When its driver reported it missing; null once that is settled',
        examples: [null],
      }),
    heldAt: timeOut(),
    holdExpiresAt: timeOut()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'AdminParticipant' })

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

const detailFields = {
  currency: currencyOut,
  participants: z.array(participant),
  isCancellable: z.boolean(),
  cancelled: z
    .object({ at: timeOut(), by: idField('adm') })
    .nullable()
    .meta({ description: 'When it was cancelled and by whom; null otherwise', examples: [null] }),
  refunds: z.array(refund).meta({
    description: 'Who gets what if it is cancelled as it is now; of a cancelled one, what each got',
  }),
}

const carpoolItem = z.object(carpoolFields).meta({ id: 'AdminCarpoolItem' })
const tripItem = z.object(tripFields).meta({ id: 'AdminTripItem' })
export const carpoolItemsReply = pageReply(carpoolItem).meta({ id: 'AdminCarpoolPage' })
export const tripItemsReply = pageReply(tripItem).meta({ id: 'AdminTripPage' })
export const adminCarpoolReply = z
  .object({
    ...carpoolFields,
    prices: z.array(z.int()).meta({
      description: 'Pence a person for 1, 2 … people',
      examples: [Object.values(sample.prices)],
    }),
    ...detailFields,
  })
  .meta({ id: 'AdminCarpool' })
export const adminTripReply = z.object({ ...tripFields, ...detailFields }).meta({ id: 'AdminTrip' })

const rowOut = (row: GroupRow) => ({
  currentPassengers: row.people,
  maxPassengers: row.maxPassengers,
  cutoffTime: isoTime(row.cutoffAt),
  createdAt: isoTime(row.createdAt),
  stuckSince: isoTime(row.stuckSinceAt),
})

/** A carpool in the list. Throws for a trip: the services keep the kinds apart. */
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

/** A trip in the list. Throws for a carpool. */
export function tripItemOut(row: GroupRow): z.output<typeof tripItem> {
  if (row.about.kind !== 'trip') throw new Error(`${row.id} is no trip`)
  return {
    id: row.id,
    tripName: row.about.tripName,
    minPassengers: row.about.minPassengers,
    balancePrice: row.about.balancePrice,
    // The state machine shared by all groups has more states than a trip can reach.
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

const detailOut = ({ cancelled, places, refunds, isCancellable, ride }: GroupView) => ({
  currency: 'gbp' as const,
  participants: places.map((p) => participantOut(p, ride.missed?.[p.participantId] ?? null)),
  isCancellable,
  cancelled: cancelled && { at: isoTime(cancelled.at), by: cancelled.by },
  refunds: refunds.map(refundOut),
})

function participantOut(
  { person, party, ...p }: GroupPlace,
  missedAt: Instant | null,
): z.output<typeof participant> {
  return {
    participantId: p.participantId,
    userId: p.userId,
    name: person?.name ?? null,
    phone: person?.phone ?? null,
    wechat: person?.wechat ?? null,
    people: party.people,
    seat: p.seat,
    leaving: p.leaving,
    paymentStatus: p.paymentStatus,
    deposit: {
      status: p.deposit.status,
      stripeId: p.deposit.intentId,
      captured: p.deposit.captured,
      captureBefore: isoTime(p.deposit.captureBefore),
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
    flightTime: isoTime(party.flightTime),
    nLocation: party.nLocation,
    ...luggageOf(party),
    flightIsOpen: p.flightOpenUntil !== null,
    missedAt: isoTime(missedAt),
    heldAt: isoTime(p.heldAt),
    holdExpiresAt: isoTime(p.holdExpiresAt),
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
