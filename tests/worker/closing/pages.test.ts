import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '#app/account/service/passwords.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { joinWaitlist } from '#app/features/waitlist/service.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { removeOrder } from '#app/orders/service/orders.server.ts'
import { users } from '#db/schema.ts'
import { errorOf, leadsTo, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { wishAt } from '#tests/worker/wishes/kit.ts'
import { completeCar, holdSeat, inDays, openCar, payBalance } from '#tests/worker/world/cars.ts'
import { mailDraft } from '#tests/worker/world/orders.ts'
import { give } from '#tests/worker/world/people.ts'
import { advance, config, db, must, now } from '#tests/worker/world/services.ts'
import { holdPlace, openTrip } from '#tests/worker/world/trips.ts'
import { accountOf, logIn, newPerson, type Person, services, travelOf } from './kit.ts'

const PASSWORD = 'tram-to-beeston'
const hash = hashPassword(config.pepper, PASSWORD)

async function browserOf(person: Person, lang: 'zh' | 'en' = 'zh'): Promise<Visitor> {
  const visitor = new Visitor({ lang })
  visitor.cookies.set('sid', await logIn(person))
  return visitor
}
async function withPassword(): Promise<Person> {
  const person = await newPerson()
  await db.update(users).set({ passwordHash: hash }).where(eq(users.id, person.id))
  return person
}

test('a student’s data is one file with all of it, nothing of others and no secret', async () => {
  const [ann, bob] = [await newPerson(), await newPerson()]
  const car = await openCar({ maxPassengers: 2, ...inDays(5), ...travelOf(bob) }, { as: bob })
  const { seats } = await completeCar([ann, bob], travelOf(ann))
  await payBalance(seats[0] as (typeof seats)[number])
  const trip = await openTrip()
  await holdPlace(trip.id, travelOf(ann), ann)
  const { id } = must(
    await placeOrder(services, ann, 'mail', mailDraft({ userName: '安' }), 'data'),
  )
  await give(ann.id, 300)
  await insertNotice(db, {
    id: `n:${ann.id}`,
    userId: ann.id,
    code: 'groupPaid',
    params: { carpoolAt: now() },
    createdAt: now(),
  })
  const wishId = await wishAt(now(), ann, inDays(9).carpoolAt, { people: 2 })
  await wishAt(now(), bob, inDays(9).carpoolAt)
  const full = await openCar({ maxPassengers: 2, ...inDays(6) })
  await holdSeat(full)
  const { carpoolId } = full
  const waiting = { people: 1, bigLuggage: 2, smallLuggage: 1, bag: 0 }
  must(await joinWaitlist(services, { viewer: ann, carpoolId, ...waiting }))
  const visitor = await browserOf(ann)
  expect(textOf(await visitor.get('/profile'))).toContain('我的数据与账号')
  const page = await visitor.get('/profile/data')
  expect(page.html).toContain('href="/neighbourhelp/profile/data/download"')

  const file = await visitor.get('/profile/data/download')
  expect(file.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="neighbourhelp-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(file.headers.get('Cache-Control')).toBe('no-store')
  const data = JSON.parse(file.html)
  expect(Object.keys(data)).toEqual([
    '_about',
    'madeAt',
    'account',
    'sessions',
    'points',
    'notices',
    'notes',
    'orders',
    'requests',
    'receipts',
    'failedRefunds',
    'lostPayments',
    'bookings',
    'carpools',
    'trips',
    'boardPosts',
    'waitlists',
    'tripTexts',
    'rideContacts',
    'wishes',
  ])
  expect(data.waitlists).toMatchObject([{ carpoolId, ahead: 0, ...waiting, offeredUntil: null }])
  expect(data.wishes).toMatchObject([{ id: wishId, airportId: 'air_lhr', people: 2 }])
  expect(data._about.orders).toContain('订单')
  expect(data.account).toMatchObject({ id: ann.id, name: (await accountOf(ann.id))?.name })
  expect(data.points).toMatchObject({ balance: 300, entries: [{ points: 300 }] })
  expect(data.orders).toMatchObject([{ id, userName: '安', payment: 'awaiting', currency: 'gbp' }])
  expect(data.carpools).toMatchObject([
    {
      seat: 'taken',
      deposit: { status: 'captured', captured: 2000 },
      balance: { paidByCard: expect.any(Number) },
    },
  ])
  expect(data.carpools[0].deposit.paymentIntent).toMatch(/^pi_/)
  expect(data.trips).toMatchObject([{ tripId: trip.id, seat: 'held', travel: { people: 1 } }])
  expect(data.sessions).toHaveLength(1)
  expect(file.html).not.toContain(visitor.cookies.get('sid'))
  expect(file.html).not.toMatch(/passwordHash|tokenHash|scrypt|_secret_/)
  for (const secret of [...bob.secrets, bob.id, car.participantId])
    expect(file.html).not.toContain(secret)
  expect(
    JSON.parse((await (await browserOf(ann, 'en')).get('/profile/data/download')).html)._about
      .orders,
  ).toContain('Your mail')
})

test('a visitor gets neither file nor page', async () => {
  for (const path of ['/profile/data', '/profile/data/download', '/profile/data/close'])
    expect(leadsTo(await new Visitor().get(path)), path).toBe(
      `/login?${new URLSearchParams({ redirect: path })}`,
    )
  expect(
    leadsTo(await new Visitor().post('/profile/data/close', { password: PASSWORD })),
  ).toContain('/login')
})

test('closing without scripts explains what happens, refuses a wrong password, accepts the right one and logs out', async () => {
  const ann = await withPassword()
  await give(ann.id, 1234)
  const visitor = await browserOf(ann)
  const other = await browserOf(ann)
  const page = await visitor.get('/profile/data/close')
  for (const text of ['会删除', '会保留', '6 年', '1234 积分']) expect(textOf(page)).toContain(text)

  const none = await visitor.post('/profile/data/close', { password: '' })
  expect([none.status, errorOf(none, 'password')]).toEqual([422, '请输入密码'])
  const wrong = await visitor.post('/profile/data/close', { password: 'not-hers' })
  expect([wrong.status, errorOf(wrong, 'password')]).toEqual([
    401,
    expect.stringContaining('密码不对'),
  ])
  expect(wrong.html).not.toContain('not-hers')
  expect((await accountOf(ann.id))?.closedAt).toBeNull()

  const done = await visitor.post('/profile/data/close', { password: PASSWORD })
  expect([done.status, leadsTo(done)]).toEqual([303, '/'])
  expect(visitor.cookies.has('sid')).toBe(false)
  expect(textOf(await visitor.get('/'))).toContain('账号已注销')
  expect(leadsTo(await other.get('/profile')), 'her other phone').toContain('/session-expired')
  expect(await accountOf(ann.id)).toMatchObject({ name: '', closedAt: expect.any(Number) })
})

test('with open money the page says what, why and where, and does not ask for the password', async () => {
  const ann = await withPassword()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: ann })
  const trip = await openTrip()
  await holdPlace(trip.id, {}, ann)
  const { id } = must(
    await placeOrder(
      services,
      ann,
      'move',
      { ...mailDraft(), isEntrustFriend: false, isDaytime: true } as never,
      'x',
    ),
  )
  const visitor = await browserOf(ann, 'en')
  const page = await visitor.get('/profile/data/close')
  expect(textOf(page)).toContain('3 things aren’t finished')
  expect(page.html).toContain(`href="/neighbourhelp/carpool/record/${car.participantId}"`)
  expect(page.html).toContain(`href="/neighbourhelp/pay/deposit-${trip.id}"`)
  expect(page.html).toContain('href="/neighbourhelp/moving?tab=mine"')
  expect(page.html).not.toContain('name="password"')
  const forced = await visitor.post('/profile/data/close', { password: PASSWORD })
  expect(forced.status).toBe(409)
  expect(textOf(forced)).toContain('You have a seat, and the journey isn’t over.')
  expect((await accountOf(ann.id))?.closedAt).toBeNull()
  expect((await visitor.get('/profile')).status, 'still logged in').toBe(200)
  must(await removeOrder(services, ann, 'move', id))
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  await advance(0)
  const later = textOf(await visitor.get('/profile/data/close'))
  expect(later).toContain('1 thing isn’t finished')
  expect(later).toContain('Seats are kept for you.')
})

test('guessing the password is slowed down as at the login', async () => {
  const ann = await withPassword()
  const visitor = await browserOf(ann)
  const statuses: number[] = []
  // Each wait is twice the previous one, so one of them is longer than an attempt takes, however
  // busy the machine is.
  while (statuses.at(-1) !== 429 && statuses.length < 14)
    statuses.push((await visitor.post('/profile/data/close', { password: 'no' })).status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})
