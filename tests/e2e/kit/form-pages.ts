import type { APIRequestContext, Page } from '@playwright/test'
import { makeMember } from './members.ts'
import { logIn } from './people.ts'
import { draftPlace, newRider, openPlace } from './places.ts'
import { newTraveller, openTrip } from './trips.ts'

const RIDE = { days: 20, maxPassengers: 4 }

/** The pages with fields that React runs, for someone who is not logged in. */
export const VISITOR_FORMS = ['/login', '/register', '/forgot-password']

/** The same for a student who is logged in here; with what each needs. */
export async function studentForms(page: Page): Promise<string[]> {
  const { request } = page
  const rider = await newTraveller(request)
  makeMember(rider, 300)
  const own = await openPlace(request, rider, RIDE)
  const other = await openPlace(request, await newRider(request), RIDE)
  const trip = await openTrip(request, await newTraveller(request))
  const ownTrip = await openTrip(request, rider)
  await logIn(page, rider)
  return [
    '/profile/contact',
    '/profile/flat',
    '/profile/password',
    '/profile/phone',
    '/carpool/create',
    `/carpool/${other.carpoolId}/join`,
    `/carpool/record/${own.participantId}/info`,
    '/mail/create',
    '/moving/create',
    '/trip/create',
    `/trip/${trip.id}/join`,
    `/trip/${ownTrip.id}/texts`,
  ]
}

/** A page on which a card is asked for. */
export async function paymentPage(request: APIRequestContext, page: Page): Promise<string> {
  const rider = await newRider(request)
  const { participantId } = await draftPlace(request, rider, RIDE)
  await logIn(page, rider)
  return `/pay/deposit-${participantId}`
}
