import * as z from 'zod'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  currencyOut,
  DEPOSIT_STATUSES,
  idField,
  isoTime,
  PAYMENT_STATUSES,
  TERMINALS,
  TRIP_TYPES,
  timeOut,
} from '#app/schemas/common.server.ts'
import type { CarpoolCard, CarpoolRecord } from '#app/services/groups/carpools.server.ts'

const cardFields = {
  id: idField('car'),
  tripType: z.enum(TRIP_TYPES),
  airportId: idField('air'),
  airportName: z.string(),
  terminals: z.array(z.string()),
  currentPassengers: z.int(),
  maxPassengers: z.int(),
  /** Pence a person when the group is full. */
  basePrice: z.int(),
  currency: currencyOut,
  carpoolDatetime: timeOut,
  cutoffTime: timeOut,
  status: z.enum(GROUP_STATUSES),
  flightTimes: z.array(timeOut),
  flightNumbers: z.array(z.string()),
}

/** A carpool as lists show it; `isJoined` only for a caller with a token. Nothing of anyone's address or name. */
export const carpoolReply = z
  .object({ ...cardFields, isJoined: z.boolean().optional() })
  .meta({ id: 'Carpool' })

export const carpoolPageReply = z
  .object({ items: z.array(carpoolReply), nextCursor: z.string().nullable() })
  .meta({ id: 'CarpoolPage' })

/** The caller's own place in a carpool. */
export const carpoolRecordReply = z
  .object({
    ...cardFields,
    participantId: idField('par'),
    paymentStatus: z.enum(PAYMENT_STATUSES),
    place: z.enum(['joined', 'exited', 'history']),
    nlocation: z.string(),
    terminal: z.enum(TERMINALS),
    flightNumber: z.string().nullable(),
    flightTime: timeOut,
    bigLuggage: z.int(),
    smallLuggage: z.int(),
    bag: z.int(),
    people: z.int(),
    deposit: z.object({
      status: z.enum(DEPOSIT_STATUSES),
      isValid: z.boolean(),
      amount: z.int(),
      captureBefore: timeOut.nullable(),
    }),
    holdExpiresAt: timeOut.nullable(),
    balanceDueAt: timeOut.nullable().meta({
      description: 'Until when it can be paid, or the place is released; null until the group is complete',
    }),
    /** Pence that are left to pay: null until the group is settled, 0 once it is paid. */
    remainingAmount: z.int().nullable(),
    originalRemainingAmount: z.int().nullable(),
    pointsDeducted: z.int(),
    deductedAmount: z.int(),
    /** What the caller may do with it through this API now. */
    actions: z.array(
      z.enum(['payRemaining', 'editInfo', 'exit', 'convertToPrivate', 'cancelFailed', 'payDeposit']),
    ),
  })
  .meta({ id: 'CarpoolRecord' })

export const holdReply = z
  .object({
    participantId: idField('par'),
    amount: z.int(),
    currency: currencyOut,
    holdExpiresAt: timeOut,
  })
  .meta({ id: 'Hold' })

export const draftReply = z
  .object({
    carpoolId: idField('car'),
    participantId: idField('par'),
    clientSecret: z.string(),
    amount: z.int(),
    currency: currencyOut,
    holdExpiresAt: timeOut,
  })
  .meta({ id: 'Draft' })

export const intentReply = z
  .object({ clientSecret: z.string(), amount: z.int(), currency: currencyOut })
  .meta({ id: 'PaymentIntent' })

const shown = (card: CarpoolCard, language: Language) => ({
  id: card.id,
  tripType: card.tripType,
  airportId: card.airportId,
  airportName: card.airportName[language],
  terminals: card.terminals,
  currentPassengers: card.currentPassengers,
  maxPassengers: card.maxPassengers,
  basePrice: card.basePrice,
  currency: card.currency,
  carpoolDatetime: isoTime(card.carpoolAt),
  cutoffTime: isoTime(card.cutoffAt),
  status: card.status,
  flightTimes: card.flightTimes.map(isoTime),
  flightNumbers: card.flightNumbers,
})

/** A card as an answer. `known`: the caller has a token, so that she may hear whether she has joined. */
export const carpoolOut = (
  card: CarpoolCard,
  language: Language,
  known: boolean,
): z.output<typeof carpoolReply> => ({
  ...shown(card, language),
  ...(known && { isJoined: card.isJoined }),
})

/** A deposit's status in the API's words: one that is held and yet not valid could not be renewed. */
export const depositStatusOut = ({ status, isValid }: { status: string; isValid: boolean }) =>
  (status === 'held' && !isValid ? 'expiring' : status) as (typeof DEPOSIT_STATUSES)[number]

/** A record as an answer to its owner. */
export const recordOut = (
  record: CarpoolRecord,
  language: Language,
): z.output<typeof carpoolRecordReply> => ({
  ...shown(record, language),
  participantId: record.participantId,
  paymentStatus: record.paymentStatus,
  place: record.place,
  nlocation: record.nLocation,
  terminal: record.terminal as (typeof TERMINALS)[number],
  flightNumber: record.flightNumber,
  flightTime: isoTime(record.flightTime),
  bigLuggage: record.bigLuggage,
  smallLuggage: record.smallLuggage,
  bag: record.bag,
  people: record.people,
  deposit: {
    status: depositStatusOut(record.deposit),
    isValid: record.deposit.isValid,
    amount: record.deposit.amount,
    captureBefore: record.deposit.captureBefore === null ? null : isoTime(record.deposit.captureBefore),
  },
  holdExpiresAt: record.holdExpiresAt === null ? null : isoTime(record.holdExpiresAt),
  balanceDueAt: record.originalRemainingAmount === null ? null : isoTime(record.balanceDueAt),
  remainingAmount: record.remainingAmount,
  originalRemainingAmount: record.originalRemainingAmount,
  pointsDeducted: record.pointsDeducted,
  deductedAmount: record.deductedAmount,
  actions: record.actions,
})
