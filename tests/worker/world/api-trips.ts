import { expect } from 'vitest'
import { api } from './api.ts'
import { newStudent, type Student } from './people.ts'
import { dayIn, intentIdOf, pay } from './services.ts'

/** A trip in ten days, its cutoff in five. */
export const tripPayload = (change: object = {}) => ({
  tripName: '湖区两日游',
  minPassenger: 2,
  maxPassenger: 4,
  cutoffTime: `${dayIn(5)}T18:00`,
  tripStartDatetime: `${dayIn(10)}T08:00`,
  tripEndDatetime: `${dayIn(11)}T20:00`,
  needsFlight: true,
  ...change,
})

export const travel = (change: object = {}) => ({
  terminal: 'T2',
  flightNumber: 'BA038',
  flightTime: `${dayIn(10)}T06:00`,
  nLocation: '1 Castle Boulevard',
  ...change,
})

/** The ids that every call about a place needs. */
export const named = (tripId: string, { id: userId }: Student) => ({ tripId, userId })

/** A trip whose deposit is not paid; returns its id. */
export async function makeTrip(as: Student, change: object = {}): Promise<string> {
  const { status, body } = await api('POST', '/trip/create', { as, json: tripPayload(change) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** Requests a deposit's payment, with or without the join form. */
export async function beginDeposit(as: Student, tripId: string, form: object = {}) {
  const { status, body } = await api('POST', '/trip/pay-base', {
    as,
    json: { ...named(tripId, as), ...form },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { participantId: string; clientSecret: string; holdExpiresAt: string }
}

/** What /trip/join is sent about a paid deposit while no balance is due. */
export const joinSent = (
  as: Student,
  tripId: string,
  clientSecret: string,
  change: object = {},
) => ({
  as,
  json: {
    ...named(tripId, as),
    basePrice: 2000,
    baseStripeId: intentIdOf(clientSecret),
    balancePrice: null,
    balanceStripeId: null,
    ...change,
  },
})

/** Pays a deposit and confirms it; returns the payment's id and the trip from the response. */
export async function takePlace(as: Student, tripId: string, form: object = {}) {
  const { clientSecret } = await beginDeposit(as, tripId, form)
  await pay(clientSecret)
  const { status, body } = await api('POST', '/trip/join', joinSent(as, tripId, clientSecret))
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: tripId, intentId: intentIdOf(clientSecret), clientSecret, trip: body }
}

/** A trip that others can join. */
export async function openTrip(change: object = {}, as?: Student) {
  const creator = as ?? (await newStudent())
  return { creator, ...(await takePlace(creator, await makeTrip(creator, change))) }
}
