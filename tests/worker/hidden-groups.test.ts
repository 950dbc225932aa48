import { beforeAll, expect, test } from 'vitest'
import { leadsTo, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { api, createPayload, joinPayload } from '#tests/worker/world/api.ts'
import { failedCar, openCar, privateCar } from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance } from '#tests/worker/world/services.ts'
import { draftTrip, openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { devClock } from '#workers/dev/clock.ts'

/** Drafts, private, failed and cancelled groups: at every door like one that never was. */

let student: Student
const ids: Record<string, string> = {}

beforeAll(async () => {
  // The failed ones first: the clock goes past their cutoff.
  ids['a failed car'] = (await failedCar()).carpoolId
  const failed = await openTrip({ minPassengers: 5, maxPassengers: 9 })
  await advance((await stateOf(failed.id)).cutoffAt - devClock.now() + 1000)
  ids['a failed trip'] = failed.id
  student = await newStudent()
  ids['a private car'] = (await privateCar()).carpoolId
  const admin = await newAdmin()
  const [car, trip] = [await openCar(), await openTrip()]
  ids['a cancelled car'] = car.carpoolId
  ids['a cancelled trip'] = trip.id
  for (const path of [`/admin/carpools/${car.carpoolId}`, `/admin/trips/${trip.id}`])
    expect((await api('POST', `${path}/cancel`, { as: admin })).status).toBe(200)
  const drafted = await api('POST', '/carpool/deposit-payment-intent-for-create', {
    as: await newStudent(),
    json: createPayload(),
  })
  ids['a draft of a car'] = drafted.body.carpoolId
  ids['a draft of a trip'] = (await draftTrip()).id
  await advance(0)
})

const unknownTo = (id: string) => `${id.slice(0, id.indexOf('_') + 1)}${'0'.repeat(26)}`

type Door = (id: string) => Promise<unknown>
const page =
  (path: (id: string) => string, as: 'visitor' | 'student' = 'student'): Door =>
  async (id) => {
    const visitor = new Visitor({ lang: 'en' })
    if (as === 'student') visitor.cookies.set('sid', student.token)
    const shown = await visitor.get(path(id))
    return [shown.status, leadsTo(shown)?.replace(id, '') ?? '', shown.html.includes(id)]
  }
const call =
  (method: string, path: (id: string) => string, json?: object): Door =>
  async (id) => {
    const { status, body } = await api(method, path(id), {
      as: student,
      ...(json && { json: { ...json } }),
    })
    return [status, body?.code ?? body]
  }

const CAR: Record<string, Door> = {
  'the shared page': page((id) => `/share/carpool/${id}`, 'visitor'),
  'its poster': page((id) => `/share/carpool/${id}/poster`, 'visitor'),
  'its code': page((id) => `/share/carpool/${id}/qr.svg`, 'visitor'),
  'the shared page of a student': page((id) => `/share/carpool/${id}`),
  'the form to join': page((id) => `/carpool/${id}/join`),
  'the form to join, as a visitor': page((id) => `/carpool/${id}/join`, 'visitor'),
  'the waitlist': page((id) => `/carpool/${id}/wait`),
  'its calendar file': page((id) => `/calendar/carpool/${id}`),
  'GET /carpool/:id': call('GET', (id) => `/carpool/${id}`),
  'GET /carpool/:id/check-join': call('GET', (id) => `/carpool/${id}/check-join`),
  'POST /carpool/:id/join': call('POST', (id) => `/carpool/${id}/join`, joinPayload()),
  'POST /carpool/:id/exit': call('POST', (id) => `/carpool/${id}/exit`),
  'POST …/convert-to-private': call('POST', (id) => `/carpool/${id}/convert-to-private`),
  'POST …/cancel-failed': call('POST', (id) => `/carpool/${id}/cancel-failed`),
  'POST …/waitlist': call('POST', (id) => `/carpool/${id}/waitlist`, {
    ...{ people: 1, bigLuggage: 0, smallLuggage: 0, bag: 0 },
  }),
  'DELETE …/waitlist': call('DELETE', (id) => `/carpool/${id}/waitlist`),
  'DELETE …/cancel-temporary-carpool': call(
    'DELETE',
    (id) => `/carpool/cancel-temporary-carpool/${id}`,
  ),
}
const TRIP: Record<string, Door> = {
  'the shared page': page((id) => `/share/trip/${id}`, 'visitor'),
  'its poster': page((id) => `/share/trip/${id}/poster`, 'visitor'),
  'its code': page((id) => `/share/trip/${id}/qr.svg`, 'visitor'),
  'the form to join': page((id) => `/trip/${id}/join`),
  'its texts': page((id) => `/trip/${id}/texts`),
  'its payment': page((id) => `/pay/deposit-${id}`),
  'its balance': page((id) => `/pay/balance-${id}`),
  'its record': page((id) => `/trip/record/${id}`),
  'its success page': page((id) => `/trip/done/${id}`),
  'leaving it': page((id) => `/trip/exit/${id}`),
  'its calendar file': page((id) => `/calendar/trip/${id}`),
}

/** What joins a car says of one that is over that it is: there was something to join. */
const JOINING = ['the form to join', 'the waitlist', 'POST /carpool/:id/join', 'POST …/waitlist']
const saysOver = (what: string, door: string) =>
  /^a (?:failed|cancelled) car/.test(what) && [...JOINING, 'DELETE …/waitlist'].includes(door)

test.each(
  [
    ...['a failed car', 'a private car', 'a cancelled car', 'a draft of a car'].flatMap((what) =>
      Object.keys(CAR).map((door) => [what, door] as const),
    ),
    ...['a failed trip', 'a cancelled trip', 'a draft of a trip'].flatMap((what) =>
      Object.keys(TRIP).map((door) => [what, door] as const),
    ),
  ].filter(([what, door]) => !saysOver(what, door)),
)('%s looks like none at %s', async (what, door) => {
  const at = (what.includes('car') ? CAR : TRIP)[door] as Door
  const id = ids[what] ?? ''
  expect(id).toMatch(/^(?:car|trip)_/)
  expect(await at(id)).toEqual(await at(unknownTo(id)))
})
