import type { PlaceEvent } from '#app/group/rules/event.ts'
import { type Luggage, wrongLuggage } from '#app/group/rules/luggage.ts'
import { isSteerable } from '#app/group/rules/ride-status.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import { findParticipant, type Group, type Party } from '#app/group/rules/state.ts'
import { type CorrectionReason, differences } from '#app/kernel/corrections.ts'
import type { AdminId, ParticipantId } from '#app/kernel/id.ts'
import { ADDRESS_MAX } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'

/** What an administrator may correct of a place in a complete group. */
export type PlaceDetails = Pick<Party, 'nLocation' | 'people'> & Luggage
type Counts = Omit<PlaceDetails, 'nLocation'>

/** `fields`: their names; the audit log has the counts, and of an address only that it changed. */
export type CorrectionEvent = {
  type: 'placeCorrected'
  participantId: ParticipantId
  by: AdminId
  at: Instant
  reason: CorrectionReason
  fields: (keyof PlaceDetails)[]
  before: Partial<Counts>
  after: Partial<Counts>
}
/** `seen`: the details on the administrator's screen. */
export type CorrectionCommand = {
  type: 'correctPlace'
  participantId: ParticipantId
  details: PlaceDetails
  seen: PlaceDetails
  reason: CorrectionReason
  by: AdminId
}

export const detailsOf = ({
  people,
  nLocation,
  bigLuggage,
  smallLuggage,
  bag,
}: Party): PlaceDetails => ({ people, nLocation, bigLuggage, smallLuggage, bag })

/**
 * The most people of one place: as many as the car has seats where one party pays for all of it,
 * and otherwise as many as there are, since a person more or less would change what is owed.
 */
export const mostPeople = (state: Group, { people }: Party): number =>
  state.private ? Math.min(state.maxPassengers, state.facts.seats ?? state.maxPassengers) : people

/**
 * Corrects a confirmed place of a complete group (docs/rules.md#corrections): no price, payment or
 * seat of anybody changes. Repeating it has no further effect.
 */
export function decideCorrect(
  rules: Rules,
  state: Group,
  { participantId, details, seen, reason, by }: CorrectionCommand,
  now: Instant,
): Result<(CorrectionEvent | PlaceEvent)[]> {
  const p = findParticipant(state, participantId)
  if (p?.seat !== 'taken') return fail('notFound')
  const present = detailsOf(p.party)
  const fields = differences(present, details)
  if (fields.length === 0) return ok([])
  if (!isSteerable(rules, state, now)) return fail('operationExpired', { context: 'correction' })
  if (differences(present, seen).length > 0)
    return fail('versionConflict', { context: 'correction' })
  const wrong = wrongIn(state, p.party, details)
  if (wrong) return fail('validationFailed', { field: wrong })
  const countsIn = (from: PlaceDetails): Partial<Counts> =>
    Object.fromEntries(fields.filter((f) => f !== 'nLocation').map((f) => [f, from[f]]))
  const changes = { fields, before: countsIn(present), after: countsIn(details) }
  return ok([
    { type: 'placeCorrected', participantId, by, at: now, reason, ...changes },
    { type: 'partyChanged', participantId, party: { ...p.party, ...details } },
  ])
}

function wrongIn(state: Group, party: Party, details: PlaceDetails): string | null {
  const { people, nLocation } = details
  const least = state.private ? 1 : party.people
  if (!Number.isInteger(people) || people < least || people > mostPeople(state, party))
    return 'people'
  const length = nLocation?.length ?? 0
  const isAsked = party.nLocation !== null
  if (isAsked ? length < 1 || length > ADDRESS_MAX : nLocation !== null) return 'nLocation'
  return wrongLuggage(details)
}
