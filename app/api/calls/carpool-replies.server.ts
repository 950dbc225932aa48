import * as z from 'zod'
import { pageReply } from '#app/api/page.server.ts'
import type { CarpoolCard, CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  clientSecretText,
  currencyOut,
  DEPOSIT_STATUSES,
  idField,
  intLike,
  luggageReply,
  PAYMENT_STATUSES,
  refundedAmountOut,
  refundOwedOut,
  TERMINALS,
  TRIP_TYPES,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

const flightTimeOut = timeOut('2026-12-12T12:30:00Z')

const cardFields = {
  id: idField('car'),
  tripType: z.enum(TRIP_TYPES),
  airportId: idField('air'),
  airportName: textLike(sample.airportName.zh),
  terminals: z.array(textLike(sample.terminal)),
  currentPassengers: intLike(2),
  maxPassengers: intLike(4),
  basePrice: intLike(3800).meta({
    description: 'Pence a person: of a full group, or of as many as it went with',
  }),
  currency: currencyOut,
  carpoolDatetime: timeOut('2026-12-12T14:00:00Z'),
  cutoffTime: timeOut('2026-12-11T14:00:00Z'),
  status: z.enum(GROUP_STATUSES).meta({ examples: ['OPEN'] }),
  flightTimes: z.array(flightTimeOut),
  flightNumbers: z.array(textLike(sample.flight)),
  releasedSeats: intLike(0).meta({
    description:
      'Seats of a complete carpool that can be taken by paying deposit and balance together',
  }),
  releasedUntil: timeOut('2026-12-12T08:00:00Z')
    .nullable()
    .meta({ description: 'Until when; null: there are none', examples: [null] }),
}

/** A carpool as lists show it; `isJoined` only for a caller with a token. No addresses or names. */
export const carpoolReply = z
  .object({ ...cardFields, isJoined: z.boolean().optional() })
  .meta({ id: 'Carpool' })

export const carpoolPageReply = pageReply(carpoolReply).meta({ id: 'CarpoolPage' })

export const depositStatusReply = z.enum(DEPOSIT_STATUSES).meta({ examples: ['held'] })

/** The caller's own place in a carpool. */
export const carpoolRecordReply = z
  .object({
    ...cardFields,
    participantId: idField('par'),
    paymentStatus: z.enum(PAYMENT_STATUSES),
    place: z.enum(['joined', 'exited', 'history']),
    nlocation: textLike(sample.home),
    terminal: z.enum(TERMINALS).meta({ examples: [sample.terminal] }),
    flightNumber: textLike(sample.flight).nullable(),
    flightTime: flightTimeOut,
    ...luggageReply,
    people: intLike(1),
    deposit: z.object({
      status: depositStatusReply,
      isValid: z.boolean(),
      amount: intLike(2000),
      captureBefore: timeOut('2026-12-11T09:00:00Z').nullable(),
    }),
    holdExpiresAt: timeOut()
      .nullable()
      .meta({ examples: [null] }),
    balanceDueAt: timeOut()
      .nullable()
      .meta({
        description:
          'Until when it can be paid, or the place is released; null until the group is complete',
        examples: [null],
      }),
    remainingAmount: z
      .int()
      .nullable()
      .meta({
        description:
          'Pence that are left to pay; null until the group is complete, 0 once it is paid',
        examples: [null],
      }),
    originalRemainingAmount: z
      .int()
      .nullable()
      .meta({ description: 'What was to be paid before points, pence', examples: [null] }),
    refundedAmount: refundedAmountOut,
    refundOwed: refundOwedOut,
    pointsDeducted: intLike(0),
    deductedAmount: intLike(0).meta({ description: 'What the points are worth, pence' }),
    flightChange: z
      .object({ changedAt: timeOut(), fits: z.boolean(), isOpen: z.boolean() })
      .nullable()
      .meta({
        description:
          'How the flight has changed since the group was complete: whether it is within the window, and whether customer service has still to see to it',
        examples: [null],
      }),
    actions: z
      .array(
        z.enum([
          'payRemaining',
          'editInfo',
          'changeFlight',
          'exit',
          'convertToPrivate',
          'cancelFailed',
          'payDeposit',
        ]),
      )
      .meta({
        description: 'What the caller may do with it through this API now',
        examples: [['editInfo', 'exit']],
      }),
  })
  .meta({ id: 'CarpoolRecord' })

export const holdReply = z
  .object({
    participantId: idField('par'),
    amount: intLike(2000).meta({
      description: 'Pence: the deposit, or for released seats deposit and balance together',
    }),
    currency: currencyOut,
    holdExpiresAt: timeOut('2026-12-04T10:00:00Z'),
  })
  .meta({ id: 'Hold' })

export const draftReply = z
  .object({
    carpoolId: idField('car'),
    participantId: idField('par'),
    clientSecret: clientSecretText,
    amount: intLike(2000),
    currency: currencyOut,
    holdExpiresAt: timeOut('2026-12-04T10:00:00Z'),
  })
  .meta({ id: 'Draft' })

export const intentReply = z
  .object({ clientSecret: clientSecretText, amount: intLike(2000), currency: currencyOut })
  .meta({ id: 'PaymentIntent' })

/** Converts a card to an answer. */
export const carpoolOut = <Card extends CarpoolCard>(card: Card, language: Language) => ({
  ...card,
  airportName: card.airportName[language],
  carpoolDatetime: card.carpoolAt,
  cutoffTime: card.cutoffAt,
  releasedUntil: card.releasedSeats > 0 ? card.releasedUntil : null,
})

/**
 * A deposit's status in the API's terms: an invalid hold could not be renewed and is `expiring`.
 */
export const depositStatusOut = ({ status, isValid }: { status: string; isValid: boolean }) =>
  (status === 'held' && !isValid ? 'expiring' : status) as (typeof DEPOSIT_STATUSES)[number]

/** Converts a record to an answer for its owner. */
export const recordOut = (
  record: CarpoolRecord,
  language: Language,
): z.input<typeof carpoolRecordReply> => ({
  ...carpoolOut(record, language),
  ...record.party,
  place: record.list,
  nlocation: record.party.nLocation ?? '',
  terminal: record.party.terminal as (typeof TERMINALS)[number],
  flightTime: record.party.flightTime ?? 0,
  deposit: { ...record.deposit, status: depositStatusOut(record.deposit) },
  balanceDueAt: record.originalRemainingAmount === null ? null : record.balanceDueAt,
  refundOwed: record.refundOwed.deposit + record.refundOwed.balance,
  flightChange: record.flight && { ...record.flight, changedAt: record.flight.at },
})
