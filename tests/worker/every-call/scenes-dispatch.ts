import { newAdmin } from '#tests/worker/admin/kit.ts'
import { api, joinAndPay, openCarpool, rideIn } from '#tests/worker/world/api.ts'
import { openTrip, takePlace, travel } from '#tests/worker/world/api-trips.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, dayIn } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import type { Ask, Scenes } from './scene.ts'

/** Vehicles, drivers and which of them take a group, through the API. */

export const VEHICLE = {
  plate: ' ab12  cde ',
  make: 'Toyota Prius',
  colour: 'white',
  seats: 4,
  bigCases: 8,
  smallCases: 4,
  licenceNumber: 'PHV-77',
  licenceUntil: '2099-12-31',
}
export const DRIVER = {
  name: 'Sam Carter',
  phone: '07700900123',
  badgeNumber: 'BADGE-9',
  badgeUntil: '2099-12-31',
  languages: 'en, zh',
}
type Dispatcher = { token: string }

const add = async (as: Dispatcher, path: string, json: object) =>
  (await api('POST', path, { as, json })).body.id as string

/** A vehicle and a driver of their own, and where they meet their passengers. */
export const meeting = async (as: Dispatcher, change: object = {}) => ({
  vehicleId: await add(as, '/admin/vehicles', VEHICLE),
  driverId: await add(as, '/admin/drivers', DRIVER),
  meetingPoint: 'T2 Arrivals, by Costa',
  version: 0,
  ...change,
})

/** A complete carpool, its creator, and the other's place. */
export async function completeCarpool() {
  const [student, friend] = [await newStudent(), await newStudent()]
  const ride = rideIn(4, { maxPassengers: 2 })
  const { id, participantId } = await openCarpool(student, ride)
  const { held } = await joinAndPay(friend, id, { flightTime: ride.flightTime })
  const friendPlace = held.participantId as string
  return { student, friend, friendPlace, id: id as string, participantId: participantId as string }
}

/** The same with a car, and who sent it. */
export async function carpoolWithCar() {
  const group = await completeCarpool()
  const as = await newAdmin()
  const path = `/admin/carpools/${group.id}/assignment`
  const { body } = await api('PUT', path, { as, json: await meeting(as) })
  return { ...group, as, path, car: body }
}

/** A trip of two that has just been confirmed, at its cutoff. */
export async function confirmedTrip() {
  const { id, trip, creator } = await openTrip({ maxPassenger: 2 })
  await takePlace(await newStudent(), id, travel())
  await advance(Date.parse(trip.cutoffTime) - devClock.now() + 1)
  return { id, as: creator, places: [trip.participants[0].participantId as string] }
}

const of = (path: string, fields: object) => ({
  read: async (): Promise<Ask> => ({ as: await newAdmin(), status: 200 }),
  add: async (): Promise<Ask> => ({ as: await newAdmin(), json: fields, status: 201 }),
  change: async (): Promise<Ask> => {
    const as = await newAdmin()
    return { as, params: { id: await add(as, path, fields) }, json: fields, status: 200 }
  },
  archive: async (): Promise<Ask> => {
    const as = await newAdmin()
    return { as, params: { id: await add(as, path, fields) }, status: 204 }
  },
})
const vehicles = of('/admin/vehicles', VEHICLE)
const drivers = of('/admin/drivers', DRIVER)

export const dispatchScenes: Scenes = {
  getAdminVehicles: vehicles.read,
  postAdminVehicles: vehicles.add,
  putAdminVehiclesId: vehicles.change,
  deleteAdminVehiclesId: vehicles.archive,
  getAdminDrivers: drivers.read,
  postAdminDrivers: drivers.add,
  putAdminDriversId: drivers.change,
  deleteAdminDriversId: drivers.archive,
  putAdminCarpoolsIdAssignment: async () => {
    const { id } = await completeCarpool()
    const as = await newAdmin()
    return { as, params: { id }, json: await meeting(as), status: 200 }
  },
  deleteAdminCarpoolsIdAssignment: async () => {
    const { id, as } = await carpoolWithCar()
    return { as, params: { id }, json: { reason: '车坏了', version: 1 }, status: 204 }
  },
  putAdminTripsIdAssignment: async () => {
    const { id, places } = await confirmedTrip()
    const as = await newAdmin()
    return { as, params: { id }, json: await meeting(as, { places }), status: 200 }
  },
  deleteAdminTripsIdAssignment: async () => {
    const { id, places } = await confirmedTrip()
    const as = await newAdmin()
    const json = await meeting(as, { places })
    const { body } = await api('PUT', `/admin/trips/${id}/assignment`, { as, json })
    const gone = { reason: '车坏了', version: 1, rideId: body.rideId }
    return { as, params: { id }, json: gone, status: 204 }
  },
  getAdminDay: async () => ({ as: await newAdmin(), query: `date=${dayIn(4)}`, status: 200 }),
  getUserMyRideParticipantId: async () => {
    const { student, participantId } = await carpoolWithCar()
    return { as: student, params: { participantId }, status: 200, other: 404 }
  },
  putUserMyRideContact: async () => {
    const { student, participantId } = await completeCarpool()
    const json = { participantId, showWechat: true, showPhone: false }
    return { as: student, json, status: 204, other: 404 }
  },
}
