import { GroupObject } from '#app/group/object/group.ts'
import type { Kind } from '#app/group/object/kind.ts'
import { tripBookingOf } from '#app/group/service/booking-rows.server.ts'
import { paidTrips } from '#app/group/service/group-kind.server.ts'
import { tripPlaceRowOf, tripRowOf } from '#app/group/service/group-rows.server.ts'
import type { Env } from '#app/platform/env.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import type { Command } from '#app/trip/rules/command.ts'
import { type Decide, decide, nextDue } from '#app/trip/rules/machine.ts'
import type { TripState } from '#app/trip/rules/state.ts'

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
