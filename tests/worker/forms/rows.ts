import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { changeFlight } from '#app/carpool/service/carpool-actions.server.ts'
import type { DriverId, VehicleId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay, londonWall } from '#app/kernel/time.ts'
import { writeTripTexts } from '#app/trip/service/trip-texts.server.ts'
import { drivers, users, vehicles } from '#db/schema.ts'
import { Visitor } from '#tests/worker/accounts/visitor.ts'
import { newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { carOf, completeCar, holdSeat, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { db, now, services } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { filledForm } from './filled.ts'

/** Every form whose fields have rules, and how to get to it. */

type Way = { browser: Visitor; path: string }
export type Row = {
  /** The module that reads it, below `app/routes`; a folder stands for its `route.tsx`. */
  source: string
  /** The browser, and the form's path. */
  open: () => Promise<Way>
  /** The field that is sent empty. */
  emptied: string
  /** The emptied field may be left empty. */
  optional?: true
  broken: [field: string, as: string]
  /** Other values filled in. */
  typed?: Record<string, string>
  /** The form shows errors only at its fields. */
  noSummary?: true
  /** A field that only a refused form has. */
  added?: string
  /** The form is sent in the query string. */
  isGet?: true
}

const visiting = (path: string) => async () => ({ browser: new Visitor(), path })
const loggedIn = (path: string) => async () => ({
  browser: await browserOf(await newStudent()),
  path,
})
const inConsole = (path: string) => async () => ({ browser: visitorOf(await newAdmin()), path })

async function asMember(): Promise<Way> {
  const student = await newStudent()
  const flat = {
    accountType: 'MEMBER',
    auth: 'APPROVED',
    flatName: 'Nova',
    flatNumber: '3C',
  } as const
  await db.update(users).set(flat).where(eq(users.id, student.id))
  return { browser: await browserOf(student), path: '/profile/flat' }
}
/** A vehicle and a driver that can be chosen. */
async function crew() {
  const licence = { licenceNo: 'PHV-77', licenceUntil: '2099-12-31' }
  const vehicle = { plate: 'AB12 CDE', make: 'Toyota Prius', colour: 'white', ...licence }
  const room = { seats: 4, bigCases: 4, smallCases: 4 }
  const badge = { badgeNo: 'BADGE-9', badgeUntil: '2099-12-31', languages: 'zh' }
  const driver = { name: 'Sam Carter', phone: '07700900123', ...badge }
  const vehicleId: VehicleId = `veh_${crypto.randomUUID()}`
  const driverId: DriverId = `drv_${crypto.randomUUID()}`
  await db.insert(vehicles).values({ id: vehicleId, ...vehicle, ...room })
  await db.insert(drivers).values({ id: driverId, ...driver })
  return { vehicleId, driverId }
}
/** A complete carpool with a car that takes it. */
async function withCar(): Promise<Way> {
  const { carpoolId } = await completeCar([await newStudent(), await newStudent()])
  const browser = visitorOf(await newAdmin())
  const path = `/admin/carpools/${carpoolId}/car`
  const form = filledForm(await browser.get(`${path}/new`), 'meetingPoint')
  const sent = { ...form, ...(await crew()), meetingPoint: 'T2 Arrivals' }
  expect((await browser.post(`${path}/new`, sent)).status).toBe(303)
  return { browser, path: `${path}/${form.id}` }
}
async function flying() {
  const student = await newStudent()
  const { carpoolId, seats } = await completeCar([student, await newStudent()])
  return { student, carpoolId, participantId: seats[0]?.participantId ?? '' }
}
async function withCompleteCar(): Promise<Way> {
  const { student, participantId } = await flying()
  return { browser: await browserOf(student), path: `/carpool/record/${participantId}/flight` }
}
/** A carpool of which somebody lands much later than it was to leave. */
async function withOtherFlight(): Promise<Way> {
  const { student, carpoolId, participantId } = await flying()
  const flightTime = (await carOf(carpoolId)).carpoolAt + hours(8)
  const flight = { flightNumber: 'CA937', flightTime, terminal: 'T2' }
  expect((await changeFlight(services, student, participantId, flight)).ok).toBe(true)
  return { browser: visitorOf(await newAdmin()), path: `/admin/carpools/${carpoolId}` }
}
async function withTrip(): Promise<Way> {
  const student = await newStudent()
  const { id } = await openTrip({}, student)
  return { browser: await browserOf(student), path: `/trip/${id}/texts` }
}
/** A trip whose texts wait for a decision. */
export async function withTexts(): Promise<Way> {
  const { id, creator } = await openTrip()
  const texts = { itinerary: 'Cathedral', meetingPoint: '', included: '' }
  expect((await writeTripTexts(services, creator, id, texts)).ok).toBe(true)
  return { browser: visitorOf(await newAdmin()), path: `/admin/trips/${id}` }
}
/** The message board of a complete carpool. */
export async function withBoard(): Promise<Way> {
  const student = await newStudent()
  const { participantId } = await completeCar([student, await newStudent()])
  return { browser: await browserOf(student), path: `/carpool/record/${participantId}/board` }
}
/** A student who has travelled before, so that the forms know an address. */
async function withRecord(path: string): Promise<Way> {
  const student = await newStudent()
  await openCar({}, { as: student })
  return { browser: await browserOf(student), path }
}
async function withHeldSeat(): Promise<Way> {
  const student = await newStudent()
  const car = await openCar({ maxPassengers: 4 })
  await holdSeat(car, {}, student)
  return { browser: await browserOf(student), path: `/carpool/${car.carpoolId}/join` }
}
async function withFullCar(): Promise<Way> {
  const car = await openCar()
  await holdSeat(car)
  return {
    browser: await browserOf(await newStudent()),
    path: `/carpool/${car.carpoolId}/wait`,
  }
}
async function withSeat(): Promise<Way> {
  const student = await newStudent()
  const { participantId, carpoolId } = await openCar({ maxPassengers: 4 }, { as: student })
  expect((await carOf(carpoolId)).status).toBe('OPEN')
  return { browser: await browserOf(student), path: `/carpool/record/${participantId}/info` }
}
export const aboutStudent =
  (more = '') =>
  async () => ({
    browser: visitorOf(await newAdmin()),
    path: `/admin/users/${(await newStudent()).id}${more}`,
  })

const wallIn = (days: number) => `${addDays(londonDay(now()), days)}T08:00`

const row = (
  source: string,
  open: Row['open'],
  emptied: string,
  broken: Row['broken'],
  more: Partial<Row> = {},
): Row => ({ source, open, emptied, broken, ...more })

/** One row for each form: two of its fields, one emptied and one invalid. */
export const ROWS: Record<string, Row> = {
  login: row('account/login', visiting('/login'), 'password', ['phone', '12'], { noSummary: true }),
  waitlist: row('waitlist/wait', withFullCar, 'people', ['bigLuggage', '13']),
  register: row('account/register', visiting('/register'), 'name', ['wechat', '微信'], {
    typed: { phone: '07123456789', email: 'ming@example.com', accountType: 'NORMAL' },
  }),
  'forgotten password': row(
    'account/forgot-password',
    visiting('/forgot-password'),
    'verificationCode',
    ['phone', '0712'],
  ),
  contact: row('account/contact', loggedIn('/profile/contact'), 'wechat', ['email', 'nobody']),
  flat: row('account/flat', asMember, 'flatNumber', ['flatName', 'N'.repeat(60)]),
  phone: row('account/phone', loggedIn('/profile/phone'), 'verificationCode', ['phone', '0712']),
  'carpool create': row('carpool/create', () => withRecord('/carpool/create'), 'nLocation', [
    'flightNumber',
    '???',
  ]),
  'carpool join': row('group/join/carpool', withHeldSeat, 'nLocation', ['flightNumber', '???']),
  'carpool join, an optional field': row(
    'group/join/carpool',
    withHeldSeat,
    'flightNumber',
    ['flightTime', londonWall(0)],
    { optional: true },
  ),
  'travel details': row('carpool/edit', withSeat, 'nLocation', ['flightNumber', '???']),
  'trip create': row('trip/create', loggedIn('/trip/create'), 'tripName', ['maxPassenger', '1'], {
    typed: { cutoffTime: wallIn(5) },
  }),
  'trip create, an optional field': row(
    'trip/create',
    loggedIn('/trip/create'),
    'minPassenger',
    ['maxPassenger', '1'],
    { optional: true },
  ),
  'trip join': row(
    'group/join/trip',
    async () => withRecord(`/trip/${(await openTrip()).id}/join`),
    'nLocation',
    ['flightNumber', '???'],
  ),
  'another flight': row('flights/flight', withCompleteCar, 'flightTime', ['flightNumber', '???']),
  'a flight that changes nothing': row(
    'console/group/actions',
    withOtherFlight,
    'note',
    ['note', 'n'.repeat(400)],
    { noSummary: true },
  ),
  'trip texts': row('trip/texts', withTrip, 'included', ['meetingPoint', 'Station '.repeat(50)], {
    optional: true,
    typed: { itinerary: 'Cathedral, then lunch' },
  }),
  wish: row('wishes/new', loggedIn('/wishes/new?airport=LHR'), 'day', ['people', '99']),
  mail: row('orders/create', loggedIn('/mail/create'), 'userName', ['fromZip', 'X1']),
  moving: row('orders/create', loggedIn('/moving/create'), 'tel', ['estBoxNum', '0']),
  'administrator login': row(
    'console/login',
    visiting('/admin/login'),
    'password',
    ['phone', '12'],
    {
      noSummary: true,
    },
  ),
  airport: row(
    'console/airport',
    inConsole('/admin/airports/air_lhr'),
    'zh',
    ['en', 'n'.repeat(200)],
    { noSummary: true },
  ),
  points: row('console/user-points', aboutStudent('/points'), 'description', ['points', '0'], {
    noSummary: true,
    isGet: true,
  }),
  vehicle: row(
    'ride/admin-fleet-item',
    async () => inConsole(`/admin/vehicles/${(await crew()).vehicleId}`)(),
    'plate',
    ['seats', '0'],
    { noSummary: true },
  ),
  driver: row(
    'ride/admin-fleet-item',
    async () => inConsole(`/admin/drivers/${(await crew()).driverId}`)(),
    'name',
    ['badgeUntil', 'soon'],
    { noSummary: true },
  ),
  car: row('ride/admin-car', withCar, 'meetingPoint', ['meetAt', 'soon'], {
    typed: { reason: 'The driver is ill' },
    noSummary: true,
    added: 'shownFor',
  }),
}

type Secrets = { secrets: string[]; status?: number }
type Asking = Pick<Row, 'source' | 'open' | 'typed'> & Secrets
const asking = (
  source: string,
  open: Row['open'],
  secrets: string[],
  more: Partial<Asking> = {},
): Asking => ({ source, open, secrets, ...more })
/** Forms that ask for passwords. */
export const SECRETS: Record<string, Asking> = {
  login: asking('account/login', visiting('/login'), ['password'], { typed: { phone: '12' } }),
  register: asking('account/register', visiting('/register'), ['password', 'confirmPassword']),
  'forgotten password': asking('account/forgot-password', visiting('/forgot-password'), [
    'password',
    'confirmPassword',
  ]),
  password: asking('account/password', loggedIn('/profile/password'), [
    'currentPassword',
    'newPassword',
    'confirmPassword',
  ]),
  phone: asking('account/phone', loggedIn('/profile/phone'), ['currentPassword']),
  'administrator login': asking('console/login', visiting('/admin/login'), ['password'], {
    typed: { phone: '12' },
  }),
  // A password is all there is, so it is wrong rather than invalid.
  'administrator’s confirmation': asking(
    'console/confirm',
    inConsole('/admin/confirm'),
    ['password'],
    { status: 401 },
  ),
}
