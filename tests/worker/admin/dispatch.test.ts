import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes, TELL_AFTER_MS } from '#app/domain/limits.ts'
import { londonWall } from '#app/domain/time.ts'
import { drivers, participants, vehicles } from '#db/schema.ts'
import { leadsTo, type Visitor } from '#tests/worker/accounts/visitor.ts'
import { advance, carOf, db, evict } from '#tests/worker/carpool/kit.ts'
import { completeCar, goTo, payBalance, type Seat } from '#tests/worker/carpool/life.ts'
import { newStudent } from '#tests/worker/orders/kit.ts'
import { browserOf } from '#tests/worker/share-kit.ts'
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

  test('an invalid field is explained and everything typed is kept', async () => {
    const { html, status } = await console_.post('/admin/vehicles/new', {
      ...VEHICLE,
      id: 'veh_abc',
      seats: '40',
      licenceUntil: '',
    })
    expect(status).toBe(422)
    expect(html).toContain('value="40"')
    expect(html).toContain('value="PHV-77"')
    expect(await db.select().from(vehicles).where(eq(vehicles.id, 'veh_abc'))).toEqual([])
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

  test('a second console is refused and keeps what it typed', async () => {
    const { path, carpoolId } = await complete()
    const fields = await crew()
    const late = await formFor(path, { ...fields, meetingPoint: 'T3 Arrivals' })
    await assign(path, fields)
    const refused = await console_.post(`${path}/car/new`, late)
    expect(refused.status).toBe(412)
    expect(refused.html).toContain('T3 Arrivals')
    expect((await carOf(carpoolId)).ride?.cars).toMatchObject([
      { meetingPoint: 'T2 Arrivals, by Costa' },
    ])
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
    expect((await carOf(carpoolId)).ride).toMatchObject({
      version: 2,
      cars: [{ meetingPoint: 'T5 Arrivals' }],
    })
    expect(leadsTo(await console_.post(at, { intent: 'withdraw', seen: '2' }))).toBe(path)
    expect((await carOf(carpoolId)).ride?.cars).toEqual([])
    const actions = (await auditOf(carpoolId)).map(({ action }) => action)
    expect(actions.filter((one) => one.startsWith('car'))).toHaveLength(3)
  })

  test('a licence that will have expired is refused; tight luggage and a busy driver are confirmed', async () => {
    const { path } = await complete()
    const other = await complete()
    const old = await crew({ licenceUntil: '2026-01-01' })
    expect((await assign(path, old)).status).toBe(409)
    const fields = await crew({ bigCases: '0', smallCases: '0' })
    const tight = await assign(path, fields)
    expect(tight.html).toContain('name="isConfirmed"')
    expect(leadsTo(await assign(path, { ...fields, isConfirmed: 'on' }))).toBe(path)
    await advance(0)
    const roomy = await add('vehicle', VEHICLE)
    const busy = await assign(other.path, { ...fields, vehicleId: roomy })
    expect(busy.html).toContain('within 3 hours')
    const later = londonWall((await carOf(other.carpoolId)).carpoolAt + hours(4))
    expect(leadsTo(await assign(other.path, { ...fields, vehicleId: roomy, meetAt: later }))).toBe(
      other.path,
    )
  })

  test('is out of reach without the scope', async () => {
    const { path } = await complete()
    const stranger = visitorOf(await newAdmin(['groups']))
    expect((await stranger.get(path)).html).not.toContain('car/new')
    for (const at of ['/admin/fleet', '/admin/vehicles/new', `${path}/car/new`])
      expect((await stranger.get(at)).status).toBe(403)
    expect((await stranger.post(`${path}/car/new`, { id: 'ride_abc', seen: '0' })).status).toBe(403)
  })
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
    expect((await console_.get('/admin/day?date=2031-02-03')).html).toContain('No complete group')
    expect((await console_.get('/admin/day?date=2031-02-31')).status).toBe(200)
  })

  test('is closed to administrators without the scope', async () => {
    const other = visitorOf(await newAdmin(['groups']))
    for (const path of ['/admin/day', '/admin/day/file']) {
      const answer = await other.get(path)
      expect(answer.status).not.toBe(200)
      expect(answer.html).not.toContain(PLATE)
    }
  })
})
