import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginClosing, mayBegin } from '#app/account/rows/closing.server.ts'
import {
  changeContact,
  provePassword,
  sendPasswordCode,
} from '#app/account/service/accounts.server.ts'
import { readSession } from '#app/account/service/sessions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import {
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
} from '#app/carpool/service/carpools.server.ts'
import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import { holdInGroup, leaveGroup, prepareDeposit } from '#app/group/service/groups.server.ts'
import { CLOSING_SETTLED_MS, minutes } from '#app/kernel/limits.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { closeAccount, sweepClosings } from '#app/privacy/service/closing.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { orders as orderTable, participants, sessions, users } from '#db/schema.ts'
import {
  caller,
  createWorld,
  registerSomebody,
  registration,
  signIn,
} from '#tests/worker/accounts/world.ts'
import {
  carOf,
  draft,
  inDays,
  intentsFor,
  moneyFor,
  openCar,
  party,
} from '#tests/worker/world/cars.ts'
import { mailDraft } from '#tests/worker/world/orders.ts'
import { advance, codeOf, db, must, now, passTime, pay } from '#tests/worker/world/services.ts'
import { draftTrip, openTrip, party as tripParty } from '#tests/worker/world/trips.ts'
import { accountOf, foundInCar, foundInD1, logIn, newPerson, services, travelOf } from './kit.ts'

const settle = async () => {
  await advance(CLOSING_SETTLED_MS + minutes(1))
  await sweepClosings(services)
}

test('a request whose session check passed earlier can start no payment once the account is being closed', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  const trip = await openTrip()
  const before = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: await newPerson() })
  must(
    await holdSeats(
      services,
      ann,
      before.carpoolId,
      party({ flightTime: before.flightTime, ...travelOf(ann) }),
    ),
  )
  await beginClosing(db, ann.id, now())

  const hold = must(
    await holdSeats(
      services,
      ann,
      car.carpoolId,
      party({ flightTime: car.flightTime, ...travelOf(ann) }),
    ),
  )
  expect(codeOf(await prepareDeposit(carpoolKind, services, ann, hold.participantId))).toBe(
    'unavailable',
  )
  const made = await draftPayableCarpool(
    services,
    ann,
    draft({ ...inDays(5), ...travelOf(ann) }),
    'racing',
  )
  expect(codeOf(made)).toBe('unavailable')
  must(await holdInGroup(tripKind, services, ann, trip.id, tripParty(travelOf(ann))))
  expect(codeOf(await prepareDeposit(tripKind, services, ann, trip.id))).toBe('unavailable')
  expect(codeOf(await placeOrder(services, ann, 'mail', mailDraft(), 'racing'))).toBe('unavailable')
  expect(codeOf(await changeContact(services, ann.id, { email: 'new@example.com' }))).not.toBe('ok')
  expect(await intentsFor(ann)).toEqual([])
  expect(await db.select().from(orderTable).where(eq(orderTable.userId, ann.id))).toEqual([])

  // The sweep decides what the dead request could not: the holds have no payment, but they are
  // still held, so the account stays open.
  await settle()
  expect((await accountOf(ann.id))?.closedAt).toBeNull()
})

test('a hold that appears after the decision is given up, and forgotten with the rest', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  must(
    await holdSeats(
      services,
      ann,
      car.carpoolId,
      party({ flightTime: car.flightTime, ...travelOf(ann) }),
    ),
  )
  expect((await foundInCar(car.carpoolId, ann.secrets)).length).toBeGreaterThan(0)
  await settle()
  expect((await carOf(car.carpoolId)).participants.at(-1)).toMatchObject({
    userId: ann.id,
    seat: 'gone',
  })
  expect(await foundInCar(car.carpoolId, ann.secrets)).toEqual([])
  expect(await foundInD1(ann.secrets)).toEqual([])
  expect((await accountOf(ann.id))?.erasedAt).not.toBeNull()
})

test('what a request still wrote after the decision is erased with the rest', async () => {
  const ann = await newPerson()
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  await logIn(ann)
  const mine = () => db.select().from(sessions).where(eq(sessions.userId, ann.id))
  expect(await mine()).toHaveLength(1)
  await settle()
  expect(await mine()).toEqual([])
})

test('nothing can be paid for a place that D1 does not know yet', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  const { participantId } = must(
    await holdSeats(services, ann, car.carpoolId, party({ flightTime: car.flightTime })),
  )
  expect(await mayBegin(db, ann.id, participantId)).toBe(true)
  await db.delete(participants).where(eq(participants.id, participantId))
  expect(codeOf(await prepareDeposit(carpoolKind, services, ann, participantId))).toBe(
    'unavailable',
  )
  const { participantId: onTrip } = await draftTrip()
  expect(await mayBegin(db, ann.id, onTrip), 'a place on a trip is known as well').toBe(true)
})

test('closing and joining simultaneously leaves the account closed with nothing to pay, or open as before', async () => {
  const seen = new Set<string>()
  const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms))
  for (let round = 0; round < 24; round++) {
    const ann = await newPerson()
    // In turn, one of them starts later, by increasing delays, so that even on a slow machine each
    // is sometimes first.
    const late = [0, 8, -8, -16][round % 4] ?? 0
    const apart = late * 2 ** Math.floor(round / 4)
    const [closed, joined] = await Promise.all([
      wait(Math.max(0, -apart)).then(() => closeAccount(services, ann.id)),
      wait(Math.max(0, apart)).then(() =>
        draftPayableCarpool(services, ann, draft(inDays(5)), `race${round}`),
      ),
    ])
    const gone = closed.ok && closed.value.length === 0
    seen.add(`${gone ? 'closed' : 'open'} ${codeOf(joined)}`)
    if (gone) {
      expect(codeOf(joined), 'no way to pay for somebody who is not here').toBe('unavailable')
      expect((await moneyFor(ann)).open).toBe(0)
    } else {
      expect((await accountOf(ann.id))?.closedAt).toBeNull()
      if (joined.ok) await pay(joined.value.clientSecret)
      if (joined.ok) must(await confirmCreate(services, ann, joined.value.participantId))
    }
  }
  expect([...seen], 'both came to pass').toEqual(
    expect.arrayContaining(['open ok', 'closed unavailable']),
  )
})

test('of two simultaneous closings one works, and the other asks to try again', async () => {
  const ann = await newPerson()
  const codes = (
    await Promise.all([closeAccount(services, ann.id), closeAccount(services, ann.id)])
  ).map(codeOf)
  expect(codes.sort()).toEqual(['ok', 'unavailable'])
  expect(codeOf(await closeAccount(services, ann.id)), 'closed is closed').toBe('unavailable')
})

test('if the worker dies while closing, the sweep decides', async () => {
  const ann = await newPerson()
  const token = await logIn(ann)
  await beginClosing(db, ann.id, now())
  expect(await readSession(services, token), 'meanwhile nobody is logged in').toBeNull()
  await sweepClosings(services)
  expect(await accountOf(ann.id), 'its request may still be at it').toMatchObject({
    erasedAt: null,
  })
  await settle()
  expect(await accountOf(ann.id)).toMatchObject({ name: '', erasedAt: expect.any(Number) })

  const bob = await newPerson()
  const his = await logIn(bob)
  await openCar({ maxPassengers: 3, ...inDays(5) }, { as: bob })
  await beginClosing(db, bob.id, now())
  await settle()
  expect((await accountOf(bob.id))?.closedAt).toBeNull()
  expect(await readSession(services, his), 'and is back as before').not.toBeNull()
})

test('an unreachable group stops the closing before the decision, and is retried by the sweep after it', async () => {
  const ann = await newPerson()
  const token = await logIn(ann)
  const car = await openCar({ maxPassengers: 3, ...inDays(5), ...travelOf(ann) }, { as: ann })
  must(await leaveGroup(carpoolKind, services, ann, car.carpoolId))
  await advance(0)
  const away = (name: 'snapshot' | 'forgetPerson') => {
    const objects = {
      getByName: (id: string) =>
        new Proxy(env.CARPOOL.getByName(id), {
          get: (stub, key) =>
            key === name
              ? () => Promise.reject(Object.assign(new Error('away'), { overloaded: true }))
              : Reflect.get(stub, key),
        }),
    } as unknown as typeof env.CARPOOL
    return { ...services, objects: createAllObjects({ ...env, CARPOOL: objects }) }
  }
  expect(codeOf(await closeAccount(away('snapshot'), ann.id))).toBe('unavailable')
  // As the platform passes on what an object's own code throws.
  const bug = Object.assign(new Error('a bug'), { remote: true })
  const broken = {
    ...services,
    objects: createAllObjects({
      ...env,
      CARPOOL: {
        getByName: () => ({ snapshot: () => Promise.reject(bug) }),
      } as unknown as typeof env.CARPOOL,
    }),
  }
  await expect(closeAccount(broken, ann.id)).rejects.toThrow('a bug')
  expect(await readSession(services, token), 'as before').not.toBeNull()
  expect(must(await closeAccount(away('forgetPerson'), ann.id))).toEqual([])
  expect((await foundInCar(car.carpoolId, ann.secrets)).length).toBeGreaterThan(0)
  // The student's flight is shown as the car's; only the car itself can remove it.
  expect(await foundInD1(ann.secrets)).toEqual([expect.stringContaining('groups: ')])
  await passTime(CLOSING_SETTLED_MS + minutes(1))
  await sweepClosings(away('forgetPerson'))
  expect((await accountOf(ann.id))?.erasedAt).toBeNull()
  // What failed is left alone for half a minute.
  await passTime(minutes(1))
  await sweepClosings(services)
  expect((await accountOf(ann.id))?.erasedAt).not.toBeNull()
  expect(await foundInCar(car.carpoolId, ann.secrets)).toEqual([])
  expect(await foundInD1(ann.secrets)).toEqual([])
})

test('the old phone cannot log in or reset a password, and can register again', async () => {
  const world = createWorld()
  const ann = await registerSomebody(world)
  const password = registration(ann.phone).password
  const login = () => signIn(world, ann.phone, password)
  expect(codeOf(await login())).toBe('ok')
  expect(codeOf(await provePassword(world, ann.id, 'wrong'))).toBe('loginFailed')
  expect(codeOf(await provePassword(world, ann.id, password))).toBe('ok')
  expect(must(await closeAccount(services, ann.id))).toEqual([])
  expect(codeOf(await login())).toBe('loginFailed')
  expect(codeOf(await provePassword(world, ann.id, password))).toBe('loginFailed')
  must(await sendPasswordCode(world, ann.phone, caller()))
  expect(world.lastMessage().body).toContain('还没有注册')
  world.pass(minutes(2))
  const again = await registerSomebody(world, { phone: ann.phone })
  expect(again.id).not.toBe(ann.id)
  expect(again).toMatchObject({ points: 0, email: ann.email })
  expect(codeOf(await login())).toBe('ok')
  expect(await db.select().from(users).where(eq(users.phone, ann.phone))).toHaveLength(1)
})
