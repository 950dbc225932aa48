import type { Command } from '#app/domain/trip/command.ts'
import { type Decide, decide, nextDue } from '#app/domain/trip/machine.ts'
import type { TripState } from '#app/domain/trip/state.ts'
import { tripBookingOf } from '#app/services/groups/booking-rows.server.ts'
import { paidTrips } from '#app/services/groups/group-kind.server.ts'
import { tripPlaceRowOf, tripRowOf } from '#app/services/groups/group-rows.server.ts'
import type { Env } from '#workers/env.ts'
import { GroupObject } from '#workers/group/group.ts'
import type { Kind } from '#workers/group/kind.ts'
import type { Runtime } from '#workers/runtime.ts'

/** What a trip provides to its object. */
const tripKind: Kind<TripState, Command> = {
  ...paidTrips,
  name: 'trip',
  machine: { decide, nextDue },
  rowOf: tripRowOf,
  placeRowOf: tripPlaceRowOf,
  bookingOf: tripBookingOf,
  runOwnEffect: async () => true,
}

/** One trip (docs/trip.md). */
export class TripObject extends GroupObject<TripState, Command> {
  protected decide: Decide = decide

  constructor(ctx: DurableObjectState, env: Env, runtime: Runtime) {
    super(ctx, env, runtime, tripKind)
  }
}
