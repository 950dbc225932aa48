import type { APIRequestContext, Page } from '@playwright/test'
import { call, newRider, payIntent, type Rider, said } from './places.ts'
import { nextStep } from './ride.ts'
import { advanceClock, inDays, now, origin } from './world.ts'

/** A student who can act over the API, with their id there. */
export type Traveller = Rider & { id: string }

export async function newTraveller(request: APIRequestContext, name?: string): Promise<Traveller> {
  const rider = await newRider(request, name)
  const headers = { Authorization: `Bearer ${rider.token}` }
  const { id } = await said(await request.get(`${origin}/api/user/current`, { headers }))
  return { ...rider, id }
}

export type Trip = { id: string; name: string; startDays: number }
type Terms = { min?: number; max?: number; cutoffDays?: number; startDays?: number }

let count = 0
/** A name that no other trip in the tests has. */
export const tripName = (what = '湖区'): string => `${what} ${Date.now().toString(36)}${count++}`

/** Pays the deposit of the student's own draft or hold; returns the payment's id. */
async function payDeposit(
  request: APIRequestContext,
  who: Traveller,
  tripId: string,
  form: object = {},
): Promise<string> {
  const own = { tripId, userId: who.id }
  const { clientSecret, amount } = await call(request, who, '/trip/pay-base', { ...form, ...own })
  await payIntent(request, clientSecret)
  const paid = {
    basePrice: amount,
    baseStripeId: clientSecret,
    balancePrice: null,
    balanceStripeId: null,
  }
  await call(request, who, '/trip/join', { ...own, ...paid })
  return String(clientSecret).split('_secret_')[0] ?? ''
}

/**
 * A trip from 08:00 of one day to 20:00 of the next, with its cutoff at 18:00, opened by this
 * student's deposit.
 */
export async function openTrip(
  request: APIRequestContext,
  who: Traveller,
  { min = 2, max = 4, cutoffDays = 5, startDays = 10 }: Terms = {},
): Promise<Trip & { intentId: string }> {
  const name = tripName()
  const { id } = await call(request, who, '/trip/create', {
    tripName: name,
    minPassenger: min,
    maxPassenger: max,
    cutoffTime: await inDays({ request }, cutoffDays, '18:00'),
    tripStartDatetime: await inDays({ request }, startDays, '08:00'),
    tripEndDatetime: await inDays({ request }, startDays + 1, '20:00'),
    needsFlight: true,
  })
  return { id, name, startDays, intentId: await payDeposit(request, who, id) }
}

/** This student's paid place on another student's trip; returns the payment's id. */
export async function joinTrip(
  request: APIRequestContext,
  who: Traveller,
  { id, startDays }: Trip,
  people = 1,
): Promise<string> {
  const flightTime = await inDays({ request }, startDays, '06:00')
  const travel = {
    terminal: 'T2',
    flightNumber: 'BA38',
    flightTime,
    nLocation: '12 Lenton Boulevard',
    people,
  }
  return payDeposit(request, who, id, travel)
}

/** Moves the clock to a minute after a trip's cutoff. */
export async function goToCutoff(
  request: APIRequestContext,
  who: Traveller,
  { name }: Trip,
): Promise<void> {
  const own = { name, userId: who.id, tab: 'end' }
  const { items } = await call(request, who, '/trip/get', own)
  const until = Date.parse(items[0].cutoffTime) + 60_000 - (await now(request))
  await advanceClock(request, Math.max(0, Math.ceil(until / 1000)))
}

const control = (page: Page, name: string) => page.locator(`dialog [name=${name}]`)

/** Fills in the form for starting a trip. */
export async function fillTripForm(
  page: Page,
  name: string,
  { min = 2, max = 3, needsFlight = true } = {},
): Promise<void> {
  await control(page, 'tripName').fill(name)
  await control(page, 'cutoffTime').fill(await inDays(page, 5, '18:00'))
  await control(page, 'tripStartDatetime').fill(await inDays(page, 10, '08:00'))
  await control(page, 'tripEndDatetime').fill(await inDays(page, 11, '20:00'))
  await control(page, 'minPassenger').fill(String(min))
  await control(page, 'maxPassenger').fill(String(max))
  await control(page, 'needsFlight').setChecked(needsFlight)
}

/** The first step of the form for joining a trip that starts in 10 days. */
export async function fillFlight(page: Page, time = '06:00'): Promise<void> {
  await control(page, 'flightTime').fill(await inDays(page, 10, time))
  await control(page, 'flightNumber').fill('ba 38')
  await control(page, 'terminal').selectOption('T3')
}

/** Fills in that form and ends at its last step. */
export async function fillTravelForm(
  page: Page,
  party: Record<string, string> = {},
): Promise<void> {
  await fillFlight(page)
  await nextStep(page)
  for (const [name, value] of Object.entries({ nLocation: '8 Park Row', ...party }))
    await control(page, name).fill(value)
  await nextStep(page)
}
