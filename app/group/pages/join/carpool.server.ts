import { habits, readOwnRecords } from '#app/carpool/http/traveller.server.ts'
import { companionWindow } from '#app/carpool/rules/flights.ts'
import { carpoolJoinSchema, fewerIn } from '#app/carpool/schema.server.ts'
import { findCarpool } from '#app/carpool/service/carpool-reads.server.ts'
import {
  type CarpoolCard,
  holdSeats,
  type ReleasedSeats,
  readReleased,
} from '#app/carpool/service/carpools.server.ts'
import { type PartyValues, partyValues } from '#app/carpool/ui/party-values.ts'
import { payPath, recordPath } from '#app/carpool/ui/paths.ts'
import { waitPath } from '#app/carpool/ui/waitlist-paths.ts'
import { listOpenAirports } from '#app/catalog/service/catalog.server.ts'
import { fewerValues } from '#app/features/fewer/ui/fewer-tick.tsx'
import { isListOpen, readWait } from '#app/features/waitlist/service.server.ts'
import { askedParty } from '#app/group/http/party-params.server.ts'
import { noteAgreement } from '#app/group/http/terms.server.ts'
import { consentIn } from '#app/group/rules/consent.ts'
import { luggageValues } from '#app/group/rules/luggage.ts'
import { is } from '#app/group/rules/status.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { type Failure, ok } from '#app/kernel/result.ts'
import { londonWall } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm } from '#app/web/http/form.server.ts'
import type { JoinRequest } from './join-request.ts'

/** Seats in a carpool: docs/rules.md#joining-a-carpool. */
export const carpoolJoin = {
  service: 'carpool',

  async read(joining: JoinRequest, asked: URLSearchParams) {
    const { context, pending, id } = joining
    const { viewer, user } = pending
    const [carpool, { cancelled, last, records }, airports, wait] = await Promise.all([
      requireCarpool(joining),
      readOwnRecords(context, pending, asked.get('from')),
      listOpenAirports(context),
      readWait(context, { viewer, carpoolId: id }),
    ])
    const released = is(carpool.status, 'complete')
      ? await readReleased(context, carpool.id, await user)
      : null
    const own =
      records.find(({ id, seat }) => id === carpool.id && (seat === 'held' || seat === 'taken')) ??
      null
    if (own?.seat === 'taken')
      throw redirectWithFlash(context, recordPath(own.participantId), {
        kind: 'info',
        key: 'errors:alreadyJoined',
      })
    const start = own ?? (cancelled?.id === carpool.id ? cancelled : null)
    const firstFlight = carpool.flightTimes[0] ?? carpool.carpoolAt
    // Seats the student may take; those they hold or are offered count as free.
    const free =
      released?.free ??
      carpool.maxPassengers -
        carpool.currentPassengers +
        (own?.seat === 'held' ? own.party.people : 0)
    const party: PartyValues = start
      ? partyValues(start.party, londonWall)
      : {
          ...partyValues(habits(last), londonWall),
          terminal: carpool.terminals[0] ?? '',
          ...askedParty(asked, free),
          ...(wait && { people: String(wait.people), ...luggageValues(wait) }),
        }
    const now = context.clock.now()
    return {
      of: {
        kind: 'carpool' as const,
        carpool,
        /** Until when released seats can be taken by paying in full; null: no such seats. */
        releasedUntil: released?.until ?? null,
        /** Until when seats are kept for the student; null: none are. */
        offeredUntil: wait?.offeredUntil ?? null,
      },
      values: { ...party, ...fewerValues(start?.fewer) },
      terminals:
        airports.find(({ id }) => id === carpool.airportId)?.terminals ?? carpool.terminals,
      window: released?.window ?? companionWindow(carpool, firstFlight),
      free,
      /** The waitlist's page, while the list is open. */
      waitTo: isListOpen(carpool, now) ? waitPath(carpool.id) : null,
      closed: released ? closedReleased(released) : closedFor(carpool, own !== null, now),
    }
  },

  async take({ context, pending, id }: JoinRequest, form: FormData) {
    const read = readForm(context, form, carpoolJoinSchema)
    if (!read.ok) return read
    const [held] = await Promise.all([
      holdSeats(context, pending, id, read.value, {
        consent: consentIn(form.get('sharing')),
        fewer: fewerIn(form),
      }),
      noteAgreement(context, pending.viewer, 'carpool', form),
    ])
    return held.ok ? ok(payPath(held.value.participantId)) : held
  },

  /** The refusal's text if fewer seats are left, or none. */
  full: ({ t }: AppContext, count: number) =>
    count > 0 ? t('carpool:refused.full', { count }) : t('carpool:refused.fullNone'),
  closedContext: 'closed',
  inWords: <F extends Failure>(failure: F): F => failure,
} as const

/** A carpool that may be joined, or could be until its cutoff; otherwise the 404 page. */
async function requireCarpool({ context, pending, id }: JoinRequest) {
  const { viewer } = pending
  const carpool = await findCarpool(context, id as CarpoolId, viewer, { failed: true })
  if (!carpool) throw new Response(null, { status: 404 })
  return carpool
}

/** Whether somebody else has taken the released seats, or is paying for them. */
const closedReleased = ({ free }: ReleasedSeats): ErrorCode | null =>
  free > 0 ? null : 'carpoolFull'

/** Why joining is no longer possible; null if it is. The durable object checks again. */
function closedFor(carpool: CarpoolCard, hasSeats: boolean, now: number): ErrorCode | null {
  if (now >= carpool.cutoffAt) return 'cutoffPassed'
  if (hasSeats) return null
  if (is(carpool.status, 'joinable')) return null
  return is(carpool.status, 'open', 'complete') ? 'carpoolFull' : 'notOpen'
}
