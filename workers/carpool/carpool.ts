import type { Command } from '#app/domain/carpool/command.ts'
import { privateCarOf } from '#app/domain/carpool/decide-own.ts'
import { type Decide, decide, nextDue } from '#app/domain/carpool/machine.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { createCarpoolObjects } from '#app/services/groups/carpool-objects.server.ts'
import { carpoolRowOf, participantRowOf } from '#app/services/groups/carpool-rows.server.ts'
import { carpoolUpserts, freePlaces } from '#db/queries/carpools.ts'
import { createChanges } from '#db/queries/if-newer.ts'
import type { Env } from '#workers/env.ts'
import { GroupObject } from '#workers/group/group.ts'
import type { Kind } from '#workers/group/kind.ts'
import type { Runtime } from '#workers/runtime.ts'

/** What a carpool provides to its object. */
const carpoolKind = (
  env: Env,
  changes = createChanges(['nextDueAt']),
): Kind<CarpoolState, Command> => ({
  name: 'carpool',
  machine: { decide, nextDue },
  project: ({ db, state, people, forgotten, version, nextDueAt, stuck }) => [
    ...carpoolUpserts(
      db,
      carpoolRowOf(state, version, nextDueAt, stuck),
      people.map((p) => participantRowOf(state, p, version)),
      changes,
    ),
    ...(forgotten.length > 0 ? [freePlaces(db, forgotten, version)] : []),
  ],
  pointsParams: ({ airportName: { zh, en }, carpoolAt }) => ({
    airportZh: zh,
    airportEn: en,
    carpoolAt,
  }),
  renewalFor: (state, place, attempt) => ({
    purpose: 'deposit',
    amount: DEPOSIT_PENCE,
    carpoolId: state.id,
    participantId: place.id,
    userId: place.userId,
    attempt,
    customerId: place.deposit.card?.customerId ?? null,
  }),
  async pursueOwn({ participantId }, state) {
    const command = state && privateCarOf(state, participantId)
    if (command?.type !== 'openPrivate') return true
    return (await createCarpoolObjects(env.CARPOOL).execute(command.carpoolId, command)).ok
  },
})

/** One carpool (docs/carpool.md). */
export class CarpoolObject extends GroupObject<CarpoolState, Command> {
  protected decide: Decide = decide

  constructor(ctx: DurableObjectState, env: Env, runtime: Runtime) {
    super(ctx, env, runtime, carpoolKind(env))
  }
}
