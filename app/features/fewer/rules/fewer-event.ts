import type { MostFewer, Own } from '#app/group/rules/command.ts'
import { type Group, sliceOf } from '#app/group/rules/state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'

/**
 * The consent to go with fewer people, at a higher price. The sentences are `carpool:fewer.label`
 * and `carpool:fewer.what` of the locales. Another wording needs another version.
 */
export const FEWER_VERSION = '2026-11-29'

/** The most pence per person that a place accepts, and the consent to it. */
export type Fewer = { most: MinorUnits; version: string; at: Instant }
export const FEWER = 'fewer'
export type Fewers = Record<ParticipantId, Fewer>
export const fewerOf = (state: Pick<Group, 'slices'>, id: ParticipantId): Fewer | undefined =>
  sliceOf<Fewers>(state, FEWER)?.[id]

type About = { participantId: ParticipantId; at: Instant }
/** The events of this feature. Stored permanently. */
export type FewerEvent =
  | (About & { type: 'fewerAgreed'; most: MinorUnits; version: string })
  | (About & { type: 'fewerStopped' })

/** The owner's answer. */
export type FewerCommand = { type: 'agreeFewer'; most: MostFewer } & Own
