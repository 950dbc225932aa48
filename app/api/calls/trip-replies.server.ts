import * as z from 'zod'
import { pageReply } from '#app/api/page.server.ts'
import { is } from '#app/group/rules/status.ts'
import {
  clientSecretText,
  currencyOut,
  idField,
  intLike,
  refundedAmountOut,
  refundOwedOut,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { TRIP_STATUSES, type TripTexts } from '#app/trip/rules/state.ts'
import type { TripView } from '#app/trip/service/trip-views.server.ts'

const notYet = z.boolean().meta({ examples: [false] })

/** A text of the trip's creator, once approved. */
const textOut = (of: keyof TripTexts) =>
  textLike(sample.tripTexts[of])
    .nullable()
    .meta({ description: 'Once approved; null before, or if nothing is said' })

/**
 * A trip and the caller's own place on it. Other participants and their travel details stay
 * private.
 */
export const tripReply = z
  .object({
    id: idField('trip'),
    tripName: textLike(sample.tripName),
    currentPassengers: intLike(6).meta({
      description: 'People with a place, on hold or confirmed',
    }),
    maxPassengers: intLike(12),
    minPassengers: intLike(8),
    neededPassengers: intLike(2).meta({
      description: 'How many confirmed people are missing to minPassengers',
    }),
    tripStartDatetime: timeOut('2026-12-19T08:00:00Z'),
    tripEndDatetime: timeOut('2026-12-20T18:00:00Z'),
    cutoffTime: timeOut('2026-12-16T12:00:00Z'),
    balanceDueAt: timeOut()
      .nullable()
      .meta({
        description:
          'Until when balances can be paid, or the place is released; null before it has come about',
        examples: [null],
      }),
    carpoolDatetime: timeOut('2026-12-19T08:00:00Z').meta({
      description: 'The same as tripStartDatetime',
    }),
    status: z.enum(TRIP_STATUSES).meta({ examples: ['OPEN'] }),
    basePrice: intLike(2000).meta({ description: 'The deposit of a place, pence' }),
    balancePrice: intLike(3000).meta({ description: 'A person beside the deposit, pence' }),
    currency: currencyOut,
    needsFlight: z.boolean().meta({
      description: 'Whether joiners say which flight they take',
      examples: [true],
    }),
    itinerary: textOut('itinerary'),
    meetingPoint: textOut('meetingPoint'),
    included: textOut('included'),
    participants: z
      .array(
        z.object({
          participantId: idField('par'),
          people: intLike(1),
          balancePaid: notYet,
          refundedAmount: refundedAmountOut,
          refundOwed: refundOwedOut,
        }),
      )
      .meta({ description: 'The caller’s own place, if any' }),
    flightTimes: z.array(timeOut('2026-12-19T07:00:00Z')),
    isJoined: z.boolean(),
    isPaid: notYet,
  })
  .meta({ id: 'Trip' })

export const tripPageReply = pageReply(tripReply).meta({ id: 'TripPage' })

/** A place whose deposit can be paid now. */
export const tripDepositReply = z
  .object({
    participantId: idField('par'),
    clientSecret: clientSecretText,
    amount: intLike(2000),
    currency: currencyOut,
    holdExpiresAt: timeOut('2026-12-04T10:00:00Z'),
  })
  .meta({ id: 'TripDeposit' })

/** A balance that can be paid now. */
export const tripBalanceReply = z
  .object({ clientSecret: clientSecretText, amount: intLike(3000), currency: currencyOut })
  .meta({ id: 'TripBalance' })

/** A trip as its viewer may see it. */
export function tripOut({ own, ...view }: TripView): z.input<typeof tripReply> {
  const isPaid = own?.paymentStatus === 'PAID'
  const participant = own && {
    ...own,
    people: own.party.people,
    balancePaid: isPaid,
    refundOwed: own.refundOwed.deposit + own.refundOwed.balance,
  }
  return {
    ...view,
    tripStartDatetime: view.tripStartAt,
    tripEndDatetime: view.tripEndAt,
    cutoffTime: view.cutoffAt,
    balanceDueAt: is(view.status, 'priced') ? view.balanceDueAt : null,
    carpoolDatetime: view.tripStartAt,
    // The state machine shared by all groups has more states than a trip can reach.
    status: view.status as (typeof TRIP_STATUSES)[number],
    itinerary: view.texts?.itinerary || null,
    meetingPoint: view.texts?.meetingPoint || null,
    included: view.texts?.included || null,
    participants: participant ? [participant] : [],
    isJoined: own !== null && !own.released,
    isPaid,
  }
}
