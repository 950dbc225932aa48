import { alonePriceOf, proposedAlone } from '#app/domain/carpool/alone.ts'
import { refuseLeaving } from '#app/domain/carpool/move.ts'
import { aloneMarkOf, supplementOf } from '#app/domain/group/alone.ts'
import type { AloneMark } from '#app/domain/group/alone-state.ts'
import { changeOf } from '#app/domain/group/flights.ts'
import type { MoveRefusal } from '#app/domain/group/moving.ts'
import { findParticipant } from '#app/domain/group/state.ts'
import type { AdminId, ParticipantId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import { isCarpoolId, privateIdsOf } from '#app/services/groups/group-id.server.ts'
import type { AllObjects } from '#app/services/groups/group-objects.server.ts'

/** What a car alone would be for a passenger, and what they have been offered. */
export type AloneChoice = {
  participantId: ParticipantId
  people: number
  flightTime: Instant
  /** The version of the flight. */
  seen: number
  /** When it would leave. */
  proposed: Instant
  /** What it costs, and what they would have to add, in pence. */
  price: MinorUnits
  amount: MinorUnits
  /** Why it cannot be offered; null: it can. */
  refused: MoveRefusal | null
  /** Whether it is paid, and the place is going there. */
  isGoing: boolean
  offer: AloneMark | null
}

type Deps = { objects: AllObjects; clock: Clock }
type Asked = { id: string; participantId: string }

/** Offers of a private car after a flight change (decision 0092). */
export function createAlone({ objects: { carpools }, clock }: Deps) {
  async function find({ id, participantId }: Asked) {
    const found = isCarpoolId(id) ? await carpools.snapshot(id) : ok(null)
    if (!found.ok) return found
    const state = found.value?.state
    const place = state && findParticipant(state, participantId)
    return state && place ? ok({ state, place }) : fail('notFound')
  }

  return {
    /** Fails with notFound. */
    async choice(asked: Asked): Promise<Result<AloneChoice>> {
      const found = await find(asked)
      if (!found.ok) return found
      const { state, place } = found.value
      const { flightTime, people } = place.party
      const price = alonePriceOf(state)
      const offer = aloneMarkOf(state, place)
      return ok({
        ...{ participantId: place.id, people, flightTime, price },
        seen: changeOf(state, place)?.version ?? 0,
        proposed: proposedAlone(state, place),
        amount: supplementOf(place, price),
        refused: refuseLeaving(state, place, clock.now()),
        isGoing: place.moving !== undefined,
        offer: offer && clock.now() < offer.until ? offer : null,
      })
    },

    /**
     * Offers the passenger a car alone and notifies them; no money moves. Repeating it has no
     * further effect. Fails with notFound, moveRefused (its context says why), validationFailed, or
     * versionConflict if the flight has changed since version `seen`.
     */
    async offer(
      asked: Asked,
      { carpoolAt, seen, by }: { carpoolAt: Instant; seen: number; by: AdminId },
    ): Promise<Result<null>> {
      const found = await find(asked)
      if (!found.ok) return found
      const { state, place } = found.value
      const about = { participantId: place.id, to: await privateIdsOf(place.id), seen, by }
      const said = await carpools.execute(state.id, { type: 'offerAlone', ...about, carpoolAt })
      return said.ok ? ok(null) : said
    },

    /** Takes an offer back. Fails with notFound, or alreadyPaid if it has been paid. */
    async withdraw(asked: Asked, by: AdminId): Promise<Result<null>> {
      const found = await find(asked)
      if (!found.ok) return found
      const { state, place } = found.value
      const command = { type: 'withdrawAlone' as const, participantId: place.id, by }
      const said = await carpools.execute(state.id, command)
      return said.ok ? ok(null) : said
    },
  }
}
