import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confirmCreate, draftPayableCarpool } from '#app/carpool/service/carpools.server.ts'
import { purgeOldBookings } from '#app/console/service/bookings.server.ts'
import { cancelGroup } from '#app/console/service/groups.server.ts'
import { SHARING_VERSION } from '#app/group/rules/consent.ts'
import { confirmDeposit } from '#app/group/service/groups.server.ts'
import type { GroupId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import {
  addDays,
  addMonths,
  type Instant,
  londonDay,
  londonWall,
  startOfLondonDay,
} from '#app/kernel/time.ts'
import { closeAccount } from '#app/privacy/service/closing.server.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { adminSessions, admins, bookings, participants, settings } from '#db/schema.ts'
import { phoneInFile } from '#tests/kit/phone.ts'
import { carFor } from '#tests/kit/ride.ts'
import { worldAt } from '#tests/worker/at-time.ts'
import { clockChanges } from '#tests/worker/clock-changes.ts'
import { newPerson, type Person, travelOf } from '#tests/worker/closing/kit.ts'
import {
  carOf,
  completeCar,
  draft,
  goTo,
  inDays,
  openCar,
  payBalance,
  stub,
} from '#tests/worker/world/cars.ts'
import { noticesOf } from '#tests/worker/world/people.ts'
import { advance, db, must, now, pay, services } from '#tests/worker/world/services.ts'
import { draftTrip, join, stateOf } from '#tests/worker/world/trips.ts'
import { leadsTo } from './accounts/visitor.ts'
import { type Admin, auditOf, fileOf, newAdmin, visitorOf } from './admin/kit.ts'
import { assign, unassign } from './assign.ts'

/** The record of bookings that a private-hire operator has to keep (decision 0030). */

/** What licensing conditions list, by the column that has it. */
const LEGAL = [
  'Passenger',
  'Booked (London)',
  'Pick-up (London)',
  'Pick-up place',
  'Destination',
  'Driver',
  'Driver’s badge',
  'Vehicle registration',
  'Booking taken by',
  'Dispatched by',
] as const

let admin: Admin
beforeEach(async () => {
  admin = await newAdmin(['dispatch'])
})
afterEach(() => db.delete(settings))

/** Cells of a line; none of ours has a quote in it. */
const cells = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )

/** The file as a dispatcher takes it who has just logged in, or as `as` does. */
async function record(query = '', as?: Admin) {
  const answer = await fileOf(as ?? (await newAdmin(['dispatch'])), `bookings${query}`)
  const [header = '', ...lines] = (await answer.text()).replace('\uFEFF', '').split('\r\n')
  const names = cells(header)
  const rows = lines
    .filter(Boolean)
    .map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i] ?? '', cell])))
  return { status: answer.status, names, rows }
}
const lineOf = async (id: string) => (await record()).rows.find((row) => row.Participant === id)

type Change = Partial<ReturnType<typeof carFor>> & { plate?: string; as?: Admin }

/** Assigns a car and lets the record of bookings follow. */
async function assignCar(id: GroupId, { plate = 'AB12 CDE', as = admin, ...over }: Change = {}) {
  await assign(id, plate, over, as.id)
  await advance(0)
}

async function complete(change: Parameters<typeof completeCar>[1] = {}) {
  const [ann, bob] = [await newPerson(), await newPerson()]
  const car = await completeCar([ann, bob], { ...change, ...travelOf(ann) })
  const [first, second] = car.seats as [(typeof car.seats)[0], (typeof car.seats)[0]]
  const state = await carOf(car.carpoolId)
  return { ann, bob, first, second, state, id: car.carpoolId as GroupId }
}
const nameOf = ({ secrets: [own] }: Person) => `名${own}`
const purgeAt = (at: Instant) =>
  purgeOldBookings({
    db,
    clock: { now: () => at, systemTime: (instant) => instant },
  })

describe('each place that is given a car', () => {
  test('is a line with everything that the law asks for', async () => {
    const { ann, first, second, state, id } = await complete()
    expect(await lineOf(first.participantId)).toBeUndefined()
    const meetAt = state.carpoolAt + minutes(45)
    await assignCar(id, { meetAt })
    const line = await lineOf(first.participantId)
    const place = state.participants[0]
    expect(line).toMatchObject({
      Passenger: nameOf(ann),
      'Booked (London)': londonWall(place?.heldAt ?? 0).replace('T', ' '),
      'Pick-up (London)': londonWall(meetAt).replace('T', ' '),
      'Pick-up (UTC)': new Date(meetAt).toISOString(),
      'Pick-up place': 'London Heathrow T2: T2 Arrivals',
      Destination: place?.party.nLocation,
      Driver: 'Sam Carter',
      'Driver’s badge': 'B 1',
      'Vehicle registration': 'AB12 CDE',
      'Booking taken by': 'Online, by the passenger',
      'Dispatched by': phoneInFile(admin.phone),
      Booking: 'Car assigned',
    })
    for (const field of LEGAL) expect(line?.[field], field).toBeTruthy()
    expect((await lineOf(second.participantId))?.Passenger).not.toBe(nameOf(ann))
  })

  test('is driven to the airport with a drop-off', async () => {
    const { first, state, id } = await complete({
      tripType: 'DROPOFF',
      flightTime: inDays(5).carpoolAt + hours(6),
    })
    await assignCar(id)
    expect(await lineOf(first.participantId)).toMatchObject({
      'Pick-up place': `T2 Arrivals (${state.participants[0]?.party.nLocation})`,
      Destination: 'London Heathrow T2',
    })
  })

  test('is recorded on a trip as well, only for those in the car', async () => {
    const trip = await draftTrip({ maxPassengers: 2, minPassengers: 2 }, await newPerson())
    await pay(trip.clientSecret)
    must(await confirmDeposit(tripKind, services, trip.creator, trip.id))
    const other = await join(trip.id)
    await goTo((await stateOf(trip.id)).cutoffAt)
    await assignCar(trip.id, { places: [trip.participantId] })
    expect(await lineOf(trip.participantId)).toMatchObject({ Destination: '湖区两日游' })
    expect(await lineOf(other.participantId)).toBeUndefined()
  })

  test('is corrected when another car is sent, by another dispatcher', async () => {
    const { first, state, id } = await complete()
    await assignCar(id)
    const colleague = await newAdmin(['dispatch'])
    const { driver } = carFor()
    const meetAt = state.carpoolAt + hours(1)
    const change = { driver: { ...driver, name: 'Kim Lee', badgeNo: 'B 2' }, meetAt }
    await assignCar(id, { plate: 'NEW 1', as: colleague, ...change })
    const lines = (await record()).rows.filter((row) => row.Participant === first.participantId)
    expect(lines).toMatchObject([
      {
        Driver: 'Kim Lee',
        'Driver’s badge': 'B 2',
        'Vehicle registration': 'NEW 1',
        'Dispatched by': phoneInFile(colleague.phone),
        'Pick-up (UTC)': new Date(meetAt).toISOString(),
      },
    ])
    // Sending what is there already is nobody's dispatch.
    await assignCar(id, { plate: 'NEW 1', as: admin, ...change })
    expect((await lineOf(first.participantId))?.['Dispatched by']).toBe(
      phoneInFile(colleague.phone),
    )
  })

  test('says so when its car is withdrawn', async () => {
    const { first, id } = await complete()
    await assignCar(id)
    await unassign(id)
    await advance(0)
    expect(await lineOf(first.participantId)).toMatchObject({
      Booking: 'Car withdrawn',
      'Vehicle registration': 'AB12 CDE',
    })
    await assignCar(id, { plate: 'NEW 1' })
    expect(await lineOf(first.participantId)).toMatchObject({
      Booking: 'Car assigned',
      'Vehicle registration': 'NEW 1',
    })
  })

  test('stays on record when its passenger leaves before the ride, marked as that', async () => {
    const { first, second, state, id } = await complete()
    await assignCar(id)
    await payBalance(first)
    await goTo(state.cutoffAt + minutes(1))
    expect(await lineOf(second.participantId)).toMatchObject({ Booking: 'Left before the ride' })
    expect(await lineOf(first.participantId)).toMatchObject({ Booking: 'Car assigned' })
    must(await cancelGroup(services, 'carpool', id, admin.id))
    await advance(0)
    expect(await lineOf(first.participantId)).toMatchObject({
      Booking: 'Left before the ride',
      Status: 'Cancelled',
    })
  })
})

describe('the file', () => {
  test('has the rides of London days, on days of 23 and 25 hours too', async () => {
    const { first, id } = await complete()
    await assignCar(id)
    for (const { day, next } of clockChanges(2)) {
      const isIn = async (pickUpAt: Instant) => {
        await db
          .update(bookings)
          .set({ pickUpAt })
          .where(eq(bookings.id, first.participantId as 'par_'))
        const { rows } = await record(`?from=${day}&to=${day}`)
        return rows.some((row) => row.Participant === first.participantId)
      }
      const [from, to] = [startOfLondonDay(day), startOfLondonDay(next)]
      expect(
        [await isIn(from - 1), await isIn(from), await isIn(to - 1), await isIn(to)],
        day,
      ).toEqual([false, true, true, false])
    }
  })

  test('is for dispatchers, and the log says that it was taken', async () => {
    const books = await newAdmin(['records', 'groups'])
    expect((await record('', books)).status).toBe(403)
    const before = (await auditOf('bookings')).length
    expect((await record('?from=2026-11-01&to=2026-11-02', admin)).status).toBe(200)
    const log = await auditOf('bookings')
    expect(log).toHaveLength(before + 1)
    expect(log.filter(({ adminId }) => adminId === admin.id)).toMatchObject([
      { action: 'exported', after: { from: '2026-11-01', to: '2026-11-02' } },
    ])
  })

  test('is in strict order of pick-up, with the fare and the name of who dispatched', async () => {
    const late = await complete()
    const early = await complete()
    await db.update(admins).set({ name: 'Ann O’Neill' }).where(eq(admins.id, admin.id))
    await assignCar(late.id, { meetAt: late.state.carpoolAt + minutes(30) })
    await assignCar(early.id, { meetAt: early.state.carpoolAt - minutes(30) })
    const { rows } = await record()
    const times = rows.map((row) => row['Pick-up (UTC)'] ?? '')
    expect(times).toEqual(times.toSorted())
    const at = (id: string) => rows.findIndex((row) => row.Participant === id)
    expect(at(early.first.participantId)).toBeLessThan(at(late.first.participantId))
    const { participantId } = late.first
    // £20 of it was the deposit.
    const [place] = await db
      .select({ left: participants.originalRemaining })
      .from(participants)
      .where(eq(participants.id, participantId as 'par_'))
    const fare = String((2000 + (place?.left ?? 0)) / 100)
    expect(Number(fare)).toBeGreaterThan(20)
    const line = rows[at(participantId)]
    expect([line?.['Dispatched by'], Number(line?.Fare)]).toEqual(['Ann O’Neill', Number(fare)])
  })

  test('is printed in the same order, after the password, for these days only', async () => {
    const { state, id, ann } = await complete()
    await assignCar(id)
    const day = londonDay(state.carpoolAt)
    const dispatcher = await newAdmin(['dispatch'])
    const at = (from: string, to = from) => `/admin/bookings/print?from=${from}&to=${to}`
    const page = await visitorOf(dispatcher).get(at(day))
    for (const shown of [nameOf(ann), 'Sam Carter', 'AB12 CDE', admin.phone, 'Fare'])
      expect(page.html).toContain(shown)
    const other = await visitorOf(dispatcher).get(at(addDays(day, 1)))
    expect(other.html).not.toContain(nameOf(ann))
    expect(leadsTo(await visitorOf(dispatcher).get(at(day, addDays(day, -1))))).toContain(
      '/admin/bookings?',
    )
    await db
      .update(adminSessions)
      .set({ confirmedAt: 0 })
      .where(eq(adminSessions.adminId, dispatcher.id))
    const back = encodeURIComponent(`/admin/bookings?from=${day}&to=${day}`)
    for (const path of [at(day), `/admin/exports/bookings?from=${day}&to=${day}`])
      expect(leadsTo(await visitorOf(dispatcher).get(path))).toBe(`/admin/confirm?redirect=${back}`)
  })

  test('is taken from its own page of the console, which names the time it is kept', async () => {
    const books = visitorOf(await newAdmin(['records']))
    const dispatcher = visitorOf(await newAdmin(['dispatch']))
    await db.insert(settings).values({ key: 'recordMonths', value: 18, updatedAt: 1 })
    const days = 'from=2026-11-01&to=2026-11-02'
    const file = `/admin/exports/bookings?${days}`
    expect((await books.get(file)).status).toBe(403)
    expect((await dispatcher.get('/admin/exports/ledger?x')).status).toBe(403)
    const { html } = await dispatcher.get(`/admin/bookings?${days}`)
    for (const shown of ['18 months', '/admin/exports/bookings', 'value="2026-11-02"'])
      expect(html).toContain(shown)
    expect((await dispatcher.get(file)).headers.get('Content-Type')).toContain('text/csv')
    const wrong = 'from=2026-11-02&to=2026-11-01'
    expect(leadsTo(await dispatcher.get(`/admin/exports/bookings?${wrong}`))).toBe(
      `/admin/bookings?${wrong}`,
    )
  })

  test('has the consent to share, or nothing where it was not asked for yet', async () => {
    const cat = await newPerson()
    const alone = draft({ maxPassengers: 1, ...inDays(5) })
    const opened = must(
      await draftPayableCarpool(services, cat, alone, crypto.randomUUID(), SHARING_VERSION),
    )
    await pay(opened.clientSecret)
    must(await confirmCreate(services, cat, opened.participantId))
    await assignCar(opened.groupId)
    const at = (await carOf(opened.groupId)).participants[0]?.heldAt ?? 0
    expect(await lineOf(opened.participantId)).toMatchObject({
      'Version of the consent': SHARING_VERSION,
      'Consent to share (UTC)': new Date(at).toISOString(),
    })
    const { first, id } = await complete()
    await assignCar(id)
    expect(await lineOf(first.participantId)).toMatchObject({
      'Version of the consent': '',
      'Consent to share (UTC)': '',
    })
  })
})

describe('a closed account', () => {
  /** A ride that is over, whose passenger has closed the account. */
  async function gone() {
    const { ann, first, second, state, id } = await complete()
    await assignCar(id, { meetAt: state.carpoolAt })
    await payBalance(first)
    await payBalance(second)
    await goTo(state.carpoolAt + hours(3))
    const before = await lineOf(first.participantId)
    expect(must(await closeAccount(services, ann.id))).toEqual([])
    return { ann, first, state, id, before }
  }

  test('stays in the record as it was, whatever is written anew', async () => {
    const { ann, first, id, before } = await gone()
    expect(before?.Passenger).toBe(nameOf(ann))
    expect(await lineOf(first.participantId)).toEqual(before)
    await stub(id).poke({ rebuild: true })
    expect(await lineOf(first.participantId)).toEqual(before)
  })

  test('leaves it once a year has passed, and not a moment before', async () => {
    const { first, state } = await gone()
    const year = startOfLondonDay(addDays(addMonths(londonDay(state.carpoolAt), 12), 1))
    await purgeAt(year - 1)
    expect(await lineOf(first.participantId)).toBeDefined()
    await db.insert(settings).values({ key: 'recordMonths', value: 24, updatedAt: 1 })
    await purgeAt(year)
    expect(await lineOf(first.participantId)).toBeDefined()
    await db.delete(settings)
    await purgeAt(year)
    expect(await lineOf(first.participantId)).toBeUndefined()
    await stub(state.id).poke({ rebuild: true })
    expect(await lineOf(first.participantId)).toBeUndefined()
  })
})

test('a student’s own data has their bookings, without the driver’s badge or anyone else', async () => {
  const { ann, bob, id } = await complete()
  await assignCar(id)
  const file = must(await readOwnData(services, ann.id, 'en'))
  expect(file.bookings).toMatchObject([
    { passenger: nameOf(ann), driver: 'Sam Carter', plate: 'AB12 CDE', state: 'booked' },
  ])
  const text = JSON.stringify(file)
  for (const other of [nameOf(bob), 'B 1', 'PHV 1', '07700900001', admin.id])
    expect(text).not.toContain(other)
})

test('the sweep forgets old bookings every hour, and reminds of rides every minute', async () => {
  const { first, id } = await complete()
  await assignCar(id)
  const hour = Math.ceil(now() / hours(1)) * hours(1)
  const old = startOfLondonDay(addMonths(londonDay(hour), -12)) - 1
  const mine = eq(bookings.id, first.participantId as 'par_')
  await db.update(bookings).set({ pickUpAt: old }).where(mine)
  await worldAt(hour + minutes(30)).sweep()
  expect(await lineOf(first.participantId)).toBeDefined()
  await worldAt(hour).sweep()
  expect(await lineOf(first.participantId)).toBeUndefined()
  const open = await openCar({ maxPassengers: 4 })
  const { cutoffAt } = await carOf(open.carpoolId)
  await worldAt(cutoffAt - hours(5)).sweep()
  expect(await noticesOf(open.creator)).toContain('seatsFree')
})
