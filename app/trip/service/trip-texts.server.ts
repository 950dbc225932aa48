import { entryOf } from '#app/audit/audit.server.ts'
import { isTripId } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import type { AdminId, TripId, UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import {
  decideTripTexts,
  findTripTexts,
  putTripTexts,
  type TripTextsRow,
} from '#app/trip/rows/trips.server.ts'
import { refuseTexts } from '#app/trip/rules/permissions.ts'
import { isSame, stateOfNew, type TripState, type TripTexts } from '#app/trip/rules/state.ts'

export type { TripTextsRow }
/** An administrator's decision on the texts of version `seen`; a reason declines them. */
export type TextsDecision = { seen: number; reason: string | null }

/** Attempts at a write that conflicts with somebody else's. */
const TRIES = 3

export const readTripTexts = async (
  { db }: Needs<'db'>,
  id: string,
): Promise<TripTextsRow | null> => (isTripId(id) ? ((await findTripTexts(db, id)) ?? null) : null)

async function stateOf({ objects }: Objects, id: string): Promise<Result<TripState>> {
  const found = isTripId(id) ? await objects.trips.snapshot(id) : ok(null)
  if (!found.ok) return found
  return found.value ? ok(found.value.state) : fail('notFound')
}

/** The texts of a trip the viewer may change now. Fails like `write`. */
export async function openTripTexts(
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer,
  id: string,
): Promise<Result<TripTextsRow | null>> {
  const { clock } = context
  const [state, known] = await Promise.all([stateOf(context, id), readTripTexts(context, id)])
  if (!state.ok) return state
  const refused = refuseTexts(state.value, viewer.id, known, clock.now())
  if (refused === 'notCreator') return fail('notFound')
  if (refused === null) return ok(known)
  const why = refused === 'fixed' ? 'tripTexts' : 'tripTextsOver'
  return fail('operationExpired', { context: why })
}

/** The viewer's texts about their trip; null if it is somebody else's. */
export async function readOwnTripTexts(
  context: Needs<'db'>,
  viewer: Viewer,
  id: string,
): Promise<TripTextsRow | null> {
  const known = await readTripTexts(context, id)
  return known?.userId === viewer.id ? known : null
}

/**
 * Writes a trip's texts, which then wait for approval; the same texts again change nothing.
 * Fails with notFound (not the viewer's trip) or operationExpired (it is over, or others have
 * joined for what is approved).
 */
export async function writeTripTexts(
  context: Needs<'db' | 'clock'> & Objects,
  viewer: Viewer,
  id: TripId,
  texts: TripTexts,
): Promise<Result<null>> {
  const { clock, db } = context
  for (let tries = 0; tries < TRIES; tries++) {
    const known = await openTripTexts(context, viewer, id)
    if (!known.ok) return known
    if (known.value && isSame(known.value, texts)) return ok(null)
    const { itinerary, meetingPoint, included } = texts
    const said = { itinerary, meetingPoint, included, state: stateOfNew(texts) }
    const row = { tripId: id, userId: viewer.id, ...said, writtenAt: clock.now() }
    if (await putTripTexts(db, row, known.value?.version ?? null)) return ok(null)
  }
  return fail('unavailable', { retryAfterSeconds: 1 })
}

/**
 * Approves or declines the version that the administrator has read, and notifies the creator if
 * it is declined. Fails with notFound, or with versionConflict if the creator has changed the
 * texts or somebody else has decided meanwhile.
 */
export async function judgeTripTexts(
  context: Needs<'db' | 'clock' | 'log'> & Objects,
  by: AdminId,
  id: string,
  { seen, reason }: TextsDecision,
): Promise<Result<null>> {
  const { clock, db, log } = context
  const [trip, known] = await Promise.all([stateOf(context, id), readTripTexts(context, id)])
  if (!trip.ok) return trip
  if (!known) return fail('notFound')
  const { tripId, userId } = known
  const state = reason === null ? 'approved' : 'declined'
  const action = reason === null ? 'tripTextsApproved' : 'tripTextsDeclined'
  const entry = entryOf(clock, by, action, tripId, {
    before: { version: seen, state: known.state },
    after: { version: seen + 1, state, ...(reason !== null && { reason }) },
  })
  const notice =
    reason === null ? null : declined(trip.value, userId, { version: seen + 1, reason })
  const done = await decideTripTexts(db, {
    tripId,
    seen,
    state,
    reason,
    entry,
    notice: notice && { ...notice, createdAt: entry.at },
  })
  if (!done) return fail('versionConflict', { context: 'tripTexts' })
  log.info('trip texts decided', { tripId, state })
  return ok(null)
}

/** The creator's notice; null if they have left the trip. */
function declined(trip: TripState, userId: UserId, said: { version: number; reason: string }) {
  const { id: tripId, tripName, tripStartAt, participants } = trip
  const place = participants.find((p) => p.userId === userId && p.seat !== 'gone')
  if (!place) return null
  return noticeAbout('tripTextsDeclined', `${tripId}:${said.version}`, userId, {
    tripId,
    tripName,
    tripStartAt,
    participantId: place.id,
    ...said,
  })
}
