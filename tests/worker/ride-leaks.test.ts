import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { startSession } from '#app/account/service/sessions.server.ts'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { addPost, readPosts } from '#app/features/board/service.server.ts'
import { driverLinks } from '#app/features/ride/service/drive.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { hours } from '#app/kernel/limits.ts'
import { users } from '#db/schema.ts'
import { carFor } from '#tests/kit/ride.ts'
import {
  carOf,
  completeCar,
  goTo,
  holdSeat,
  openCar,
  payBalance,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, db, must, ORIGIN, services } from '#tests/worker/world/services.ts'
import { Visitor } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { assign } from './assign.ts'

/** Who learns of a ride: every reader against everything that is not for everybody. */

const OLD = 'OLD99 OLD'
const SECRETS = {
  plate: 'SEC12 RET',
  driverPhone: '07700900987',
  wechat: 'companion_wechat',
  phone: '+447700900876',
  hiddenWechat: 'hidden_wechat',
  hiddenPhone: '+447700900765',
  board: 'a post for this car only',
}
type Secret = keyof typeof SECRETS

let carpoolId: string
let ids: string[]
let oldLink: string
let readers: Record<string, { browser: Visitor; token?: string }>

const assignCar = (plate: string, phone: string) =>
  assign(carpoolId, plate, { driver: { ...carFor().driver, phone } })
const contactOf = ({ id }: Student, wechat: string, phone: string) =>
  db.update(users).set({ wechat, phone }).where(eq(users.id, id))
const as = async ({ id }: Student) => ({
  browser: await browserOf({ id }),
  token: (await startSession(services, id)).token,
})

const asAdmin = async (scopes: AdminScope[]) => {
  const admin = await newAdmin(scopes)
  return { browser: visitorOf(admin), token: admin.token }
}

beforeAll(async () => {
  const [reader, shows, hides, leaves] = [
    await newStudent(),
    await newStudent(),
    await newStudent(),
    await newStudent(),
  ]
  await contactOf(shows, SECRETS.wechat, SECRETS.phone)
  await contactOf(hides, SECRETS.hiddenWechat, SECRETS.hiddenPhone)
  const people = [reader, shows, hides, leaves]
  const group = await completeCar(people)
  carpoolId = group.carpoolId
  const seats = group.seats as Seat[]
  ids = seats.map(({ participantId }) => participantId)
  await (await browserOf(shows)).post(`/carpool/record/${ids[1]}/companions`, {
    showWechat: 'on',
    showPhone: 'on',
  })

  const [, author, , leaver] = seats as [Seat, Seat, Seat, Seat]
  must(await addPost(services, { ...author, key: 'k', content: SECRETS.board }))
  must(await readPosts(services, leaver))
  for (const seat of seats.slice(0, 3)) await payBalance(seat)
  // The fourth does not pay in time and is out.
  const car = await carOf(carpoolId)
  const { carpoolAt } = car
  await goTo(balanceDueOf(car) + hours(1))
  await assignCar(OLD, '07700900111')
  await advance(hours(1))

  oldLink = new URL(driverLinks(services, carpoolId as 'car_', { id: 'ride_one', version: 1 }).zh)
    .pathname
  await assignCar(SECRETS.plate, SECRETS.driverPhone)
  await goTo(carpoolAt - hours(2))

  const held = await newStudent()
  const open = await openCar({ maxPassengers: 4 })
  await holdSeat(open, {}, held)
  const other = [await newStudent(), await newStudent()]
  await completeCar(other)
  readers = {
    visitor: { browser: new Visitor() },
    'on hold in another group': await as(held),
    'confirmed in another group': await as(other[0] as Student),
    'left the group': await as(leaves),
    confirmed: await as(reader),
    'administrator without scope': await asAdmin(['catalog', 'settings']),
    'administrator who dispatches': await asAdmin(['dispatch']),
    'administrator of groups': await asAdmin(['groups']),
  }
})

/** Every address at which a ride, or somebody in it, could show. */
const addresses = () => [
  '',
  '/carpool',
  '/rides',
  '/notices',
  '/profile',
  '/profile/data/download',
  `/carpool/${carpoolId}/join`,
  `/share/carpool/${carpoolId}`,
  oldLink.replace(/^.*(?=\/drive\/)/, ''),
  ...ids.flatMap((id) => [
    `/carpool/record/${id}`,
    `/carpool/record/${id}/companions`,
    `/carpool/record/${id}/board`,
    `/carpool/record/${id}/done`,
    `/carpool/record/${id}/info`,
    `/calendar/carpool/${id}`,
    `/calendar/carpool/${id}/open`,
  ]),
  `/admin/carpools/${carpoolId}`,
  `/admin/carpools/${carpoolId}/car/ride_one`,
  `/admin/carpools/${carpoolId}/board`,
  '/admin/fleet',
  '/admin/day',
  '/admin/today',
]
const calls = () => [
  '/carpool/list',
  `/carpool/${carpoolId}`,
  '/user/my/ongoing',
  '/user/my/completed',
  ...ids.flatMap((id) => [
    `/user/my/ride/${id}`,
    `/user/my/board/${id}`,
    `/user/participant/status/${id}`,
  ]),
  '/admin/vehicles',
  '/admin/drivers',
]

async function seenBy({ browser, token }: { browser: Visitor; token?: string }): Promise<Secret[]> {
  const texts: string[] = []
  for (const path of addresses()) texts.push((await browser.get(path)).html)
  for (const path of calls()) {
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined
    texts.push(await (await exports.default.fetch(`${ORIGIN}/api${path}`, { headers })).text())
  }
  const all = texts.join('\n')
  return (Object.keys(SECRETS) as Secret[]).filter((name) => all.includes(SECRETS[name]))
}

test.each<[string, Secret[]]>([
  ['visitor', []],
  ['on hold in another group', []],
  ['confirmed in another group', []],
  ['left the group', []],
  ['administrator without scope', []],
  ['confirmed', ['plate', 'driverPhone', 'wechat', 'phone', 'board']],
])('%s sees %o', async (who, expected) => {
  expect(await seenBy(readers[who] as (typeof readers)[string])).toEqual(expected)
})

test.each([
  ['administrator who dispatches', false],
  ['administrator of groups', true],
])('%s reads the board: %s', async (who, reads) => {
  expect((await seenBy(readers[who] as (typeof readers)[string])).includes('board')).toBe(reads)
})
