import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginClosing, mayBegin } from '#app/account/rows/closing.server.ts'
import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import { CLOSING_SETTLED_MS, minutes } from '#app/kernel/limits.ts'
import { createClosing } from '#app/privacy/service/closing.server.ts'
import { orders as orderTable, participants, users } from '#db/schema.ts'
import {
  caller,
  createWorld,
  registerSomebody,
  registration,
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
import {
  advance,
  carpools,
  codeOf,
  db,
  must,
  now,
  passTime,
  pay,
  trips,
} from '#tests/worker/world/services.ts'
import { draftTrip, openTrip, party as tripParty } from '#tests/worker/world/trips.ts'
import {
  accountOf,
  accounts,
  closing,
  foundInCar,
  foundInD1,
  logIn,
  newPerson,
  orders,
  services,
  sessions,
  travelOf,
} from './kit.ts'

const settle = async () => {
  await advance(CLOSING_SETTLED_MS + minutes(1))
  await closing.sweep()
}

test('a request whose session check passed earlier can start no payment once the account is being closed', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  const trip = await openTrip()
  const before = await openCar({ maxPassengers: 3, ...inDays(5) }, { as: await newPerson() })
  must(
    await carpools.hold(
      ann,
      before.carpoolId,
      party({ flightTime: before.flightTime, ...travelOf(ann) }),
    ),
  )
  await beginClosing(db, ann.id, now())

  const hold = must(
    await carpools.hold(
      ann,
      car.carpoolId,
      party({ flightTime: car.flightTime, ...travelOf(ann) }),
    ),
  )
  expect(codeOf(await carpools.payDeposit(ann, hold.participantId))).toBe('unavailable')
  const made = await carpools.draft(ann, draft({ ...inDays(5), ...travelOf(ann) }), 'racing')
  expect(codeOf(made)).toBe('unavailable')
  must(await trips.hold(ann, trip.id, tripParty(travelOf(ann))))
  expect(codeOf(await trips.payDeposit(ann, trip.id))).toBe('unavailable')
  expect(codeOf(await orders.create(ann, 'mail', mailDraft(), 'racing'))).toBe('unavailable')
  expect(codeOf(await accounts.updateContact(ann.id, { email: 'new@example.com' }))).not.toBe('ok')
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
  expect(must(await closing.close(ann.id))).toEqual([])
  must(
    await carpools.hold(
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

test('nothing can be paid for a place that D1 does not know yet', async () => {
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  const { participantId } = must(
    await carpools.hold(ann, car.carpoolId, party({ flightTime: car.flightTime })),
  )
  expect(await mayBegin(db, ann.id, participantId)).toBe(true)
  await db.delete(participants).where(eq(participants.id, participantId))
  expect(codeOf(await carpools.payDeposit(ann, participantId))).toBe('unavailable')
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
      wait(Math.max(0, -apart)).then(() => closing.close(ann.id)),
      wait(Math.max(0, apart)).then(() => carpools.draft(ann, draft(inDays(5)), `race${round}`)),
    ])
    const gone = closed.ok && closed.value.length === 0
    seen.add(`${gone ? 'closed' : 'open'} ${codeOf(joined)}`)
    if (gone) {
      expect(codeOf(joined), 'no way to pay for somebody who is not here').toBe('unavailable')
      expect((await moneyFor(ann)).open).toBe(0)
    } else {
      expect((await accountOf(ann.id))?.closedAt).toBeNull()
      if (joined.ok) await pay(joined.value.clientSecret)
      if (joined.ok) must(await carpools.confirmCreate(ann, joined.value.participantId))
    }
  }
  expect([...seen], 'both came to pass').toEqual(
    expect.arrayContaining(['open ok', 'closed unavailable']),
  )
})

test('of two simultaneous closings one works, and the other asks to try again', async () => {
  const ann = await newPerson()
  const codes = (await Promise.all([closing.close(ann.id), closing.close(ann.id)])).map(codeOf)
  expect(codes.sort()).toEqual(['ok', 'unavailable'])
  expect(codeOf(await closing.close(ann.id)), 'closed is closed').toBe('unavailable')
})

test('if the worker dies while closing, the sweep decides', async () => {
  const ann = await newPerson()
  const token = await logIn(ann)
  await beginClosing(db, ann.id, now())
  expect(await sessions.read(token), 'meanwhile nobody is logged in').toBeNull()
  await closing.sweep()
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
  expect(await sessions.read(his), 'and is back as before').not.toBeNull()
})

test('an unreachable group stops the closing before the decision, and is retried by the sweep after it', async () => {
  const ann = await newPerson()
  const token = await logIn(ann)
  const car = await openCar({ maxPassengers: 3, ...inDays(5), ...travelOf(ann) }, { as: ann })
  must(await carpools.exit(ann, car.carpoolId))
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
    return createClosing({ ...services, objects: createAllObjects({ ...env, CARPOOL: objects }) })
  }
  expect(codeOf(await away('snapshot').close(ann.id))).toBe('unavailable')
  // As the platform passes on what an object's own code throws.
  const bug = Object.assign(new Error('a bug'), { remote: true })
  const broken = createClosing({
    ...services,
    objects: createAllObjects({
      ...env,
      CARPOOL: {
        getByName: () => ({ snapshot: () => Promise.reject(bug) }),
      } as unknown as typeof env.CARPOOL,
    }),
  })
  await expect(broken.close(ann.id)).rejects.toThrow('a bug')
  expect(await sessions.read(token), 'as before').not.toBeNull()
  expect(must(await away('forgetPerson').close(ann.id))).toEqual([])
  expect((await foundInCar(car.carpoolId, ann.secrets)).length).toBeGreaterThan(0)
  // The student's flight is shown as the car's; only the car itself can remove it.
  expect(await foundInD1(ann.secrets)).toEqual([expect.stringContaining('groups: ')])
  await passTime(CLOSING_SETTLED_MS + minutes(1))
  await away('forgetPerson').sweep()
  expect((await accountOf(ann.id))?.erasedAt).toBeNull()
  // What failed is left alone for half a minute.
  await passTime(minutes(1))
  await closing.sweep()
  expect((await accountOf(ann.id))?.erasedAt).not.toBeNull()
  expect(await foundInCar(car.carpoolId, ann.secrets)).toEqual([])
  expect(await foundInD1(ann.secrets)).toEqual([])
})

test('the old phone cannot log in or reset a password, and can register again', async () => {
  const world = createWorld()
  const ann = await registerSomebody(world)
  const password = registration(ann.phone).password
  const login = () => world.accounts.login(ann.phone, password)
  expect(codeOf(await login())).toBe('ok')
  expect(codeOf(await world.accounts.prove(ann.id, 'wrong'))).toBe('loginFailed')
  expect(codeOf(await world.accounts.prove(ann.id, password))).toBe('ok')
  expect(must(await closing.close(ann.id))).toEqual([])
  expect(codeOf(await login())).toBe('loginFailed')
  expect(codeOf(await world.accounts.prove(ann.id, password))).toBe('loginFailed')
  must(await world.accounts.sendPasswordCode(ann.phone, caller()))
  expect(world.lastMessage().body).toContain('还没有注册')
  world.pass(minutes(2))
  const again = await registerSomebody(world, { phone: ann.phone })
  expect(again.id).not.toBe(ann.id)
  expect(again).toMatchObject({ points: 0, email: ann.email })
  expect(codeOf(await login())).toBe('ok')
  expect(await db.select().from(users).where(eq(users.phone, ann.phone))).toHaveLength(1)
})
