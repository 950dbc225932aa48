import * as z from 'zod'
import { TRIP_STATUSES } from '#app/domain/trip/state.ts'
import { currencyOut, idField, isoTime, timeOut } from '#app/schemas/common.server.ts'
import type { TripView } from '#app/services/groups/trip-views.server.ts'

/** A trip and the caller's own place on it. Who else comes, and how, is nobody's business. */
export const tripReply = z
  .object({
    id: idField('trip'),
    tripName: z.string(),
    currentPassengers: z.int().meta({ description: 'People with a place, on hold or confirmed' }),
    maxPassengers: z.int(),
    minPassengers: z.int(),
    neededPassengers: z.int().meta({ description: 'How many confirmed people are missing to minPassengers' }),
    tripStartDatetime: timeOut,
    tripEndDatetime: timeOut,
    cutoffTime: timeOut,
    balanceDueAt: timeOut.nullable().meta({
      description: 'Until when balances can be paid, or the place is released; null before it has come about',
    }),
    carpoolDatetime: timeOut.meta({ description: 'The same as tripStartDatetime' }),
    status: z.enum(TRIP_STATUSES),
    basePrice: z.int().meta({ description: 'The deposit of a place, pence' }),
    balancePrice: z.int().meta({ description: 'A person beside the deposit, pence' }),
    currency: currencyOut,
    participants: z
      .array(z.object({ participantId: idField('par'), people: z.int(), balancePaid: z.boolean() }))
      .meta({ description: 'The caller’s own place, if any' }),
    flightTimes: z.array(timeOut),
    isJoined: z.boolean(),
    isPaid: z.boolean(),
  })
  .meta({ id: 'Trip' })

export const tripPageReply = z
  .object({ items: z.array(tripReply), nextCursor: z.string().nullable() })
  .meta({ id: 'TripPage' })

/** A place whose deposit can be paid now. */
export const tripDepositReply = z
  .object({
    participantId: idField('par'),
    clientSecret: z.string(),
    amount: z.int(),
    currency: currencyOut,
    holdExpiresAt: timeOut,
  })
  .meta({ id: 'TripDeposit' })

/** A balance that can be paid now. */
export const tripBalanceReply = z
  .object({ clientSecret: z.string(), amount: z.int(), currency: currencyOut })
  .meta({ id: 'TripBalance' })

const isSettled = (status: string): boolean =>
  status === 'SUCCESS' || status === 'COMPLETED' || status === 'CLOSED'

/** A trip as its viewer may see it. Written out one by one, so that a new field of a view is shown to nobody by itself. */
export function tripOut(view: TripView): z.output<typeof tripReply> {
  const { own } = view
  const isPaid = own?.paymentStatus === 'PAID'
  return {
    id: view.id,
    tripName: view.tripName,
    currentPassengers: view.currentPassengers,
    maxPassengers: view.maxPassengers,
    minPassengers: view.minPassengers,
    neededPassengers: view.neededPassengers,
    tripStartDatetime: isoTime(view.tripStartAt),
    tripEndDatetime: isoTime(view.tripEndAt),
    cutoffTime: isoTime(view.cutoffAt),
    balanceDueAt: isSettled(view.status) ? isoTime(view.balanceDueAt) : null,
    carpoolDatetime: isoTime(view.tripStartAt),
    // The machine of all groups knows more states than a trip comes into.
    status: view.status as (typeof TRIP_STATUSES)[number],
    basePrice: view.basePrice,
    balancePrice: view.balancePrice,
    currency: view.currency,
    participants: own ? [{ participantId: own.participantId, people: own.people, balancePaid: isPaid }] : [],
    flightTimes: view.flightTimes.map(isoTime),
    isJoined: own !== null && !own.released,
    isPaid,
  }
}
