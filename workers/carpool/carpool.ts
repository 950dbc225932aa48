import type { Command } from '#app/domain/carpool/command.ts'
import { privateCarOf } from '#app/domain/carpool/decide-own.ts'
import { type Decide, decide, nextDue } from '#app/domain/carpool/machine.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { carpoolBookingOf } from '#app/services/groups/booking-rows.server.ts'
import { paidCarpools } from '#app/services/groups/group-kind.server.ts'
import { createAllObjects } from '#app/services/groups/group-objects.server.ts'
import { carpoolPlaceRowOf, carpoolRowOf } from '#app/services/groups/group-rows.server.ts'
import { carpools } from '#db/schema.ts'
import type { Env } from '#workers/env.ts'
import { GroupObject } from '#workers/group/group.ts'
import type { Kind } from '#workers/group/kind.ts'
import type { Runtime } from '#workers/runtime.ts'
import { sendPlace } from './send-place.ts'

/** What a carpool provides to its object. */
const carpoolKind = (env: Env): Kind<CarpoolState, Command> => ({
  ...paidCarpools,
  name: 'carpool',
  machine: { decide, nextDue },
  rowOf: (state, facts) => [carpools, carpoolRowOf(state, facts)],
  placeRowOf: carpoolPlaceRowOf,
  bookingOf: carpoolBookingOf,
  async runOwnEffect({ kind, participantId }, state) {
    const { carpools } = createAllObjects(env)
    if (kind === 'sendPlace') return sendPlace(carpools, state, participantId)
    const command = state && privateCarOf(state, participantId)
    if (command?.type !== 'openPrivate') return true
    return (await carpools.execute(command.carpoolId, command)).ok
  },
})

/** One carpool (docs/carpool.md). */
export class CarpoolObject extends GroupObject<CarpoolState, Command> {
  protected decide: Decide = decide

  constructor(ctx: DurableObjectState, env: Env, runtime: Runtime) {
    super(ctx, env, runtime, carpoolKind(env))
  }
}
