import type { Command } from '#app/carpool/rules/command.ts'
import { privateCarOf } from '#app/carpool/rules/decide-own.ts'
import { type Decide, decide, nextDue } from '#app/carpool/rules/machine.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { answerTo, arrivalOf } from '#app/features/moves/rules/decide-move.ts'
import { type MoveAnswered, movingOf } from '#app/features/moves/rules/move-event.ts'
import { GroupObject } from '#app/group/object/group.ts'
import type { Kind } from '#app/group/object/kind.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import { carpoolBookingOf } from '#app/group/service/booking-rows.server.ts'
import { paidCarpools } from '#app/group/service/group-kind.server.ts'
import { type CarpoolObjects, createAllObjects } from '#app/group/service/group-objects.server.ts'
import { carpoolPlaceRowOf, carpoolRowOf } from '#app/group/service/group-rows.server.ts'
import type { Env } from '#app/platform/env.ts'
import type { Runtime } from '#app/platform/runtime.ts'

/** What a carpool provides to its object. */
const carpoolKind = (env: Env): Kind<CarpoolState, Command> => ({
  ...paidCarpools,
  name: 'carpool',
  machine: { decide, nextDue },
  rowOf: carpoolRowOf,
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

/**
 * Asks another carpool to take a place in. Returns the command for its own carpool, or whether
 * nothing is left to do. Without an answer the place stays as it is, and is sent again.
 */
async function sendPlace(
  carpools: Pick<CarpoolObjects, 'execute'>,
  state: CarpoolState | null,
  participantId: string,
): Promise<boolean | MoveAnswered> {
  const place = state && findParticipant(state, participantId)
  const command = state && arrivalOf(state, participantId)
  const moving = place && movingOf(state, place)
  if (!moving || !command) return true
  const { to } = moving
  const asked = await carpools.execute(to.carpoolId, command)
  if (!asked.ok && asked.error.code !== 'notFound') return false
  const refused = asked.ok ? answerTo(asked.value.state, to.participantId) : 'over'
  return refused === undefined
    ? false
    : { type: 'moveAnswered', participantId: place.id, to, refused }
}

/** One carpool (docs/carpool.md). */
export class CarpoolObject extends GroupObject<CarpoolState, Command> {
  protected decide: Decide = decide

  constructor(ctx: DurableObjectState, env: Env, runtime: Runtime) {
    super(ctx, env, runtime, carpoolKind(env))
  }
}
