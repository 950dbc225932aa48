import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { Command } from '#app/domain/trip/command.ts'
import { type Decide, decide, nextDue } from '#app/domain/trip/machine.ts'
import type { TripState } from '#app/domain/trip/state.ts'
import { tripPlaceRowOf, tripRowOf } from '#app/services/groups/trip-rows.server.ts'
import { createChanges } from '#db/queries/if-newer.ts'
import { forgetTripPlaces, tripUpserts } from '#db/queries/trips.ts'
import type { Env } from '#workers/env.ts'
import { GroupObject } from '#workers/group/group.ts'
import type { Kind } from '#workers/group/kind.ts'
import type { Runtime } from '#workers/runtime.ts'

/** What a trip provides to its object. */
const tripKind = (changes = createChanges(['nextDueAt'])): Kind<TripState, Command> => ({
  name: 'trip',
  machine: { decide, nextDue },
  project: ({ db, state, people, forgotten, version, nextDueAt, stuck }) => [
    ...tripUpserts(
      db,
      tripRowOf(state, version, nextDueAt, stuck),
      people.map((p) => tripPlaceRowOf(state, p, version)),
      changes,
    ),
    ...(forgotten.length > 0 ? [forgetTripPlaces(db, forgotten, version)] : []),
  ],
  pointsParams: () => null,
  // Never called: a trip's deposit is taken at once, not held, so it is never renewed.
  renewalFor: (state, place, attempt) => ({
    purpose: 'deposit',
    amount: DEPOSIT_PENCE,
    tripId: state.id,
    participantId: place.id,
    userId: place.userId,
    attempt,
    customerId: null,
  }),
  pursueOwn: async () => true,
})

/** One trip (docs/trip.md). */
export class TripObject extends GroupObject<TripState, Command> {
  protected decide: Decide = decide

  constructor(ctx: DurableObjectState, env: Env, runtime: Runtime) {
    super(ctx, env, runtime, tripKind())
  }
}
