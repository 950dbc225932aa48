import type { APIRequestContext, APIResponse } from '@playwright/test'
import { registeredStudent, type Student, startSession } from './people.ts'
import { advanceClock, inDays, now, origin } from './world.ts'

/** A student who can also act over the API: for tests that start from there. */
export type Rider = Student & { token: string }
export type Place = { carpoolId: string; participantId: string }

export async function newRider(request: APIRequestContext, name?: string): Promise<Rider> {
  const student = await registeredStudent(request, name)
  return { ...student, token: await startSession(request, student) }
}

export async function said(answer: APIResponse) {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? null : answer.json()
}

export const call = async (
  request: APIRequestContext,
  { token }: Rider,
  path: string,
  data: object = {},
) =>
  said(
    await request.post(`${origin}/api${path}`, {
      data,
      headers: { Authorization: `Bearer ${token}` },
    }),
  )

/** The bank approves a payment. */
export async function payIntent(request: APIRequestContext, clientSecret: string): Promise<void> {
  const id = clientSecret.split('_secret_')[0]
  await said(
    await request.post(`${origin}/__dev/stripe/v1/payment_intents/${id}/confirm`, {
      form: { payment_method: 'pm_card_visa' },
      headers: { Authorization: 'Bearer sk_test_places' },
    }),
  )
}

const party = {
  terminal: 'T1',
  nLocation: '12 Lenton Boulevard',
  flightNumber: 'BA32',
  people: 1,
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
}

type Ride = {
  tripType?: 'PICKUP' | 'DROPOFF'
  airportId?: string
  days?: number
  maxPassengers: number
  people?: number
  terminal?: string
  nLocation?: string
}

/** A car at 14:00 (by default a pickup at Luton), started by this student; its deposit is due. */
export async function draftPlace(
  request: APIRequestContext,
  rider: Rider,
  ride: Ride,
): Promise<Place & { clientSecret: string; payload: object }> {
  const { tripType = 'PICKUP', airportId = 'air_ltn', days = 3, ...size } = ride
  const payload = {
    ...party,
    ...size,
    tripType,
    airportId,
    carpoolDatetime: await inDays({ request }, days, '14:00'),
    flightTime: await inDays({ request }, days, tripType === 'PICKUP' ? '11:30' : '18:00'),
  }
  const made = await call(request, rider, '/carpool/deposit-payment-intent-for-create', payload)
  return { ...made, payload }
}

/** The same, opened: its deposit is held. */
export async function openPlace(
  request: APIRequestContext,
  rider: Rider,
  ride: Ride,
): Promise<Place> {
  const { carpoolId, participantId, ...draft } = await draftPlace(request, rider, ride)
  await payIntent(request, draft.clientSecret)
  const tempParticipantId = participantId
  await call(request, rider, '/carpool/create', { ...draft.payload, tempParticipantId })
  return { carpoolId, participantId }
}

/** This student's seat in another student's car, on hold: no payment has begun. */
export async function holdPlace(
  request: APIRequestContext,
  rider: Rider,
  { carpoolId }: Place,
  days = 3,
): Promise<Place> {
  const flightTime = await inDays({ request }, days, '11:50')
  const { participantId } = await call(request, rider, `/carpool/${carpoolId}/join`, {
    ...party,
    flightTime,
  })
  return { carpoolId, participantId }
}

/** The same, with the deposit held. */
export async function joinPlace(
  request: APIRequestContext,
  rider: Rider,
  car: Place,
  days = 3,
): Promise<Place> {
  const place = await holdPlace(request, rider, car, days)
  await payPlace(request, rider, place.participantId)
  return place
}

/** Pays the deposit of a seat that is held, as the card form does. */
export async function payPlace(
  request: APIRequestContext,
  rider: Rider,
  participantId: string,
): Promise<void> {
  const intent = await said(
    await request.get(`${origin}/api/carpool/deposit-payment-intent/${participantId}`, {
      headers: { Authorization: `Bearer ${rider.token}` },
    }),
  )
  await payIntent(request, intent.clientSecret)
  await call(request, rider, `/carpool/confirm-join/${participantId}`)
}

/** Moves the clock to that many hours before a car's departure (negative: after), plus a minute. */
export async function goToHoursBefore(
  request: APIRequestContext,
  rider: Rider,
  { carpoolId }: Place,
  hours: number,
): Promise<void> {
  const headers = { Authorization: `Bearer ${rider.token}` }
  const carpool = await said(await request.get(`${origin}/api/carpool/${carpoolId}`, { headers }))
  const until = Date.parse(carpool.carpoolDatetime) - hours * 3_600_000 + 60_000
  await advanceClock(request, Math.max(0, Math.ceil((until - (await now(request))) / 1000)))
}
