import type { NoticeParams } from '#app/domain/group/effect.ts'
import type { NoticeCode } from '#app/domain/notice.ts'
import { type Facts, isToDo, type ToDo, type Verdict, verdictOf } from '#app/domain/notice-truth.ts'
import type { Instant } from '#app/domain/time.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { TParams } from '#app/i18n/keys.ts'
import type { T } from '#app/i18n/server.ts'

/** How prominent each notice is. */
export const TONES = {
  holdExpired: 'info',
  holdExpiredReleased: 'warn',
  groupComplete: 'ok',
  groupPaid: 'ok',
  groupFailed: 'warn',
  groupFailedRefunded: 'info',
  groupCancelled: 'warn',
  placeRefunded: 'info',
  moneyReturned: 'info',
  placeReleased: 'warn',
  othersReleased: 'info',
  departedUnpaid: 'danger',
  privateUnpaid: 'warn',
  depositReleased: 'warn',
  renewalFailed: 'warn',
  balanceReturned: 'info',
  tripConfirmed: 'ok',
  tripFailed: 'info',
  tripPriceRaised: 'warn',
  memberApproved: 'ok',
  memberRejected: 'warn',
  accountSuspended: 'info',
  accountReinstated: 'info',
  emailChanging: 'info',
  passwordChanged: 'info',
  phoneChanged: 'info',
  pointsAllocated: 'info',
  orderProcessing: 'info',
  orderCompleted: 'ok',
  orderFailed: 'warn',
  orderRefunded: 'info',
  refundFailed: 'danger',
  balanceDue: 'warn',
} as const satisfies Record<NoticeCode, string>

export type NoticeTone = (typeof TONES)[NoticeCode]

/**
 * A notice in words: what happened, what to do next and by when; if it is over, what it said then.
 */
export type NoticeWords = {
  verdict: Verdict
  tone: NoticeTone
  title: string
  message: string
  /** The page with the details, without the base path; `open` is its link text. */
  to: string
  open: string
  /** What has to be done, where, and the id of what it is about; null if there is nothing to do. */
  task: { label: string; to: string; about: string } | null
}

type Stored = { code: string; params: NoticeParams; createdAt: Instant; facts: Facts }

/**
 * The words of a stored notice as of `now`, in the language of `t`. Null for a notice written by a
 * newer version.
 */
export function describeNotice(
  { code, params, createdAt, facts }: Stored,
  t: T,
  now: Instant,
): NoticeWords | null {
  if (!isKnown(code)) return null
  const verdict = verdictOf({ code, params, createdAt }, facts, now)
  const isOver = verdict === 'over'
  const context = isOver ? pastContextOf(code, params) : contextOf(code, params)
  const words = {
    ...wordsOf(code, isToDo(verdict) ? asItIs(params, facts) : params, t),
    ...(context && { context }),
  }
  const [to, page] = pageOf(code, params)
  const subject = page === 'points' ? 'account' : page
  return {
    verdict,
    tone: isOver ? 'info' : TONES[code],
    title: t(`notices:title.${code}`, words),
    message: t(isOver ? `notices:past.${subject}` : `notices:text.${code}`, words),
    to,
    open: t(`notices:open.${page}`),
    task: isToDo(verdict) ? taskOf(verdict, params, words, t) : null,
  }
}

/** What has to be done, as a button says it, and the page that does it. */
function taskOf(toDo: ToDo, params: NoticeParams, words: TParams, t: T): NoticeWords['task'] {
  const { tripId, participantId } = params
  const id = String(participantId)
  const label = t(`notices:task.${toDo}`, words)
  if (toDo === 'choice') return { label, to: `/carpool/record/${id}`, about: id }
  if (toDo === 'deposit') return { label, to: `/carpool/deposit/${id}`, about: id }
  return tripId === undefined
    ? { label, to: `/carpool/balance/${id}`, about: id }
    : { label, to: `/trip/balance/${tripId}`, about: String(tripId) }
}

/** The amount to pay is the current one, not the one when the notice was written. */
function asItIs(params: NoticeParams, { car, trip }: Facts): NoticeParams {
  const remaining = car?.remaining ?? trip?.remaining
  return params.amount === undefined || !remaining ? params : { ...params, amount: remaining }
}

/** Carpools and trips, orders, and account notices each fill in different values. */
function wordsOf(code: NoticeCode, params: NoticeParams, t: T): TParams {
  const format = formatOf(t)
  if (params.orderId !== undefined)
    return {
      service: t(`notices:service.${params.kind === 'move' ? 'move' : 'mail'}`),
      day: format.day(String(params.sendDate)),
      amount: format.money(Number(params.amount ?? 0)),
    }
  if (code === 'accountSuspended') return { contact: String(params.contact ?? '') }
  if (code === 'emailChanging') return { email: String(params.email ?? '') }
  if (code === 'pointsAllocated') return { points: Math.abs(Number(params.points)) }
  const at = Number(params.carpoolAt ?? params.tripStartAt)
  if (Number.isNaN(at))
    return params.amount === undefined ? {} : { amount: format.money(Number(params.amount)) }
  return {
    departure: format.dateTime(at),
    due: format.dateTime(Number(params.dueAt ?? at)),
    released: Number(params.released ?? 0),
    day: format.date(at),
    amount: format.money(Number(params.amount ?? 0)),
    ...(code === 'tripPriceRaised' && {
      before: format.money(Number(params.from)),
      until: format.dateTime(Number(params.until)),
    }),
    trip: String(params.tripName ?? ''),
  }
}

/**
 * Which text variant of a notice applies: trip or private car, with or without a balance. Notices
 * written before amounts were stored name none.
 */
function contextOf(
  code: NoticeCode,
  { carpoolId, tripId, orderId, private: whole, amount, points, released, part }: NoticeParams,
): string | undefined {
  if (code === 'orderFailed') return Number(amount ?? 0) === 0 ? 'free' : undefined
  if (code === 'refundFailed' && orderId !== undefined) return 'order'
  if (code === 'refundFailed' && tripId === undefined && carpoolId === undefined) return 'other'
  if (code === 'pointsAllocated') return Number(points) < 0 ? 'taken' : undefined
  if (code === 'tripConfirmed') return amount === 0 ? 'nothing' : undefined
  if (tripId !== undefined) return 'trip'
  if (code === 'groupComplete' && amount !== undefined) return amount === 0 ? 'nothing' : 'amount'
  if (code === 'groupPaid' && Number(released) > 0) return 'released'
  if (code === 'placeReleased' && amount === 0) return 'nothing'
  if (code === 'placeRefunded' && part === 'deposit') return 'deposit'
  if (code === 'placeRefunded' && amount === 0) return 'points'
  return whole ? 'private' : undefined
}

const pastContextOf = (code: NoticeCode, { tripId }: NoticeParams): string =>
  tripId === undefined || code === 'tripConfirmed' || code === 'tripFailed' ? 'past' : 'past_trip'

type Page = 'record' | 'trip' | 'order' | 'account' | 'points'

function pageOf(code: NoticeCode, params: NoticeParams): [to: string, page: Page] {
  if (params.orderId !== undefined)
    return [params.kind === 'move' ? '/moving?tab=mine' : '/mail?tab=mine', 'order']
  if (code === 'pointsAllocated') return ['/profile#points', 'points']
  if (params.tripId !== undefined) return ['/trip?tab=end', 'trip']
  if (params.participantId !== undefined)
    return [`/carpool/record/${params.participantId}`, 'record']
  return ['/profile', 'account']
}

const isKnown = (code: string): code is NoticeCode => Object.hasOwn(TONES, code)
