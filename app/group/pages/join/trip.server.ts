import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import { EMPTY_PARTY, type PartyValues, partyValues } from '#app/carpool/ui/party-values.ts'
import { noteAgreement } from '#app/group/http/terms.server.ts'
import { consentIn } from '#app/group/rules/consent.ts'
import { flightWindowAround } from '#app/group/rules/flight-window.ts'
import { forLuggage, LUGGAGE } from '#app/group/rules/luggage.ts'
import { is } from '#app/group/rules/status.ts'
import { holdInGroup } from '#app/group/service/groups.server.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { latestDay } from '#app/kernel/latest.ts'
import { TRIP_TERMINALS } from '#app/kernel/limits.ts'
import { ok } from '#app/kernel/result.ts'
import { londonWall } from '#app/kernel/time.ts'
import { inTripWords } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { requireTrip } from '#app/trip/http/require.server.ts'
import { tripTotal } from '#app/trip/rules/state.ts'
import { tripJoinSchema } from '#app/trip/schema.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import {
  type BareTripRecord,
  findTrip,
  readTripPlace,
  type TripView,
} from '#app/trip/service/trips.server.ts'
import { payPath, recordPath } from '#app/trip/ui/query.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm } from '#app/web/http/form.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import { refusePrice } from '#app/web/http/shown-price.server.ts'
import type { JoinRequest } from './join-request.ts'

/** Places on a trip: docs/rules.md#joining-a-trip. */
export const tripJoin = {
  service: 'trip',

  async read({ context, pending, id }: JoinRequest) {
    const { viewer, user } = pending
    const [trip, place, records] = await Promise.all([
      requireTrip(context, id, viewer),
      readTripPlace(context, user, id),
      optionalPart(context, 'records', readCarpoolRecords(context, viewer)),
    ])
    if (trip.own && trip.own.paymentStatus !== 'REFUNDED')
      throw redirectWithFlash(context, recordPath(trip.own.participantId), {
        kind: 'info',
        key: 'errors:alreadyJoined',
        params: { context: 'trip' },
      })
    const last = place.ok ? place.value : null
    const held = last?.seat === 'held' ? last : null
    const first = trip.flightTimes[0] ?? null
    const now = context.clock.now()
    return {
      of: { kind: 'trip' as const, trip, latest: latestDay(now) },
      values: last?.party.nLocation
        ? partyValues(last.party, londonWall)
        : startValues(trip, records?.[0]?.party.nLocation ?? null),
      terminals: [...TRIP_TERMINALS],
      /** Null until somebody has given a flight. The trip itself checks again. */
      window: first === null ? null : flightWindowAround(first),
      /** Places the student may take; those they already hold count as free. */
      free: trip.maxPassengers - trip.currentPassengers + (held?.party.people ?? 0),
      waitTo: null,
      closed: closedFor(trip, held, now),
    }
  },

  /** Holds nothing if the price that the form showed has changed. */
  async take({ context, pending, id }: JoinRequest, form: FormData) {
    const { viewer } = pending
    const trip = await findTrip(context, id, viewer)
    const needsFlight = trip?.needsFlight ?? true
    const read = readForm(context, form, tripJoinSchema({ now: context.clock.now(), needsFlight }))
    if (!read.ok) return read
    const changed = trip && refusePrice(context, form, tripTotal(trip.balancePrice))
    if (changed) return { ok: false, error: changed } as const
    const [held] = await Promise.all([
      holdInGroup(tripKind, context, pending, id, read.value, {
        consent: consentIn(form.get('sharing')),
      }),
      noteAgreement(context, viewer, 'trip', form),
    ])
    return held.ok ? ok(payPath(id)) : held
  },

  /**
   * The refusal's text if fewer places are left; undefined if none is left, since the failure says
   * so.
   */
  full: ({ t }: AppContext, count: number) =>
    count > 0 ? t('trip:form.peopleTooMany', { count }) : undefined,
  closedContext: 'tripClosed',
  inWords: inTripWords,
} as const

/** Why joining is no longer possible; null if it is. */
function closedFor(trip: TripView, held: BareTripRecord | null, now: number): ErrorCode | null {
  if (now >= trip.cutoffAt) return 'cutoffPassed'
  if (held || is(trip.status, 'joinable')) return null
  return is(trip.status, 'open') ? 'carpoolFull' : 'notOpen'
}

/** The form's initial values, with the student's address if it is known. */
function startValues({ needsFlight }: TripView, nLocation: string | null): PartyValues {
  // People who have just landed have cases; for a weekend away a bag is enough.
  const luggage = needsFlight
    ? forLuggage((kind) => LUGGAGE[kind].usual)
    : { bigLuggage: 0, smallLuggage: 0, bag: 1 }
  return partyValues({ ...EMPTY_PARTY, ...luggage, nLocation }, londonWall)
}
