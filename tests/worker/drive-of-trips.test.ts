import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { DriverMark } from '#app/features/ride/rules/ride-state.ts'
import { markDrive } from '#app/features/ride/service/drive.server.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { browseTrips } from '#app/trip/service/trips.server.ts'
import { users } from '#db/schema.ts'
import { carOf, completeCar, goTo, payBalance } from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, must, services } from '#tests/worker/world/services.ts'
import { join, openTrip, stateOf, untilCutoff } from '#tests/worker/world/trips.ts'
import { textOf, Visitor } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { assign } from './assign.ts'

/** A driver's link is the same for a carpool and for each car of a trip. */

const NAMES = ['林小雨', '陈思远', '赵一诺'] as const
async function named(name: string): Promise<Student> {
  const student = await newStudent()
  await db.update(users).set({ name }).where(eq(users.id, student.id))
  return student
}

type Group = {
  kind: 'carpool' | 'trip'
  id: GroupId
  departureAt: number
  places: ParticipantId[]
}
/** A complete group of three that owes nothing. */
const GROUPS: Record<Group['kind'], (students: Student[]) => Promise<Group>> = {
  async carpool(students) {
    const { carpoolId, seats } = await completeCar(students)
    for (const seat of seats) await payBalance(seat)
    const places = seats.map(({ participantId }) => participantId as ParticipantId)
    const { carpoolAt: departureAt } = await carOf(carpoolId)
    return { kind: 'carpool', id: carpoolId as GroupId, departureAt, places }
  },
  async trip([creator, ...others]) {
    const trip = await openTrip({ minPassengers: 3, balancePrice: 0 }, creator)
    const joined = []
    for (const other of others) joined.push(await join(trip.id, {}, other))
    await advance((await untilCutoff(trip.id)) + 1)
    const { tripStartAt: departureAt } = await stateOf(trip.id)
    const places = [trip, ...joined].map(({ participantId }) => participantId as ParticipantId)
    return { kind: 'trip', id: trip.id, departureAt, places }
  },
}

/** Assigns a car and returns the path of its driver's link, without the base. */
async function sendCar(
  { kind, id, departureAt }: Group,
  n: number,
  places: ParticipantId[] | null,
) {
  await assign(id, `CAR ${n}`, { id: `ride_no${n}`, meetAt: departureAt - hours(2), places })
  const console_ = visitorOf(await newAdmin(['groups', 'dispatch']))
  const { html } = await console_.get(`/admin/${kind}s/${id}/car/ride_no${n}`)
  const link = html.match(/https?:\/\/[^<"]*\/drive\/[^<"]*lang=zh/)?.[0] ?? ''
  return link.replace(/^.*?(?=\/drive\/)/, '')
}
const page = (link: string) => new Visitor().get(link)
const report = async (
  link: string,
  mark: DriverMark,
  participantId: ParticipantId | null = null,
) => {
  const token = link.slice('/drive/'.length).split('?')[0] ?? ''
  return markDrive(services, token, { mark, participantId })
}

describe.each(Object.entries(GROUPS))('of a %s', (kind, make) => {
  test('its times are counted from the departure, whenever the car meets', async () => {
    const students = await Promise.all(NAMES.map(named))
    const group = await make(students)
    const { departureAt } = group
    const link = await sendCar(group, 1, kind === 'trip' ? group.places : null)
    await goTo(departureAt - hours(24) - minutes(10))
    expect((await page(link)).status).toBe(410)
    await goTo(departureAt - hours(24))
    const early = await page(link)
    expect(early.status).toBe(200)
    for (const text of ['CAR 1', ...NAMES]) expect(early.html).toContain(text)
    expect(early.html).not.toContain('tel:')
    await goTo(departureAt - hours(3))
    expect((await page(link)).html.match(/tel:/g)).toHaveLength(3)
    expect(must(await report(link, 'onTheWay'))).toMatchObject({
      departureAt,
      meetAt: departureAt - hours(2),
      until: departureAt + hours(12),
      stage: 'onTheWay',
    })
    await goTo(departureAt + hours(12) - minutes(10))
    expect((await page(link)).status).toBe(200)
    await goTo(departureAt + hours(12))
    expect((await page(link)).status).toBe(410)
    expect(codeOf(await report(link, 'done'))).toBe('driveLinkGone')
  })
})

test('each car of a trip has its own passengers, and reports of no others', async () => {
  const students = await Promise.all(NAMES.map(named))
  const group = await GROUPS.trip(students)
  const [ann, bob, cat] = group.places as [ParticipantId, ParticipantId, ParticipantId]
  const [one, two] = [await sendCar(group, 1, [ann, bob]), await sendCar(group, 2, [cat])]
  await goTo(group.departureAt - hours(3))
  const shown = async (link: string) => {
    const text = textOf(await page(link))
    return NAMES.filter((name) => text.includes(name))
  }
  expect(await shown(one)).toEqual(NAMES.slice(0, 2))
  expect(await shown(two)).toEqual(NAMES.slice(2))
  expect(codeOf(await report(one, 'notHere', cat))).toBe('notFound')
  must(await report(two, 'notHere', cat))
  must(await report(one, 'arrived'))
  const { items } = await browseTrips(services, { tab: 'end', limit: 10 }, students[0] as Student)
  expect(items[0]?.own?.ride?.progress).toMatchObject({ stage: 'arrived', mark: null })
  const theirs = await browseTrips(services, { tab: 'end', limit: 10 }, students[2] as Student)
  expect(theirs.items[0]?.own?.ride?.progress).toMatchObject({ stage: null, mark: 'notHere' })
})
