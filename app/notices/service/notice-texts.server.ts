import { isOfWish, wishPageOf, wishWordsOf } from '#app/features/wishes/service/wish-words.ts'
import type { NoticeParams } from '#app/group/rules/effect.ts'
import { is } from '#app/group/rules/status.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { TParams } from '#app/i18n/keys.ts'
import type { T } from '#app/i18n/server.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  isNoticeCode,
  NOTICES,
  type NoticeCode,
  type NoticeTone,
} from '#app/notices/rules/notice.ts'
import type { Facts } from '#app/notices/rules/notice-facts.ts'
import { isToDo, type Verdict, verdictOf } from '#app/notices/rules/notice-truth.ts'
import { taskLabel } from '#app/reminders/service/tasks.server.ts'
import {
  aboutOf,
  countsOf,
  type Line,
  linesOf,
  type Ticket,
  ticketOf,
} from './notice-ticket.server.ts'

/**
 * A notice in words: what happened, what to do next and by when; if it is over, what it said then.
 */
export type NoticeWords = {
  verdict: Verdict
  tone: NoticeTone
  title: string
  message: string
  /** The day and what it is about: a route, a trip. Null: an account's own, or it is gone. */
  headline: string | null
  /** The page with the details, without the base path; `open` is its link text. */
  to: string
  open: string
}

type Stored = { code: string; params: NoticeParams; createdAt: Instant; facts: Facts }

/** What an email says beyond the words of its notice. */
export type MailWords = { subject: string; ticket: Ticket | null; lines: Line[] }

/**
 * Returns what a notice's email says beyond its words: the same facts, in a ticket and in lines.
 */
export function describeMail({ code, params, facts }: Stored, words: NoticeWords, t: T): MailWords {
  const ticket = isNoticeCode(code) ? ticketOf(params, facts, t) : null
  const lines = isNoticeCode(code) ? linesOf(code, params, facts, t) : []
  return { subject: subjectOf(code, params, words, t), ticket, lines }
}

/** The day and the route come first, and a payment with its deadline; a trip is named once. */
function subjectOf(code: string, params: NoticeParams, words: NoticeWords, t: T): string {
  const { title, headline: about, verdict, open } = words
  const format = formatOf(t)
  const due = Number(params.dueAt ?? Number.NaN)
  const what =
    verdict === 'balance' && !Number.isNaN(due)
      ? t(`notices:subject.${code === 'balanceDue' ? 'due' : 'complete'}`, {
          due: format.dateTime(due),
          action: open,
          ...(params.tripName !== undefined && { trip: params.tripName, context: 'trip' }),
        })
      : title
  const { tripName, tripStartAt, orderId, kind, sendDate } = params
  const name =
    orderId === undefined ? tripName : t(`notices:service.${kind === 'move' ? 'move' : 'mail'}`)
  if (about === null || name === undefined || !what.includes(String(name)))
    return about === null ? what : t('notices:subject.about', { about, what })
  const day =
    orderId === undefined ? format.date(Number(tripStartAt)) : format.day(String(sendDate))
  return t('notices:subject.about', { about: day, what })
}

/**
 * The words of a stored notice as of `now`, in the language of `t`. Null for a notice written by a
 * newer version.
 */
export function describeNotice(
  { code, params, createdAt, facts }: Stored,
  t: T,
  now: Instant,
): NoticeWords | null {
  if (!isNoticeCode(code)) return null
  const verdict = verdictOf({ code, params, createdAt }, facts, now)
  const isOver = verdict === 'over'
  const context = isOver ? pastContextOf(code, params) : contextOf(code, params)
  const words = {
    ...wordsOf(code, isToDo(verdict) ? asItIs(params, facts) : params, t),
    ...countsOf(facts),
    ...(code === 'passengerMissed' && { phone: (facts.car ?? facts.trip)?.driverPhone ?? '' }),
    ...(isOfWish(code) && wishWordsOf(params, t)),
    ...(code === 'somebodyJoined' && countsOf(facts).missing === 0 && { context: 'full' }),
    ...(context && { context }),
    ...(!isOver && isForNobody(code, params, facts) && { context: 'closed' }),
  }
  const [to, page] = pageOf(code, params, isOver)
  const subject = pastOf(page)
  const open = actionOf(verdict, facts, t) ?? t(`notices:open.${page}`)
  return {
    verdict,
    tone: isOver ? 'info' : NOTICES[code].tone,
    title: t(`notices:title.${code}`, words),
    headline: aboutOf(params, facts, t),
    message: t(isOver ? `notices:past.${subject}` : `notices:text.${code}`, words),
    to,
    open,
  }
}

/** A seat was released in a car for which nobody has paid: nobody goes in it. */
const isForNobody = (code: NoticeCode, { amount, tripId }: NoticeParams, { car }: Facts): boolean =>
  code === 'placeReleased' &&
  tripId === undefined &&
  amount !== 0 &&
  car !== null &&
  is(car.status, 'closed')

/** What the button does, with the amount; null where there is nothing to do, or no amount yet. */
function actionOf(verdict: Verdict, { car, trip }: Facts, t: T): string | null {
  const remaining = car?.remaining ?? trip?.remaining
  if (!isToDo(verdict) || (verdict === 'balance' && !remaining)) return null
  const amount = verdict === 'balance' ? (remaining ?? 0) : DEPOSIT_PENCE
  return taskLabel(t, { what: verdict, amount })
}

/** The amount to pay is the current one, not the one when the notice was written. */
function asItIs(params: NoticeParams, { car, trip }: Facts): NoticeParams {
  const remaining = car?.remaining ?? trip?.remaining
  return params.amount === undefined || !remaining ? params : { ...params, amount: remaining }
}

/**
 * Carpools and trips, orders, and account notices each fill in different values. An account's stand
 * in the text as they are.
 */
function wordsOf(code: NoticeCode, params: NoticeParams, t: T): TParams {
  const format = formatOf(t)
  if (params.orderId !== undefined)
    return {
      service: t(`notices:service.${params.kind === 'move' ? 'move' : 'mail'}`),
      day: format.day(String(params.sendDate)),
      amount: format.money(Number(params.amount ?? 0)),
    }
  const at = Number(params.carpoolAt ?? params.tripStartAt)
  if (Number.isNaN(at))
    return {
      ...params,
      ...(params.points !== undefined && { points: Math.abs(Number(params.points)) }),
      ...(params.amount !== undefined && { amount: format.money(Number(params.amount)) }),
    }
  return {
    departure: format.dateTime(at),
    due: format.dateTime(Number(params.dueAt ?? at)),
    released: Number(params.released ?? 0),
    day: format.date(at),
    amount: format.money(Number(params.amount ?? 0)),
    ...(code === 'tripPriceRaised' && { before: format.money(Number(params.from)) }),
    ...(['tripPriceRaised', 'seatOffered', 'seatsReleased'].includes(code) && {
      until: format.dateTime(Number(params.until)),
    }),
    ...(params.people !== undefined && { seats: Number(params.people) }),
    trip: String(params.tripName ?? ''),
    ...(code === 'boardPosts' && { count: Number(params.count) }),
    ...(params.reason !== undefined && { reason: String(params.reason) }),
    ...(params.flightTime !== undefined && {
      flight: format.dateTime(Number(params.flightTime)),
      terminal: format.terminal(String(params.terminal)),
      note: String(params.note ?? ''),
    }),
    ...(params.plate !== undefined && {
      plate: String(params.plate),
      make: String(params.make),
      driver: String(params.driver),
      place: String(params.meetingPoint),
      meet: format.dateTime(Number(params.meetAt)),
    }),
  }
}

/**
 * Which text variant of a notice applies: trip or private car, with or without a balance. Notices
 * written before amounts were stored name none.
 */
function contextOf(code: NoticeCode, params: NoticeParams): string | undefined {
  const {
    carpoolId,
    tripId,
    orderId,
    private: whole,
    amount,
    points,
    released,
    part,
    count,
    tripType,
    inFull,
  } = params
  if (inFull !== undefined) return 'full'
  if (code === 'passwordChanged') return params.byCode === 1 ? 'byCode' : undefined
  if (code === 'offerMissed') return params.out === 1 ? 'out' : undefined
  if (code === 'waitlistClosed') return params.complete === 1 ? 'complete' : undefined
  if (code === 'orderFailed') return Number(amount ?? 0) === 0 ? 'free' : undefined
  if (code === 'carFound') return Number(count) > 1 ? 'more' : undefined
  if (code === 'wishesMeet') return String(tripType)
  if (code === 'refundFailed' && orderId !== undefined) return 'order'
  if (code === 'refundFailed' && tripId === undefined && carpoolId === undefined) return 'other'
  if (code === 'pointsAllocated') return Number(points) < 0 ? 'taken' : undefined
  if (code === 'tripConfirmed') return amount === 0 ? 'nothing' : undefined
  const named = NOTICES[code].refund === 'named' && Number(amount ?? 0) > 0
  if (code === 'tripFailed') return named ? 'amount' : undefined
  if (tripId !== undefined) return named ? 'trip_amount' : 'trip'
  if (named) return 'amount'
  if (code === 'balancePaid' && amount === 0) return 'points'
  if (code === 'groupComplete' && amount !== undefined) return amount === 0 ? 'nothing' : 'amount'
  if (code === 'groupPaid' && Number(released) > 0) return 'released'
  if (code === 'placeReleased' && amount === 0) return 'nothing'
  if (code === 'placeRefunded' && part === 'deposit') return 'deposit'
  if (code === 'placeRefunded' && amount === 0) return 'points'
  return whole ? 'private' : undefined
}

const pastContextOf = (code: NoticeCode, { tripId, inFull }: NoticeParams): string =>
  code === 'placeTaken' && inFull !== undefined
    ? 'past_full'
    : tripId === undefined || code === 'tripConfirmed' || code === 'tripFailed'
      ? 'past'
      : 'past_trip'

type Page =
  | 'record'
  | 'trip'
  | 'board'
  | 'order'
  | 'account'
  | 'points'
  | 'share'
  | 'join'
  | 'wishes'
  | 'open'
  | 'wait'

const joinPath = (carpoolId: unknown) => `/carpool/${carpoolId}/join`

function pageOf(code: NoticeCode, params: NoticeParams, isOver: boolean): [to: string, page: Page] {
  const { carpoolId, tripId, participantId, orderId, kind } = params
  const own = NOTICES[code].page
  if (own === 'join' && !isOver) return [joinPath(carpoolId), 'join']
  if (own === 'join' || own === 'wait') return [`/carpool/${carpoolId}/wait`, 'wait']
  if (own === 'share' && !isOver)
    return [tripId === undefined ? `/share/carpool/${carpoolId}` : `/share/trip/${tripId}`, own]
  if (own === 'board' && !isOver) {
    const record = `/carpool/record/${participantId}/board`
    return [tripId === undefined ? record : `/trip/board/${participantId}`, own]
  }
  if (own === 'points') return ['/profile#points', own]
  if (isOfWish(code)) return wishPageOf(code, params, isOver)
  if (orderId !== undefined)
    return [kind === 'move' ? '/moving?tab=mine' : '/mail?tab=mine', 'order']
  if (tripId !== undefined) return [`/trip/record/${participantId ?? tripId}`, 'trip']
  if (participantId !== undefined) return [`/carpool/record/${participantId}`, 'record']
  return ['/profile', 'account']
}

/** The page that a text of something past speaks of. */
function pastOf(page: Page): 'record' | 'trip' | 'order' | 'account' | 'wishes' | 'wait' {
  if (page === 'points' || page === 'share' || page === 'board') return 'account'
  return page === 'join' || page === 'open' ? 'wishes' : page
}
