import { formatOf } from '#app/i18n/format.ts'
import type { TParams } from '#app/i18n/keys.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { carrierName, requestKind } from '#app/i18n/status-words.ts'
import { shortNameOf } from '#app/kernel/airport-names.ts'
import { CORRECTED, CORRECTION_REASONS } from '#app/kernel/corrections.ts'
import { partAt } from '#app/kernel/day-part.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Notice, NoticeParams, NoticeTone } from '#app/notices/rules/notice.ts'
import type { Facts } from '#app/notices/rules/notice-facts.ts'
import { placeFactsOf } from '#app/notices/rules/notice-truth.ts'
import {
  isNoticeCode,
  isToDo,
  NOTICES,
  type Verdict,
  verdictOf,
} from '#app/notices/rules/notices.ts'
import type { Task } from '#app/reminders/rules/task.ts'
import {
  aboutOf,
  countsOf,
  type Line,
  linesOf,
  type Ticket,
  ticketOf,
} from './notice-ticket.server.ts'

/**
 * A notice in words: what happened, what to do and by when; if it is over, its original message.
 */
export type NoticeWords = {
  verdict: Verdict
  tone: NoticeTone
  title: string
  message: string
  /**
   * The day and the route or trip; null for notices about an account, or if it no longer exists.
   */
  headline: string | null
  /** The page with the details, without the base path; `open` is its link text. */
  to: string
  open: string
}

type Stored = { code: string; params: NoticeParams; createdAt: Instant; facts: Facts }

/** What an email adds to the words of its notice. */
export type MailWords = {
  subject: string
  ticket: Ticket | null
  lines: Line[]
  /** The page of the receipt, if something was charged. */
  receipt: string | null
}

/** Returns what a notice's email adds to its words: the same facts, as a ticket and in lines. */
export function describeMail({ code, params, facts }: Stored, words: NoticeWords, t: T): MailWords {
  if (!isNoticeCode(code)) return { subject: words.title, ticket: null, lines: [], receipt: null }
  const notice = NOTICES[code]
  return {
    subject: subjectOf(notice, params, words, t),
    ticket: ticketOf(params, facts, t),
    lines: linesOf(notice, params, facts, t),
    receipt: receiptPath(notice, params, facts),
  }
}

function receiptPath(notice: Notice, params: NoticeParams, facts: Facts): string | null {
  const { base, depositPaid, balancePaid } = notice.lines?.(params, facts) ?? {}
  const id = params.orderId ?? params.requestId ?? params.participantId
  const isCharged = [base, depositPaid, balancePaid].some((pence = 0) => pence > 0)
  return notice.receipt && isCharged && id !== undefined ? `/receipt/${id}` : null
}

/** Starts with day and route, a payment also with its deadline; a trip is named only once. */
function subjectOf(notice: Notice, params: NoticeParams, words: NoticeWords, t: T): string {
  const { title, headline: about, verdict, open } = words
  const format = formatOf(t)
  const due = Number(params.dueAt ?? Number.NaN)
  const what =
    verdict === 'balance' && notice.subject && !Number.isNaN(due)
      ? t(`notices:subject.${notice.subject}`, {
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
  const notice = NOTICES[code]
  const verdict = verdictOf({ code, params, createdAt }, facts, now)
  const isOver = verdict === 'over'
  const place = placeFactsOf(facts)
  const context = isOver ? pastVariantOf(notice, params) : variantOf(notice, params, facts)
  const words = {
    ...wordsOf(isToDo(verdict) ? asItIs(params, facts) : params, t),
    ...countsOf(facts),
    ...(place?.isMissed && { phone: place.driverPhone ?? '' }),
    ...(notice.refund && { note: noteIn(params, t) }),
    ...(params.zh !== undefined && { said: inLanguageOf(t, params.zh, params.en) }),
    ...(params.corrected !== undefined && correctionIn(params, t)),
    ...(params.contact !== undefined && { contact: String(params.contact) }),
    ...(context && { context }),
  }
  const home = notice.home?.(params) ?? homeOf(params)
  const [to, page] = (!isOver && notice.page?.(params)) || home
  return {
    verdict,
    tone: isOver ? 'info' : notice.tone,
    title: t(`notices:title.${code}`, words),
    headline: aboutOf(params, facts, t),
    message: t(isOver ? `notices:past.${home[1]}` : `notices:text.${code}`, words),
    to,
    open: actionOf(verdict, facts, t) ?? t(`notices:open.${page}`),
  }
}

/** What has to be done, with the amount: `付余款 £18.50`. */
export const taskLabel = (t: T, { what, amount }: Pick<Task, 'what' | 'amount'>): string =>
  t(`notices:action.${what}`, { amount: formatOf(t).money(amount ?? 0) })

/** The button's label, with the amount; null without a task or while the amount is unknown. */
function actionOf(verdict: Verdict, facts: Facts, t: T): string | null {
  const { remaining = null } = placeFactsOf(facts) ?? {}
  if (!isToDo(verdict) || (verdict === 'balance' && !remaining)) return null
  return taskLabel(t, { what: verdict, amount: verdict === 'balance' ? remaining : DEPOSIT_PENCE })
}

/** The amount to pay is the current one, not the one when the notice was written. */
function asItIs(params: NoticeParams, facts: Facts): NoticeParams {
  const { remaining } = placeFactsOf(facts) ?? {}
  return params.amount === undefined || !remaining ? params : { ...params, amount: remaining }
}

/**
 * Parameters of texts about carpools and trips, orders, and accounts. An account's are used as
 * stored. Missing ones are left out, since `t` caches no long requests.
 */
function wordsOf(params: NoticeParams, t: T): TParams {
  const format = formatOf(t)
  const amount = format.money(Number(params.amount ?? 0))
  if (params.orderId !== undefined)
    return {
      service: t(`notices:service.${params.kind === 'move' ? 'move' : 'mail'}`),
      day: format.day(String(params.sendDate)),
      amount,
      ...(params.carrier !== undefined && {
        carrier: carrierName(t, params.carrier),
        numbers: String(params.numbers),
      }),
    }
  const at = Number(params.carpoolAt ?? params.tripStartAt)
  if (Number.isNaN(at))
    return {
      ...params,
      ...(params.requestId !== undefined && { what: requestKind(t, params.what) }),
      ...(params.points !== undefined && { points: Math.abs(Number(params.points)) }),
      ...(params.amount !== undefined && { amount }),
    }
  const time = (of: unknown) => format.dateTime(Number(of ?? at))
  return {
    departure: time(at),
    due: time(params.dueAt),
    released: Number(params.released ?? 0),
    day: format.date(at),
    amount,
    trip: String(params.tripName ?? ''),
    ...(params.until !== undefined && { until: time(params.until) }),
    ...(params.from !== undefined && { before: format.money(Number(params.from)) }),
    ...(params.people !== undefined && { seats: Number(params.people) }),
    ...(params.of !== undefined && {
      of: Number(params.of),
      price: format.money(Number(params.price)),
    }),
    ...(params.reason !== undefined && { reason: String(params.reason) }),
    ...(params.count !== undefined && { count: Number(params.count) }),
    ...(params.flightTime !== undefined && {
      flight: time(params.flightTime),
      terminal: format.terminal(String(params.terminal)),
      note: String(params.note ?? ''),
    }),
    ...(params.plate !== undefined && {
      plate: String(params.plate),
      make: String(params.make),
      driver: String(params.driver),
      place: String(params.meetingPoint),
      meet: time(params.meetAt),
    }),
    ...(params.airportZh !== undefined && meetingWordsOf(params, at, t)),
  }
}

/** What an administrator says with a refund: in the reader's language, if it was written in it. */
function noteIn({ noteZh = '', noteEn = '' }: NoticeParams, t: T): string {
  const note = inLanguageOf(t, noteZh, noteEn)
  return note && t('notices:note', { note })
}

/** What was corrected, and why. */
function correctionIn({ corrected, reason }: NoticeParams, t: T): TParams {
  const fields = String(corrected).split(' ')
  const known = CORRECTED.filter((name) => fields.includes(name))
  return {
    what: known.map((name) => t(`notices:corrected.${name}`)).join(t('notices:and')),
    why: t(`notices:why.${CORRECTION_REASONS.find((one) => one === reason) ?? 'checked'}`),
  }
}

/** What an administrator wrote, in the language of `t` unless only the other was written. */
export function inLanguageOf(t: T, zh: unknown, en: unknown): string {
  const [own, other] = t === getT('zh') ? [zh, en] : [en, zh]
  return String(own || other)
}

/** Airport and departure of a meeting of wishes. */
function meetingWordsOf({ airportZh, airportEn }: NoticeParams, at: Instant, t: T): TParams {
  const names = shortNameOf({ zh: String(airportZh), en: String(airportEn) })
  return {
    airport: names[t === getT('zh') ? 'zh' : 'en'],
    when: t(`carpool:list.dayAndPart.${partAt(at)}`, { day: formatOf(t).date(at) }),
  }
}

/**
 * Which variant of a text applies: the notice's own, or that of a trip, a refund or a private car.
 * Notices from before amounts were stored have none.
 */
function variantOf(notice: Notice, params: NoticeParams, facts: Facts): string | undefined {
  const own = notice.variant?.(params, facts)
  if (own) return own
  const isNamed = notice.refund === 'named' && Number(params.amount ?? 0) > 0
  if (params.tripId !== undefined) return isNamed ? 'trip_amount' : 'trip'
  if (isNamed) return 'amount'
  return params.private ? 'private' : undefined
}

const pastVariantOf = (notice: Notice, params: NoticeParams): string =>
  notice.pastVariant?.(params) || (params.tripId === undefined ? 'past' : 'past_trip')

/** The page of what a notice is about. */
function homeOf({ tripId, participantId, orderId, requestId, kind }: NoticeParams) {
  if (requestId !== undefined) return [`/requests/${requestId}`, 'request'] as const
  if (orderId !== undefined)
    return [kind === 'move' ? '/moving?tab=mine' : '/mail?tab=mine', 'order'] as const
  if (tripId !== undefined) return [`/trip/record/${participantId ?? tripId}`, 'trip'] as const
  if (participantId !== undefined) return [`/carpool/record/${participantId}`, 'record'] as const
  return ['/profile', 'account'] as const
}
