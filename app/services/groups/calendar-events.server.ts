import type { GroupStatus } from '#app/domain/group/status.ts'
import type { ParticipantId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE, hours } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { Db } from '#db/db.ts'
import { findCarpoolPlace, findTripPlace, type Owner } from '#db/queries/calendar.ts'
import type { CalendarEvent } from './calendar.server.ts'

export type { CalendarEvent, Owner }

type Deps = { db: Db; clock: Clock; language: Language; t: Translate }
/** A place, and the base URL of the pages, without a trailing slash. */
type Asked = { owner: Owner; participantId: string; pages: string }

/** Pickup, loading and the drive take about this long, whichever airport it is. */
const RIDE_TAKES_MS = hours(2)

const STANDS: Record<GroupStatus, CalendarEvent['status']> = {
  PENDING: 'TENTATIVE',
  OPEN: 'TENTATIVE',
  FULL: 'TENTATIVE',
  SUCCESS_PENDING_PAYMENT: 'CONFIRMED',
  SUCCESS: 'CONFIRMED',
  PRIVATE_PENDING_PAYMENT: 'CONFIRMED',
  PRIVATE: 'CONFIRMED',
  COMPLETED: 'CONFIRMED',
  FAILED: 'CANCELLED',
  CLOSED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
}

/**
 * The status of an appointment: a place that is not paid for yet may still be lost; one that is
 * gone is cancelled, whatever the group does.
 */
function statusOf(status: GroupStatus, seat: string): CalendarEvent['status'] {
  if (seat === 'gone') return 'CANCELLED'
  const stands = STANDS[status]
  return seat === 'taken' || stands === 'CANCELLED' ? stands : 'TENTATIVE'
}

/**
 * The owner's place in a carpool as an appointment, even if it is gone; null if it does not exist
 * or is not theirs.
 */
export async function carpoolEvent(deps: Deps, asked: Asked): Promise<CalendarEvent | null> {
  const { t, language, clock, db } = deps
  const found = await findCarpoolPlace(db, asked.participantId as ParticipantId, asked.owner)
  if (!found) return null
  const { carpool, place } = found
  const status = statusOf(carpool.status, place.seat)
  const airport = language === 'zh' ? carpool.airportNameZh : carpool.airportNameEn
  const { terminal } = place.party
  const url = `${asked.pages}/carpool/record/${place.id}`
  const startAt = place.ride?.meetAt ?? carpool.departureAt
  const left =
    place.originalRemaining === null ? null : place.originalRemaining - place.deductedAmount
  return {
    uid: uidOf(place.id),
    sequence: carpool.version,
    stampAt: clock.now(),
    startAt,
    endAt: Math.max(startAt, carpool.departureAt) + RIDE_TAKES_MS,
    status,
    summary: summaryOf(
      t,
      status,
      t('share:calendar.carpool', { route: route(t, carpool.tripType, airport) }),
    ),
    description: description(t, status, {
      ...place,
      left: place.paymentStatus === 'PAID' ? 0 : left,
      cutoffAt: carpool.cutoffAt,
      balanceDueAt: carpool.balanceDueAt,
      url,
    }),
    location:
      place.ride?.meetingPoint || [airport, terminal && formatOf(t).terminal(terminal)].join(' '),
    url,
  }
}

/** The same for a place on a trip. */
export async function tripEvent(deps: Deps, asked: Asked): Promise<CalendarEvent | null> {
  const { t, clock, db } = deps
  const found = await findTripPlace(db, asked.participantId as ParticipantId, asked.owner)
  if (!found) return null
  const { trip, place } = found
  const status = statusOf(trip.status, place.seat)
  const url = `${asked.pages}/trip/record/${place.id}`
  const startAt = place.ride?.meetAt ?? trip.departureAt
  return {
    uid: uidOf(place.id),
    sequence: trip.version,
    stampAt: clock.now(),
    startAt,
    // A car may meet late: an appointment never ends before it starts.
    endAt: startAt < trip.tripEndAt ? trip.tripEndAt : startAt + RIDE_TAKES_MS,
    status,
    summary: summaryOf(t, status, t('share:calendar.trip', { name: trip.tripName })),
    description: description(t, status, {
      ...place,
      left: place.paymentStatus === 'PAID' ? 0 : place.originalRemaining,
      cutoffAt: trip.cutoffAt,
      balanceDueAt: trip.balanceDueAt,
      url,
    }),
    location: place.ride?.meetingPoint || trip.tripName,
    url,
  }
}

const uidOf = (id: ParticipantId) => `${id}@neighbourhelp`
const route = (t: Translate, tripType: 'PICKUP' | 'DROPOFF', airport: string) =>
  t(`carpool:route.${tripType}`, { airport })

function summaryOf(t: Translate, status: CalendarEvent['status'], what: string): string {
  if (status === 'CONFIRMED') return what
  return status === 'TENTATIVE'
    ? t('share:calendar.tentative', { what })
    : t('share:calendar.cancelled', { what })
}

type EventFacts = {
  seat: string
  holdExpiresAt: Instant | null
  /** What is left to pay, in pence; null while unknown. */
  left: MinorUnits | null
  cutoffAt: Instant
  balanceDueAt: Instant
  url: string
}

/**
 * The status, what is left to pay and by when, and where to look. No address: calendars are shown
 * to others.
 */
function description(t: Translate, status: CalendarEvent['status'], facts: EventFacts): string {
  return `${statusText(t, status, facts)}\n${t('share:calendar.more', { url: facts.url })}`
}

function statusText(t: Translate, status: CalendarEvent['status'], facts: EventFacts): string {
  const format = formatOf(t)
  const { seat, holdExpiresAt, left, cutoffAt, balanceDueAt } = facts
  if (status === 'CANCELLED') return t('share:calendar.off')
  if (seat !== 'taken') {
    const time = format.time(holdExpiresAt ?? cutoffAt)
    return t('share:calendar.unpaid', { amount: format.money(DEPOSIT_PENCE), time })
  }
  if (status === 'TENTATIVE')
    return t('share:calendar.waiting', { time: format.dateTime(cutoffAt) })
  if (left === null) return t('share:calendar.confirmed')
  if (left === 0) return t('share:calendar.paid')
  return t('share:calendar.due', {
    amount: format.money(left),
    time: format.dateTime(balanceDueAt),
  })
}
