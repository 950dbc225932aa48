import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { changeFlight } from '#app/carpool/service/carpool-actions.server.ts'
import { giveCar, openGroup } from '#app/console/service/groups.server.ts'
import { movePlace, readMoveChoices } from '#app/features/moves/service.server.ts'
import { WARNINGS } from '#app/features/ride/rules/ride-state.ts'
import { driverLinks } from '#app/features/ride/service/drive.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import type { AdminId, CarpoolId, GroupId, RideId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, type LondonDay, londonDay, londonWall } from '#app/kernel/time.ts'
import { users } from '#db/schema.ts'
import { phoneInFile } from '#tests/kit/phone.ts'
import { carFor } from '#tests/kit/ride.ts'
import {
  carOf,
  completeCar,
  goTo,
  inDays,
  moneyFor,
  openCar,
  payBalance,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, db, must, now, services } from '#tests/worker/world/services.ts'
import { type Shown, textOf, Visitor } from './accounts/visitor.ts'
import { type Admin, fileOf, newAdmin, visitorOf } from './admin/kit.ts'

/** What everybody who sends or drives a car sees after a place has moved to the next car. */

const by: AdminId = 'adm_moved'
const NAME = '安迟到'
const FLIGHT = 'ZQ 937'
const format = formatOf(getT('en'))
const OLD = { plate: 'OLD1 CAR', rideId: 'ride_old' as RideId, driver: 'Olga Old' }
const NEXT = { plate: 'NXT2 CAR', rideId: 'ride_next' as RideId, driver: 'Nick Next' }

/** Ann, who has paid and moves from the old car to the next one; both have a driver. */
let ann: Student & { phone: string; place: string; flightTime: number }
let bob: { phone: string }
let oldCar: Car
let nextCar: Car
/** The old driver's link, sent before Ann moved. */
let oldLink: string

type Car = { id: CarpoolId; at: number; day: LondonDay }
async function carAt(id: string): Promise<Car> {
  const { carpoolAt } = await carOf(id)
  return { id: id as CarpoolId, at: carpoolAt, day: londonDay(carpoolAt) }
}
const phoneOf = async ({ id }: Student) =>
  (await db.select({ phone: users.phone }).from(users).where(eq(users.id, id)))[0]?.phone ?? ''

async function assign({ id, at }: Car, { plate, rideId, driver }: typeof OLD) {
  const { ride } = must(await openGroup(services, by, 'carpool', id))
  const named = { ...carFor().driver, name: driver, badgeNo: `B ${driver}` }
  const command = {
    car: carFor(plate, { id: rideId, meetAt: at, driver: named }),
    seen: ride.version,
    reason: 'a reason',
    isBusy: false,
    confirmed: [...WARNINGS],
    by,
  }
  must(await giveCar(services, 'carpool', id, command))
  await advance(0)
}
async function linkOf({ id }: Car): Promise<string> {
  const [car] = must(await openGroup(services, by, 'carpool', id)).ride.cars
  if (!car) throw new Error('no car')
  const { zh } = driverLinks(services, id as GroupId, car)
  return zh.replace(/^.*?(?=\/drive\/)/, '')
}
const dispatcher = async () => visitorOf(await newAdmin(['dispatch']))
const sheetOf = async ({ day }: Car) =>
  textOf(await (await dispatcher()).get(`/admin/day?date=${day}`))

beforeAll(async () => {
  const [first, second] = [await newStudent(), await newStudent()]
  await db.update(users).set({ name: NAME }).where(eq(users.id, first.id))
  const luggage = { bigLuggage: 3, smallLuggage: 0, bag: 2 }
  const old = await completeCar([first, second], luggage)
  const seats = old.seats as [Seat, Seat]
  for (const seat of seats) await payBalance(seat)
  oldCar = await carAt(old.carpoolId)
  await assign(oldCar, OLD)
  oldLink = await linkOf(oldCar)
  const next = await openCar({ maxPassengers: 2, ...inDays(6) })
  nextCar = await carAt(next.carpoolId)
  const [{ participantId }] = seats
  const flight = { flightNumber: FLIGHT, flightTime: next.flightTime ?? 0, terminal: 'T2' }
  must(await changeFlight(services, first, participantId, flight))
  const asked = { id: oldCar.id, participantId }

  const { seen } = must(await readMoveChoices(services, asked))
  expect(must(await movePlace(services, asked, { to: nextCar.id, seen, by }))).toBe('moved')
  await advance(0)
  await assign(nextCar, NEXT)
  const place = (await carOf(nextCar.id)).participants.find((p) => p.userId === first.id)
  ann = { ...first, phone: await phoneOf(first), place: place?.id ?? '', ...flight }
  bob = { phone: await phoneOf(second) }
})

const timesIn = (text: string, part: string) => text.split(part).length - 1

test('the day sheet of the old car has lost the party, the next one has it once', async () => {
  const [old, next] = [await sheetOf(oldCar), await sheetOf(nextCar)]
  for (const gone of [NAME, ann.phone, FLIGHT]) expect(old).not.toContain(gone)
  expect(old).toContain(bob.phone)
  expect(old).toMatch(/1 person · large 2/)
  expect(next).toMatch(/2 people · large 5 · small 1 · bags 3/)
  const line = `${NAME} × 1 ${ann.phone} ${FLIGHT} · T2 · ${format.dateTime(ann.flightTime)}`
  expect(timesIn(next, line), next).toBe(1)
  expect(timesIn(next, NAME)).toBe(1)
  expect(next).toContain('large 3 · small 0 · bags 2')
  // The other passenger has not paid, Ann has.
  expect(timesIn(next, 'Balance unpaid')).toBe(1)
})

test('the table of a day has the party once, in the next car and paid', async () => {
  const linesOf = async ({ day }: Car) => {
    const { html } = await (await dispatcher()).get(`/admin/day/file?date=${day}`)
    return html.split('\r\n').filter((line) => line.includes(phoneInFile(ann.phone)))
  }
  expect(await linesOf(oldCar)).toEqual([])
  const lines = await linesOf(nextCar)
  expect(lines).toHaveLength(1)
  for (const cell of [NEXT.plate, NEXT.driver, NAME, `,1,3,0,2,${FLIGHT},`])
    expect(lines[0]).toContain(cell)
  expect(lines[0]).not.toContain('Balance unpaid')
})

type Row = Record<string, string>
const cells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain)
/** The lines of an export that are about Ann's account or name. */
async function exported(as: Admin, path: string): Promise<Row[]> {
  const answer = await fileOf(as, path)
  expect(answer.status).toBe(200)
  const [header = '', ...lines] = (await answer.text()).replace('\uFEFF', '').split('\r\n')
  const names = cells(header)
  const rows = lines.map((line): Row => {
    const own = cells(line)
    return Object.fromEntries(names.map((name, at) => [name ?? '', own[at] ?? '']))
  })
  return rows.filter(({ User, Passenger }) => User === ann.id || Passenger === NAME)
}

test('the record of bookings has one booking, of the car that travels', async () => {
  const rows = await exported(await newAdmin(['dispatch']), 'bookings')
  const { heldAt } = (await carOf(nextCar.id)).participants.find((p) => p.id === ann.place) ?? {}
  expect(rows.map((row) => [row['Vehicle registration'], row.Booking])).toEqual([
    [OLD.plate, 'Moved to another car'],
    [NEXT.plate, 'Car assigned'],
  ])
  expect(rows[1]).toMatchObject({
    Passenger: NAME,
    'Booked (London)': londonWall(heldAt ?? 0).replace('T', ' '),
    'Pick-up (UTC)': new Date(nextCar.at).toISOString(),
    'Pick-up place': 'London Heathrow T2: T2 Arrivals',
    Destination: '1 Castle Boulevard',
    Driver: NEXT.driver,
    'Driver’s badge': `B ${NEXT.driver}`,
    'Booking taken by': 'Online, by the passenger',
    'Dispatched by': by,
    Participant: ann.place,
    'Carpool or trip': nextCar.id,
  })
  expect(rows[0]?.['Booked (London)']).toBe(rows[1]?.['Booked (London)'])
})

test('what was paid is in every sum once', async () => {
  const as = await newAdmin(['records'])
  const sum = (rows: Row[], column: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column] || 0) * 100), 0)
  const today = londonDay(now())
  const days = `from=${addDays(today, -3)}&to=${addDays(today, 1)}`
  const payments = await exported(as, `ledger?${days}`)
  expect(payments.map(({ Product }) => Product).sort()).toEqual([
    'Carpool balances',
    'Carpool deposits',
  ])
  const { taken } = await moneyFor(ann)
  expect(sum(payments, 'Gross')).toBe(taken)

  const places = await exported(as, 'carpools')
  const [old, next] = [oldCar, nextCar].map(({ id }) => places.find((row) => row.Carpool === id))
  expect(places).toHaveLength(2)
  const deposit = payments.find(({ Product }) => Product === 'Carpool deposits')
  expect(next).toMatchObject({
    Seat: 'Confirmed',
    'Payment status': 'PAID',
    Payment: deposit?.Payment,
  })
  expect(old).toMatchObject({ 'Payment status': 'MOVED', Payment: '' })
  expect(sum(places, 'Balance')).toBe(taken - 2000)
  expect([sum(places, 'Refunded separately'), sum(places, 'Refund failed: still owed')]).toEqual([
    0, 0,
  ])
})

test('the old driver no longer sees the party, and the next driver does', async () => {
  const page = (link: string): Promise<Shown> => new Visitor({ lang: 'zh' }).get(link)
  await goTo(oldCar.at - hours(2))
  for (const link of [oldLink, await linkOf(oldCar)]) {
    const { status, html } = await page(link)
    expect(status).toBe(200)
    expect(html).toContain(bob.phone)
    for (const gone of [NAME, ann.phone, FLIGHT]) expect(html).not.toContain(gone)
  }
  const link = await linkOf(nextCar)
  await goTo(nextCar.at - hours(2))
  const { html } = await page(link)
  for (const shown of [NAME, `tel:${ann.phone}`, FLIGHT, NEXT.plate]) expect(html).toContain(shown)
  expect(timesIn(textOf({ html } as Shown), NAME)).toBe(1)
})
