import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rideOf } from '#app/features/ride/rules/ride-state.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { hours, minutes, TELL_AFTER_MS } from '#app/kernel/limits.ts'
import { londonWall } from '#app/kernel/time.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { drivers, participants, vehicles } from '#db/schema.ts'
import { leadsTo, Visitor } from '#tests/worker/accounts/visitor.ts'
import { filledForm } from '#tests/worker/forms/filled.ts'
import { carOf, completeCar, evict, goTo, payBalance, type Seat } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, db, must, services } from '#tests/worker/world/services.ts'
import { holdPlace, join, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'
import { type Admin, auditOf, hidden, newAdmin, visitorOf } from './kit.ts'

/** Vehicles and drivers, and which of them takes which group, on pages without scripts. */

const [PLATE, PHONE] = ['AB12 CDE', '07700900123']
const VEHICLE = {
  plate: ' ab12  cde ',
  make: 'Toyota Prius',
  colour: 'white',
  seats: '4',
  bigCases: '4',
  smallCases: '4',
  licenceNo: 'PHV-77',
  licenceUntil: '2099-12-31',
}
const DRIVER = {
  name: 'Sam Carter',
  phone: PHONE,
  badgeNo: 'BADGE-9',
  badgeUntil: '2099-12-31',
  languages: 'en, zh',
}

let admin: Admin
let console_: Visitor
beforeEach(async () => {
  admin = await newAdmin(['groups', 'dispatch'])
  console_ = visitorOf(admin)
})

/** Adds one through its form and returns its id. */
async function add(kind: 'vehicle' | 'driver', fields: Record<string, string>): Promise<string> {
  const path = `/admin/${kind}s/new`
  const id = hidden((await console_.get(path)).html, 'id')
  expect(leadsTo(await console_.post(path, { id, ...fields }))).toBe('/admin/fleet')
  return id
}
const crew = async (vehicle = {}, driver = {}) => ({
  vehicleId: await add('vehicle', { ...VEHICLE, ...vehicle }),
  driverId: await add('driver', { ...DRIVER, ...driver }),
})

async function complete(as = [newStudent(), newStudent()]) {
  const viewers = await Promise.all(as)
  const { carpoolId, seats } = await completeCar(viewers)
  const [first, second] = seats as [Seat, Seat]
  return { carpoolId, first, second, path: `/admin/carpools/${carpoolId}` }
}

/** The form of a new car as the console shows it, filled in. */
async function formFor(path: string, fields: Record<string, string>) {
  const { html } = await console_.get(`${path}/car/new`)
  const meetAt = html.match(/name="meetAt"[^>]*value="([^"]*)"/)?.[1] ?? ''
  const shown = { id: hidden(html, 'id'), seen: hidden(html, 'seen'), meetAt }
  return { ...shown, meetingPoint: 'T2 Arrivals, by Costa', ...fields }
}
/** A trip of two, just confirmed. */
async function completeTrip() {
  const trip = await openTrip({ minPassengers: 2 })
  const joined = await join(trip.id)
  await advance((await untilCutoff(trip.id)) + 1)
  // The days until then have ended the administrator's session.
  console_ = visitorOf(await newAdmin(['groups', 'dispatch']))
  const ids = [trip.participantId, joined.participantId]
  return { tripId: trip.id, path: `/admin/trips/${trip.id}`, ids }
}
const assign = async (path: string, fields: Record<string, string>) =>
  console_.post(`${path}/car/new`, await formFor(path, fields))

describe('the fleet', () => {
  test('a vehicle and a driver are added once, changed and archived, and the log has no name', async () => {
    const vehicleId = await add('vehicle', VEHICLE)
    const driverId = await add('driver', DRIVER)
    await console_.post('/admin/drivers/new', { id: driverId, ...DRIVER })
    expect(
      await db
        .select()
        .from(drivers)
        .where(eq(drivers.id, driverId as 'drv_')),
    ).toHaveLength(1)
    const stored = await db
      .select()
      .from(vehicles)
      .where(eq(vehicles.id, vehicleId as 'veh_'))
    expect(stored).toMatchObject([{ plate: PLATE, seats: 4, archived: false }])
    const list = (await console_.get('/admin/fleet')).html
    expect(list).toContain(PLATE)
    expect(list).toContain(DRIVER.name)

    await console_.post(`/admin/vehicles/${vehicleId}`, { ...VEHICLE, archived: 'on' })
    expect((await console_.get('/admin/fleet')).html).toContain('Archived')
    const { path } = await complete()
    expect((await console_.get(`${path}/car/new`)).html).not.toContain(`value="${vehicleId}"`)
    expect(JSON.stringify(await auditOf(driverId))).not.toMatch(/Carter|07700/)
  })

  test('an unknown id is not found, and no other form of id is stored', async () => {
    expect((await console_.get('/admin/drivers/drv_nobody')).status).toBe(404)
    const sent = await console_.post('/admin/drivers/new', { id: 'usr_one', ...DRIVER })
    expect(sent.status).toBe(404)
  })
})

describe('a car for a group', () => {
  test('is assigned, seen by its passengers alone, and they are told once', async () => {
    const { carpoolId, first, second, path } = await complete()
    const other = await complete()
    const fields = await crew()
    expect((await console_.get(path)).html).toContain('No car has been assigned yet')
    expect(leadsTo(await assign(path, fields))).toBe(path)
    await advance(0)
    const page = (await console_.get(path)).html
    expect(page).toContain(PLATE)
    expect(page).toContain(PHONE)

    const record = (seat: Seat) => `/carpool/record/${seat.participantId}`
    for (const seat of [first, second]) {
      const { html } = await (await browserOf(seat.viewer)).get(record(seat))
      expect(html).toContain(PLATE)
      expect(html).toContain(`tel:${PHONE}`)
      expect(html).not.toMatch(/PHV-77|BADGE-9/)
    }
    // Nobody else: a companion's record, another group, a visitor, the shared page, the lists.
    const outsider = await browserOf(other.first.viewer)
    for (const at of [
      record(first),
      record(other.first),
      `/share/carpool/${carpoolId}`,
      '/carpool',
    ])
      expect((await outsider.get(at)).html).not.toMatch(/AB12 CDE|07700900123|Sam Carter/)

    await advance(TELL_AFTER_MS)
    await evict(carpoolId)
    await advance(hours(1))
    const { html } = await (await browserOf(first.viewer)).get('/notices')
    expect(html.match(/车和司机已安排好|Your car and driver/g)).toHaveLength(1)
  })

  test('who loses their place no longer sees it, and the phone goes a day after departure', async () => {
    const { carpoolId, first, second, path } = await complete()
    await payBalance(first)
    await assign(path, await crew())
    const { carpoolAt, cutoffAt } = await carOf(carpoolId)
    await goTo(cutoffAt)
    const left = await (await browserOf(second.viewer)).get(
      `/carpool/record/${second.participantId}`,
    )
    expect(left.html).not.toMatch(/AB12 CDE|07700900123/)
    const [row] = await db
      .select({ ride: participants.ride })
      .from(participants)
      .where(eq(participants.id, second.participantId as 'par_'))
    expect(row?.ride).toBeNull()

    const shown = async () =>
      (await (await browserOf(first.viewer)).get(`/carpool/record/${first.participantId}`)).html
    // The clock goes on while a slow machine loads the page.
    await goTo(carpoolAt + hours(24) - minutes(10))
    expect(await shown()).toContain(PHONE)
    await goTo(carpoolAt + hours(24))
    expect(await shown()).toContain(PLATE)
    expect(await shown()).not.toContain(PHONE)
  })

  test('a second console sees what was saved beside what it typed, and replaces it only on purpose', async () => {
    const { path, carpoolId } = await complete()
    const fields = await crew()
    const late = await formFor(path, { ...fields, meetingPoint: 'T3 Arrivals' })
    await assign(path, fields)
    const saved = { version: 1, cars: [{ meetingPoint: 'T2 Arrivals, by Costa' }] }
    const refused = await console_.post(`${path}/car/new`, late)
    expect(refused.status).toBe(412)
    expect(refused.html).toMatch(/<dd[^>]*>T2 Arrivals, by Costa<\/dd>/)
    expect(refused.html).toContain('value="T3 Arrivals"')
    // Its form belongs to the car that exists by now, and still to what it had seen.
    const { id } = rideOf(await carOf(carpoolId)).cars[0] ?? {}
    expect(refused.html).toContain(`action="/neighbourhelp${path}/car/${id}"`)
    expect(hidden(refused.html, 'seen')).toBe('0')
    const again = { ...late, reason: 'T3 is right' }
    const at = `${path}/car/${id}`
    expect((await console_.post(at, again)).status).toBe(412)
    expect(rideOf(await carOf(carpoolId))).toMatchObject(saved)

    // A third console saves meanwhile: the confirmation was for what it replaced.
    const third = { ...again, seen: '1', meetingPoint: 'T4 Arrivals' }
    expect(leadsTo(await console_.post(at, third))).toBe(path)
    expect((await console_.post(at, { ...again, over: '1' })).status).toBe(412)
    // Whoever has agreed is not asked again because of something else.
    const unexplained = await console_.post(at, { ...again, over: '2', reason: '' })
    expect([unexplained.status, hidden(unexplained.html, 'seen')]).toEqual([422, '2'])
    expect(leadsTo(await console_.post(at, { ...again, over: '2' }))).toBe(path)
    expect(rideOf(await carOf(carpoolId))).toMatchObject({
      version: 3,
      cars: [{ id, meetingPoint: 'T3 Arrivals' }],
    })
  })

  test('the airport says how long after the landing, and offers its meeting points', async () => {
    const { path, carpoolId } = await complete()
    const { airportId, participants: places } = await carOf(carpoolId)
    const landings = places.map(({ party }) => Number(party.flightTime))
    const proposed = async () => {
      const { html } = await console_.get(`${path}/car/new`)
      const points = [...html.matchAll(/<option value="([^"]*)"><\/option>/g)].map(
        ([, point]) => point,
      )
      return { meetAt: html.match(/name="meetAt"[^>]*value="([^"]*)"/)?.[1], points }
    }
    const change = visitorOf(await newAdmin(['catalog']))
    const airport = `/admin/airports/${airportId}`
    const sent = filledForm(await change.get(airport), 'clearingMinutes')
    const terminals = ['T1', 'T2', 'T3', 'T4', 'T5']
    const terminal = places[0]?.party.terminal ?? ''
    const elsewhere = terminals.find((one) => one !== terminal)
    const save = (clearingMinutes: string, meetingPoints: string) => {
      const form = new URLSearchParams({ ...sent, clearingMinutes, meetingPoints, intent: 'save' })
      form.delete('terminals')
      for (const one of terminals) form.append('terminals', one)
      return change.post(airport, form)
    }
    expect(leadsTo(await save('600', ''))).toBeUndefined()
    expect(leadsTo(await save('200', `${elsewhere} Arrivals\n\n${terminal} by Costa`))).toBe(
      '/admin/airports',
    )
    expect(await proposed()).toEqual({
      meetAt: londonWall(Math.max(...landings) + minutes(200)),
      points: [`${terminal} by Costa`, `${elsewhere} Arrivals`],
    })
    await save('45', '')
  })

  test('any other refusal keeps the version that was seen', async () => {
    const { path } = await complete()
    const fields = await crew()
    const late = await formFor(path, { ...fields, meetingPoint: '' })
    await assign(path, fields)
    const { html, status } = await console_.post(`${path}/car/new`, late)
    expect(status).toBe(422)
    expect(hidden(html, 'seen')).toBe('0')
  })

  test('a car withdrawn by another console is not brought back unasked', async () => {
    const { path, carpoolId } = await complete()
    const sent = await formFor(path, await crew())
    await console_.post(`${path}/car/new`, sent)
    const at = `${path}/car/${sent.id}`
    await console_.post(at, { intent: 'withdraw', seen: '1', reason: 'broken down' })
    const change = { ...sent, seen: '1', meetingPoint: 'T5 Arrivals', reason: 'moved' }
    const refused = await console_.post(at, change)
    expect(refused.status).toBe(412)
    expect(refused.html).toContain('was withdrawn')
    expect(refused.html).toContain('value="T5 Arrivals"')
    expect(rideOf(await carOf(carpoolId)).cars).toEqual([])
  })

  test('the form for a new car of a carpool that has one leads to that car', async () => {
    const { path, carpoolId } = await complete()
    const fields = await crew()
    await assign(path, fields)
    const { html, status } = await console_.get(`${path}/car/new`)
    const { id } = rideOf(await carOf(carpoolId)).cars[0] ?? {}
    expect(status).toBe(200)
    expect(html).toContain('value="T2 Arrivals, by Costa"')
    expect(html).toContain(`action="/neighbourhelp${path}/car/${id}"`)
    expect(html).toContain('name="reason"')
  })

  test('a change needs a reason, a withdrawal takes it back', async () => {
    const { path, carpoolId } = await complete()
    const fields = await crew()
    const sent = await formFor(path, fields)
    await console_.post(`${path}/car/new`, sent)
    const at = `${path}/car/${sent.id}`
    const change = { ...sent, seen: '1', meetingPoint: 'T5 Arrivals' }
    expect((await console_.post(at, { ...change, reason: '' })).status).toBe(422)
    expect(leadsTo(await console_.post(at, { ...change, reason: 'flight moved' }))).toBe(path)
    expect(rideOf(await carOf(carpoolId))).toMatchObject({
      version: 2,
      cars: [{ meetingPoint: 'T5 Arrivals' }],
    })
    const withdraw = { intent: 'withdraw', seen: '2', reason: ' ' }
    const unexplained = await console_.post(at, withdraw)
    expect(unexplained.status).toBe(422)
    expect(unexplained.html).toMatch(/<details[^>]* open/)
    const stale = await console_.post(at, { ...withdraw, seen: '1', reason: 'broken down' })
    expect(stale.status).toBe(412)
    expect(stale.html).toMatch(/<dd[^>]*>T5 Arrivals<\/dd>/)
    expect(leadsTo(await console_.post(at, { ...withdraw, reason: 'broken down' }))).toBe(path)
    expect(rideOf(await carOf(carpoolId)).cars).toEqual([])
    const log = (await auditOf(carpoolId)).filter(({ action }) => action.startsWith('car'))
    expect(log).toHaveLength(3)
    expect(JSON.stringify(log)).toContain('broken down')
  })

  /** The warnings that a page asks to confirm, and those that are confirmed. */
  const asked = ({ html }: { html: string }) => {
    const ticks = [...html.matchAll(/<input[^>]*name="confirm"[^>]*>/g)].map(([tag]) => tag)
    const held = (tag: string) => tag.match(/value="(\w+)"/)?.[1]
    return [ticks.map(held), ticks.filter((tag) => tag.includes('checked')).map(held)]
  }
  const BOTH = ['luggage', 'driverBusy']

  test('tight luggage and a busy driver are confirmed one by one, as they were shown', async () => {
    const [one, two] = [await complete(), await complete()]
    const roomy = await crew()
    await assign(one.path, roomy)
    await advance(0)
    const tiny = await add('vehicle', { ...VEHICLE, bigCases: '0', smallCases: '0' })
    const fields = await formFor(two.path, { ...roomy, vehicleId: tiny })
    const post = (more: Record<string, string> = {}) =>
      console_.post(`${two.path}/car/new`, { ...fields, ...more })
    const warned = await post()
    expect(warned.status).toBe(409)
    expect(asked(warned)).toEqual([BOTH, []])
    const shownFor = hidden(warned.html, 'shownFor')
    const half = await post({ shownFor, confirm: 'luggage' })
    expect([half.status, asked(half)]).toEqual([409, [BOTH, ['luggage']]])
    expect(half.html).toContain('within 3 hours')

    // What was confirmed is this vehicle with this driver, and no other.
    const bike = await add('vehicle', { ...VEHICLE, bigCases: '0', smallCases: '1' })
    const other = await post({ shownFor, confirm: 'luggage', vehicleId: bike })
    expect([other.status, asked(other)]).toEqual([409, [BOTH, []]])
    const sent = await formFor(two.path, { ...roomy, vehicleId: tiny })
    const both = new URLSearchParams({ ...sent, shownFor })
    for (const one of BOTH) both.append('confirm', one)
    expect(leadsTo(await console_.post(`${two.path}/car/new`, both))).toBe(two.path)
  })

  test('one driver in two cars of one trip is asked about', async () => {
    const { path, ids } = await completeTrip()
    const fields = await crew()
    const first = await assign(path, { ...fields, places: ids[0] as string })
    expect(leadsTo(first)).toBe(path)
    await advance(0)
    const second = await assign(path, { ...fields, places: ids[1] as string })
    expect([second.status, asked(second)]).toEqual([409, [['driverBusy'], []]])
  })

  test('a trip’s car takes its passengers alone; a hundred places are read to the last', async () => {
    const { path, tripId, ids } = await completeTrip()
    const sent = await formFor(path, await crew())
    const post = (places: string[]) => {
      const form = new URLSearchParams(sent)
      for (const id of places) form.append('places', id)
      return console_.post(`${path}/car/new`, form)
    }
    const strangers = Array.from({ length: 98 }, (_, n) => `par_stranger${n}`)
    const refused = await post([...strangers, ...ids])
    expect(refused.status).toBe(422)
    expect(refused.html.match(/<input[^>]*name="places"[^>]*checked/g)).toHaveLength(2)
    const none = await post([])
    expect([none.status, none.html.match(/id="car-places-error"/g)?.length]).toEqual([422, 1])
    expect(rideOf(await stateOf(tripId)).cars ?? []).toEqual([])
    expect(leadsTo(await post(ids))).toBe(path)
    expect(rideOf(await stateOf(tripId)).cars).toMatchObject([{ places: ids }])
  })

  test('an administrator with this scope alone stays on pages they may see', async () => {
    const { path, carpoolId } = await complete()
    console_ = visitorOf(await newAdmin(['dispatch']))
    const day = londonWall((await carOf(carpoolId)).carpoolAt).slice(0, 10)
    const sheet = `/admin/day?date=${day}`
    const waiting = (await console_.get(sheet)).html
    expect(waiting).toContain(`href="/neighbourhelp${path}/car/new"`)
    expect(waiting).not.toContain(`href="/neighbourhelp${path}"`)
    const form = (await console_.get(`${path}/car/new`)).html
    expect(form).toContain(`href="/neighbourhelp${sheet.replace('&', '&amp;')}"`)
    expect(form).not.toContain(`href="/neighbourhelp${path}"`)
    const saved = await assign(path, await crew())
    expect(leadsTo(saved)).toBe(sheet)
    const { id } = rideOf(await carOf(carpoolId)).cars[0] ?? {}
    expect((await console_.get(sheet)).html).toContain(`href="/neighbourhelp${path}/car/${id}"`)
  })
})

test('a trip’s passenger finds their own car where the notice leads, and nobody else does', async () => {
  const trip = await openTrip({ minPassengers: 2, balancePrice: 0, maxPassengers: 5 })
  const [ann, bob, leaver, holder] = [
    await newStudent(),
    await newStudent(),
    await newStudent(),
    await newStudent(),
  ]
  const { participantId } = await join(trip.id, {}, ann)
  await join(trip.id, {}, bob)
  await join(trip.id, {}, leaver)
  must(await leaveGroup(tripKind, services, leaver, trip.id))
  await holdPlace(trip.id, {}, holder)
  await advance((await untilCutoff(trip.id)) + 1)
  console_ = visitorOf(await newAdmin(['groups', 'dispatch']))
  const path = `/admin/trips/${trip.id}`
  const fields = await crew({ plate: 'TRIP 1' })
  await assign(path, { ...fields, note: 'by the lions', places: participantId })
  await advance(TELL_AFTER_MS)
  const page = async (viewer: typeof ann, at = `/trip/record/${trip.id}`) =>
    (await (await browserOf(viewer)).get(at)).html
  const own = await page(ann)
  for (const part of ['TRIP 1', `tel:${PHONE}`, 'T2 Arrivals, by Costa', 'by the lions'])
    expect(own).toContain(part)
  expect(own).not.toMatch(/PHV-77|BADGE-9/)

  const shownToOthers = [
    await page(bob),
    await page(bob, '/trip'),
    await page(bob, '/rides'),
    await page(leaver),
    await page(holder),
    (await new Visitor().get('/trip')).html,
    (await new Visitor().get(`/share/trip/${trip.id}`)).html,
  ]
  for (const html of shownToOthers)
    expect(html).not.toMatch(/TRIP 1|07700900123|Sam Carter|by Costa|by the lions/)
  // Bob's page is his: he would see a car of his own.
  expect(shownToOthers[0]).toContain('湖区两日游')

  const { tripStartAt } = await stateOf(trip.id)
  await goTo(tripStartAt + hours(24))
  const later = await page(ann)
  expect([later.includes('TRIP 1'), later.includes(PHONE)]).toEqual([true, false])
})

describe('the day sheet', () => {
  test('has every car of a London day with who is in it, and cars without a driver first', async () => {
    const one = await complete()
    const two = await complete()
    // Other tests may have cars on that day.
    await assign(two.path, await crew({ plate: 'DAY 7' }))
    const day = londonWall((await carOf(one.carpoolId)).carpoolAt).slice(0, 10)
    const { html } = await console_.get(`/admin/day?date=${day}`)
    expect(html.indexOf(one.carpoolId)).toBeGreaterThan(0)
    expect(html.indexOf(one.carpoolId)).toBeLessThan(html.indexOf(two.carpoolId))
    expect(html).toContain('No driver yet')
    expect(html).toContain('DAY 7')
    expect(html).toContain('Balance unpaid')
    await payBalance(one.first)
    await payBalance(one.second)
    const paid = (await console_.get(`/admin/day?date=${day}`)).html
    expect(paid.split('Balance unpaid').length).toBe(html.split('Balance unpaid').length - 2)

    const file = await console_.get(`/admin/day/file?date=${day}`)
    const lines = file.html.trim().split('\r\n')
    expect(lines.length).toBeGreaterThanOrEqual(5)
    expect(lines.filter((line) => line.includes('DAY 7'))).toHaveLength(2)
    expect(JSON.stringify(await auditOf('day'))).toContain(day)
  })

  test('a day without cars says so, and a day that does not exist is today', async () => {
    expect((await console_.get('/admin/day?date=2031-02-03')).html).toContain(
      'No car meets its passengers',
    )
    expect((await console_.get('/admin/day?date=2031-02-31')).status).toBe(200)
  })
})
