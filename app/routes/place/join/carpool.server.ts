import { companionWindow } from '#app/domain/carpool/flights.ts'
import type { ErrorCode } from '#app/domain/error.ts'
import { is } from '#app/domain/group/status.ts'
import { luggageValues } from '#app/domain/luggage.ts'
import { askedParty } from '#app/http/asked-party.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormRefusal, refuseForm } from '#app/http/form.server.ts'
import { partyValues } from '#app/http/party-values.server.ts'
import { requireCarpool } from '#app/routes/carpool/require.server.ts'
import { habits, readOwnRecords } from '#app/routes/carpool/traveller.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolCard, ReleasedSeats } from '#app/services/groups/carpools.server.ts'
import type { Looking } from '#app/services/groups/viewer.ts'
import { isListOpen, readWait } from '#app/services/groups/waitlist.server.ts'
import type { PartyValues } from '#app/ui/carpool/party-fields.tsx'

/**
 * What the join form needs: the possible seats and flights, and the initial values. A student
 * already in the carpool is redirected to their record.
 */
export async function readJoinForm(
  context: AppContext,
  looking: Looking,
  carpoolId: string | undefined,
  asked: URLSearchParams,
) {
  const { viewer } = looking
  const [carpool, { cancelled, last, records }, airports, wait, contact] = await Promise.all([
    requireCarpool(context, carpoolId, viewer),
    readOwnRecords(context, looking, asked.get('from')),
    context.catalog.airports(),
    readWait(context, { viewer, carpoolId: carpoolId ?? '' }),
    context.site.contact(),
  ])
  const released = is(carpool.status, 'complete')
    ? await context.carpools.released(carpool.id, await looking.user)
    : null
  const own =
    records.find(({ id, seat }) => id === carpool.id && (seat === 'held' || seat === 'taken')) ??
    null
  if (own?.seat === 'taken')
    throw redirectWithFlash(context, `/carpool/record/${own.participantId}`, {
      kind: 'info',
      key: 'errors:alreadyJoined',
    })
  const start = own ?? (cancelled?.id === carpool.id ? cancelled : null)
  const firstFlight = carpool.flightTimes[0] ?? carpool.carpoolAt
  const terminals =
    airports.find(({ id }) => id === carpool.airportId)?.terminals ?? carpool.terminals
  // Seats the student may take; those they already hold count as free, like those they are offered.
  const free =
    released?.free ??
    carpool.maxPassengers -
      carpool.currentPassengers +
      (own?.seat === 'held' ? own.party.people : 0)
  const values: PartyValues = start
    ? partyValues(start.party)
    : {
        terminal: carpool.terminals[0] ?? '',
        flightNumber: '',
        flightTime: '',
        people: '1',
        ...habits(last),
        ...askedParty(asked, free),
        ...(wait && { people: String(wait.people), ...luggageValues(wait) }),
      }
  const now = context.clock.now()
  const closed = released ? closedReleased(released) : closedFor(carpool, own !== null, now)
  return {
    carpool,
    values,
    terminals,
    window: released?.window ?? companionWindow(carpool, firstFlight),
    /** Until when released seats can be taken by paying in full; null: it is not about those. */
    releasedUntil: released?.until ?? null,
    free,
    /** Until when seats are kept for them; null: none are. */
    offeredUntil: wait?.offeredUntil ?? null,
    /** Whether others can still be waited for. */
    canWait: isListOpen(carpool, now),
    closed: closed && {
      code: closed,
      text: failureText(context.t, { code: closed, params: { context: 'closed' } }),
    },
    contact: contact.name,
  }
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

/** Refuses the form; if the car has filled up meanwhile, the text says how many seats are left. */
export function refuseJoin(context: AppContext, form: FormData, refusal: FormRefusal) {
  if (refusal.code !== 'carpoolFull') return refuseForm(context, form, refusal)
  const count = Number(refusal.params?.free ?? 0)
  const text =
    count > 0 ? context.t('carpool:refused.full', { count }) : context.t('carpool:refused.fullNone')
  return refuseForm(context, form, { ...refusal, text })
}
