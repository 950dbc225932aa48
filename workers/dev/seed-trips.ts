import type { Party } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type DemoTraveller, type DemoTrip, demoTrips } from '#db/seed/demo-trips.ts'
import { instantOf } from '#db/seed/moment.ts'
import { devClock } from './clock.ts'
import { type DemoWorld, earlier, must, payAtStripe, userOf } from './seed-world.ts'

const EVERYTHING_DUE = Number.MAX_SAFE_INTEGER
const days = (n: number) => hours(24 * n)

/**
 * Creates, joins and pays every demo trip, as students would, then runs what is due at their
 * cutoffs and ends.
 */
export async function playTrips(world: DemoWorld): Promise<void> {
  const now = devClock.now()
  for (const trip of demoTrips.toSorted((a, b) => b.createDaysAgo - a.createDaysAgo)) {
    const times = {
      cutoffAt: instantOf(trip.cutoff, now),
      tripStartAt: instantOf(trip.start, now),
      tripEndAt: instantOf(trip.end, now),
    }
    let id = ''
    await earlier(world, days(trip.createDaysAgo), async () => {
      id = await fill(world, trip, times)
    })
    const { paid } = trip
    if (!paid) continue
    await earlier(world, days(paid.daysAgo), async () => {
      await world.trips.sweep(EVERYTHING_DUE)
      for (const who of paid.who) await payBalance(world, who, id)
    })
  }
  await world.trips.sweep(EVERYTHING_DUE)
}

type Times = { cutoffAt: Instant; tripStartAt: Instant; tripEndAt: Instant }

/** Opens and fills a trip; returns its id. */
async function fill(world: DemoWorld, trip: DemoTrip, times: Times): Promise<string> {
  const { key, name: tripName, minPassengers, maxPassengers, creator, joiners } = trip
  const terms = { tripName, minPassengers, maxPassengers, ...times }
  const { id } = must(await world.trips.create(userOf(world.users, creator), terms, `demo-${key}`))
  await payDeposit(world, creator, id)
  for (const joiner of joiners) {
    must(await world.trips.hold(userOf(world.users, joiner.who), id, partyOf(joiner, times)))
    await payDeposit(world, joiner.who, id)
  }
  return id
}

async function payDeposit(
  { trips, stripe, users }: DemoWorld,
  who: string,
  id: string,
): Promise<void> {
  const viewer = userOf(users, who)
  await payAtStripe(stripe, must(await trips.payDeposit(viewer, id)).clientSecret)
  must(await trips.confirmDeposit(viewer, id))
}

async function payBalance(
  { trips, stripe, users }: DemoWorld,
  who: string,
  id: string,
): Promise<void> {
  const viewer = userOf(users, who)
  const { clientSecret } = must(await trips.payBalance(viewer, id))
  if (clientSecret) await payAtStripe(stripe, clientSecret)
  must(await trips.confirmBalance(viewer, id))
}

const partyOf = (
  { who: _, flightAfterMinutes, ...rest }: DemoTraveller,
  { tripStartAt }: Times,
): Party => ({
  ...rest,
  flightTime: tripStartAt + flightAfterMinutes * 60_000,
  nLocation: 'Nova, Station Street, NG2 3AJ',
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
})
