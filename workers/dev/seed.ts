import Stripe from 'stripe'
import { findCredentials } from '#app/account/rows/users.server.ts'
import { hashPassword } from '#app/account/service/passwords.server.ts'
import { cancelFailed, convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import {
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
} from '#app/carpool/service/carpools.server.ts'
import {
  confirmBalance,
  confirmDeposit,
  leaveGroup,
  prepareBalance,
  prepareDeposit,
  sweepGroups,
} from '#app/group/service/groups.server.ts'
import { emailKey } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { markAllRead } from '#app/notices/service/notices.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { attempts, pointsLedger, users as userTable } from '#db/schema.ts'
import {
  DEMO_PASSWORD,
  type DemoCarpool,
  type DemoParty,
  demoCarpools,
  demoUsers,
  departureOf,
} from '#db/seed/demo.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { devClock, devStore } from './clock.ts'
import { type DevEnv, devRuntime } from './runtime.ts'
import { playOrders } from './seed-orders.ts'
import { playTrips } from './seed-trips.ts'
import { type DemoWorld, earlier, must, payAtStripe, userOf } from './seed-world.ts'

/**
 * Fills in reference data and, once per state folder, plays the demo carpools, orders and trips
 * through the real services: drafts, holds and payments as students would make them.
 */
export async function playDemo(env: DevEnv): Promise<{ played: number }> {
  await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
  if (!(await devStore(env).claimDemo())) return { played: 0 }
  const runtime = devRuntime(env)
  const services = createResources(env, runtime, createLog({ job: 'demo' }))
  const stripe = new Stripe(services.config.stripe.secretKey, {
    httpClient: Stripe.createFetchHttpClient(runtime.fetch),
  })
  const world: DemoWorld = { ...services, stripe, users: await registerAll(services) }
  const earliestFirst = demoCarpools.toSorted((a, b) => b.createDaysAgo - a.createDaysAgo)
  const played: [DemoCarpool, string][] = []
  for (const carpool of earliestFirst) {
    const departure = departureOf(carpool, devClock.now())
    await earlier(world, hours(24 * carpool.createDaysAgo), async () => {
      played.push([carpool, await play(world, carpool, departure)])
    })
  }
  await sweepGroups(carpoolKind, world, Number.MAX_SAFE_INTEGER)
  for (const [carpool, id] of played) await playToday(world, carpool, id)
  await playOrders(world)
  // The demo's days are played out of order, so its payments cannot count per day; none of them
  // count as today's.
  await world.db.delete(attempts)
  await playTrips(world)
  await world.db.delete(attempts)
  await readOldNews(world)
  await devStore(env).markDemo()
  return { played: demoCarpools.length }
}

async function registerAll({
  db,
  clock,
  config,
}: ReturnType<typeof createResources>): Promise<Map<string, UserId>> {
  const passwordHash = hashPassword(config.pepper, DEMO_PASSWORD)
  const users = new Map<string, UserId>()
  for (const { key, approved, points = [], ...user } of demoUsers) {
    const known = await findCredentials(db, user.phone)
    const id: UserId = known?.id ?? `usr_demo_${key}`
    if (!known) {
      const { flatName = null, flatNumber = null, accountType } = user
      const waiting = approved ? ('APPROVED' as const) : ('PENDING' as const)
      const auth = accountType === 'MEMBER' ? waiting : null
      const at = clock.now()
      await db.insert(userTable).values({
        ...user,
        id,
        flatName,
        flatNumber,
        auth,
        passwordHash,
        emailKey: emailKey(user.email),
        emailConfirmedAt: at,
        createdAt: at,
        updatedAt: at,
      })
      for (const { daysAgo, ...entry } of points) {
        const operationId = `demo:${key}:${daysAgo}`
        const createdAt = at - hours(24 * daysAgo)
        await db
          .insert(pointsLedger)
          .values({ ...entry, id: `pts_${operationId}`, operationId, userId: id, createdAt })
      }
    }
    users.set(key, id)
  }
  return users
}

/** Opens and fills a carpool; returns its id. */
async function play(world: DemoWorld, carpool: DemoCarpool, carpoolAt: number): Promise<string> {
  const [creator, ...joiners] = carpool.parties
  if (!creator) throw new Error(`demo carpool ${carpool.key} has no creator`)
  const viewer = viewerOf(world, creator)
  const { tripType, airportId, maxPassengers } = carpool
  const draft = { tripType, airportId, maxPassengers, carpoolAt, ...partyOf(creator, carpoolAt) }
  const made = must(await draftPayableCarpool(world, viewer, draft, `demo-${carpool.key}`))
  await payAtStripe(world.stripe, made.clientSecret)
  must(await confirmCreate(world, viewer, made.participantId))
  for (const joiner of joiners) {
    const joining = viewerOf(world, joiner)
    const hold = must(await holdSeats(world, joining, made.groupId, partyOf(joiner, carpoolAt)))
    if (joiner.deposit === 'onHold') continue
    await payAtStripe(
      world.stripe,
      must(await prepareDeposit(carpoolKind, world, joining, hold.participantId)).clientSecret,
    )
    must(await confirmDeposit(carpoolKind, world, joining, hold.participantId))
  }
  if (carpool.ending === 'paid') {
    for (const who of carpool.parties) await payBalance(world, who, made.groupId)
    // Captures the deposits now, not days later when the clock is reset.
    await sweepGroups(carpoolKind, world, Number.MAX_SAFE_INTEGER)
  }
  return made.groupId
}

const recordOf = async (world: DemoWorld, viewer: { id: UserId }, carpoolId: string) =>
  (await readCarpoolRecords(world, viewer)).find(({ id }) => id === carpoolId)

async function payBalance(world: DemoWorld, who: DemoParty, carpoolId: string): Promise<void> {
  const viewer = viewerOf(world, who)
  const place = await recordOf(world, viewer, carpoolId)
  if (!place) throw new Error(`${who.who} has no place to pay for`)
  const balance = must(await prepareBalance(carpoolKind, world, viewer, place.participantId, 0))
  if (balance.clientSecret) await payAtStripe(world.stripe, balance.clientSecret)
  must(await confirmBalance(carpoolKind, world, viewer, place.participantId))
}

/** Plays the actions of the carpool's creator today. */
async function playToday(
  world: DemoWorld,
  { ending, parties }: DemoCarpool,
  carpoolId: string,
): Promise<void> {
  const [creator] = parties
  if (!creator || !ending || ending === 'paid') return
  const viewer = viewerOf(world, creator)
  if (ending === 'left') must(await leaveGroup(carpoolKind, world, viewer, carpoolId))
  else if (ending === 'refunded') must(await cancelFailed(world, viewer, carpoolId))
  else must(await convertToPrivate(world, viewer, carpoolId))
}

/** Marks old notices of the demo as read, so that the first login shows only new ones. */
async function readOldNews(world: DemoWorld): Promise<void> {
  for (const id of world.users.values()) await markAllRead(world, id, devClock.now())
}

const viewerOf = ({ users }: DemoWorld, { who }: DemoParty) => userOf(users, who)

function partyOf({ who, flightAfterMinutes, deposit, ...party }: DemoParty, carpoolAt: number) {
  return { ...party, flightTime: carpoolAt + flightAfterMinutes * 60_000 }
}
