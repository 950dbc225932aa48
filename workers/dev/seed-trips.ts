import type { Party } from '#app/group/rules/state.ts'
import {
  confirmBalance,
  confirmDeposit,
  holdInGroup,
  prepareBalance,
  prepareDeposit,
  sweepGroups,
} from '#app/group/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { createTrip } from '#app/trip/service/trips.server.ts'
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
      await sweepGroups(tripKind, world, EVERYTHING_DUE)
      for (const who of paid.who) await payBalance(world, who, id)
    })
  }
  await sweepGroups(tripKind, world, EVERYTHING_DUE)
}

type Times = { cutoffAt: Instant; tripStartAt: Instant; tripEndAt: Instant }

/** Opens and fills a trip; returns its id. */
async function fill(world: DemoWorld, trip: DemoTrip, times: Times): Promise<string> {
  const { key, name: tripName, minPassengers, maxPassengers, creator, joiners } = trip
  const terms = { tripName, minPassengers, maxPassengers, ...times }
  const { id } = must(await createTrip(world, userOf(world.users, creator), terms, `demo-${key}`))
  await payDeposit(world, creator, id)
  for (const joiner of joiners) {
    must(
      await holdInGroup(
        tripKind,
        world,
        userOf(world.users, joiner.who),
        id,
        partyOf(joiner, times),
      ),
    )
    await payDeposit(world, joiner.who, id)
  }
  return id
}

async function payDeposit(world: DemoWorld, who: string, id: string): Promise<void> {
  const viewer = userOf(world.users, who)
  const { clientSecret } = must(await prepareDeposit(tripKind, world, viewer, id))
  await payAtStripe(world.stripe, clientSecret)
  must(await confirmDeposit(tripKind, world, viewer, id))
}

async function payBalance(world: DemoWorld, who: string, id: string): Promise<void> {
  const viewer = userOf(world.users, who)
  const { clientSecret } = must(await prepareBalance(tripKind, world, viewer, id))
  if (clientSecret) await payAtStripe(world.stripe, clientSecret)
  must(await confirmBalance(tripKind, world, viewer, id))
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
