import Stripe from 'stripe'
import { emailKey } from '../../app/domain/account.ts'
import type { UserId } from '../../app/domain/id.ts'
import { hours } from '../../app/domain/limits.ts'
import type { Result } from '../../app/domain/result.ts'
import { addDays, londonDay, parseTime } from '../../app/domain/time.ts'
import { createServices } from '../../app/services/context.server.ts'
import { createLog } from '../../app/services/log.server.ts'
import { createPasswords } from '../../app/services/passwords.server.ts'
import { findCredentials } from '../../db/queries/users.ts'
import { users as userTable } from '../../db/schema.ts'
import {
  DEMO_PASSWORD,
  type DemoCarpool,
  type DemoParty,
  demoCarpools,
  demoUsers,
} from '../../db/seed/demo.ts'
import { referenceStatements } from '../../db/seed/reference.ts'
import { devClock, devStore, playedEarlier } from './clock.ts'
import { type DevEnv, devRuntime } from './runtime.ts'

type World = ReturnType<typeof createServices> & { users: Map<string, UserId>; stripe: Stripe }

/**
 * Fills in reference data and, once in the life of a state folder, plays the demo carpools through
 * the real services: drafts, holds and payments as students would make them.
 */
export async function playDemo(env: DevEnv): Promise<{ played: number }> {
  await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
  if (!(await devStore(env).claimDemo())) return { played: 0 }
  const runtime = devRuntime(env)
  const services = createServices(env, runtime, createLog({ job: 'demo' }))
  const stripe = new Stripe(services.config.stripe.secretKey, {
    httpClient: Stripe.createFetchHttpClient(runtime.fetch),
  })
  const world: World = { ...services, stripe, users: await registerAll(services) }
  const earliestFirst = demoCarpools.toSorted((a, b) => b.createDaysAgo - a.createDaysAgo)
  for (const carpool of earliestFirst) {
    const departure = must(parseTime(`${addDays(londonDay(devClock.now()), carpool.inDays)}T${carpool.at}`))
    await playedEarlier(hours(24 * carpool.createDaysAgo), () => play(world, carpool, departure))
  }
  await world.carpools.sweep(Number.MAX_SAFE_INTEGER)
  await devStore(env).markDemo()
  return { played: demoCarpools.length }
}

async function registerAll({
  db,
  clock,
  config,
}: ReturnType<typeof createServices>): Promise<Map<string, UserId>> {
  const passwordHash = createPasswords(config.pepper).hash(DEMO_PASSWORD)
  const users = new Map<string, UserId>()
  for (const { key, ...user } of demoUsers) {
    const known = await findCredentials(db, user.phone)
    const id: UserId = known?.id ?? `usr_demo_${key}`
    if (!known) {
      const { flatName = null, flatNumber = null, accountType } = user
      const auth = accountType === 'MEMBER' ? ('PENDING' as const) : null
      const at = clock.now()
      await db.insert(userTable).values({
        ...user,
        id,
        flatName,
        flatNumber,
        auth,
        passwordHash,
        emailKey: emailKey(user.email),
        createdAt: at,
        updatedAt: at,
      })
    }
    users.set(key, id)
  }
  return users
}

async function play(world: World, carpool: DemoCarpool, carpoolAt: number): Promise<void> {
  const [creator, ...joiners] = carpool.parties
  if (!creator) throw new Error(`demo carpool ${carpool.key} has no creator`)
  const viewer = viewerOf(world, creator)
  const { tripType, airportId, maxPassengers } = carpool
  const draft = { tripType, airportId, maxPassengers, carpoolAt, ...partyOf(creator, carpoolAt) }
  const made = must(await world.carpools.draft(viewer, draft, `demo-${carpool.key}`))
  await pay(world, made.clientSecret)
  must(await world.carpools.confirmCreate(viewer, made.participantId))
  for (const joiner of joiners) {
    const joining = viewerOf(world, joiner)
    const hold = must(await world.carpools.hold(joining, made.carpoolId, partyOf(joiner, carpoolAt)))
    if (joiner.deposit === 'onHold') continue
    await pay(world, must(await world.carpools.depositIntent(joining, hold.participantId)).clientSecret)
    must(await world.carpools.confirmJoin(joining, hold.participantId))
  }
}

function viewerOf({ users }: World, { who }: DemoParty): { id: UserId } {
  const id = users.get(who)
  if (!id) throw new Error(`demo user ${who} is not there`)
  return { id }
}

function partyOf({ who, flightAfterMinutes, deposit, ...party }: DemoParty, carpoolAt: number) {
  return { ...party, flightTime: carpoolAt + flightAfterMinutes * 60_000 }
}

const pay = ({ stripe }: World, clientSecret: string) =>
  stripe.paymentIntents.confirm(clientSecret.split('_secret_')[0] ?? '', { payment_method: 'pm_card_visa' })

function must<T>(result: Result<T>): T {
  if (!result.ok)
    throw new Error(`the demo was refused: ${result.error.code} ${JSON.stringify(result.error.params ?? {})}`)
  return result.value
}
