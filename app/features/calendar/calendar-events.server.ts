import { findPlace, type Owner } from '#app/features/calendar/rows/calendar.server.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE, hours } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { CarpoolRow, GroupRow, TripRow } from '#db/kinds.ts'
import type { CalendarEvent } from './calendar.server.ts'

export type { CalendarEvent, Owner }

type Words = { language: Language; t: Translate }
/** A place, and the base URL of pages without a trailing slash. */
type PlaceQuery = { kind: GroupRow['kind']; owner: Owner; participantId: string; pages: string }

/** Pickup, loading and the drive take about this long at every airport. */
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
 * The status of an appointment. An unpaid place may still be lost; one that is gone is cancelled,
 * whatever happens to the group.
 */
function statusOf(status: GroupStatus, seat: string): CalendarEvent['status'] {
  if (seat === 'gone' || seat === 'out') return 'CANCELLED'
  const stands = STANDS[status]
  return seat === 'taken' || stands === 'CANCELLED' ? stands : 'TENTATIVE'
}

/**
 * The owner's place in a group of this kind as an appointment, even after it is gone. Returns null
 * if it does not exist or is not theirs.
 */
export async function placeEvent(
  { db, clock, language, t }: Needs<'db' | 'clock'> & Words,
  { kind, owner, participantId, pages }: PlaceQuery,
): Promise<CalendarEvent | null> {
  const found = await findPlace(db, { id: participantId as ParticipantId, kind, owner })
  if (!found) return null
  const { group, place } = found
  const status = statusOf(group.status, place.seat)
  const startAt = place.ride?.meetAt ?? group.departureAt
  const isOfTrip = group.kind === 'trip'
  const { endAt, what, where } = isOfTrip
    ? tripWords(group, startAt, t)
    : carWords(group, { startAt, terminal: place.party.terminal }, { t, language })
  const url = `${pages}${isOfTrip ? '/trip' : '/carpool'}/record/${place.id}`
  const { originalRemaining: remaining, deductedAmount } = place
  return {
    uid: `${place.id}@neighbourhelp`,
    sequence: group.version,
    stampAt: clock.now(),
    startAt,
    endAt,
    status,
    summary: summaryOf(t, status, what),
    description: description(t, status, {
      ...place,
      left: place.paymentStatus === 'PAID' ? 0 : remaining && remaining - deductedAmount,
      cutoffAt: group.cutoffAt,
      balanceDueAt: group.balanceDueAt,
      url,
    }),
    location: place.ride?.meetingPoint || where,
    url,
  }
}

type EventWords = Pick<CalendarEvent, 'endAt'> & { what: string; where: string }

function carWords(
  { tripType, departureAt, airportNameZh, airportNameEn }: CarpoolRow,
  { startAt, terminal }: { startAt: Instant; terminal: string | null | undefined },
  { t, language }: Words,
): EventWords {
  const airport = language === 'zh' ? airportNameZh : airportNameEn
  return {
    endAt: Math.max(startAt, departureAt) + RIDE_TAKES_MS,
    what: t('share:calendar.carpool', { route: t(`carpool:route.${tripType}`, { airport }) }),
    where: [airport, terminal && formatOf(t).terminal(terminal)].join(' '),
  }
}

const tripWords = (
  { tripName, tripEndAt }: TripRow,
  startAt: Instant,
  t: Translate,
): EventWords => ({
  // A car may meet late: an appointment never ends before it starts.
  endAt: startAt < tripEndAt ? tripEndAt : startAt + RIDE_TAKES_MS,
  what: t('share:calendar.trip', { name: tripName }),
  where: tripName,
})

function summaryOf(t: Translate, status: CalendarEvent['status'], what: string): string {
  if (status === 'CONFIRMED') return what
  return status === 'TENTATIVE'
    ? t('share:calendar.tentative', { what })
    : t('share:calendar.cancelled', { what })
}

type EventFacts = {
  seat: string
  holdExpiresAt: Instant | null
  /** Pence left to pay; null while unknown. */
  left: MinorUnits | null
  cutoffAt: Instant
  balanceDueAt: Instant
  url: string
}

/**
 * Status, what is left to pay and by when, and where to look. No address: people show their
 * calendars to others.
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
