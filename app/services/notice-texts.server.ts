import type { NoticeParams } from '../domain/group/effect.ts'
import type { NoticeCode } from '../domain/notice.ts'
import { formatOf } from '../i18n/format.ts'
import type { TParams } from '../i18n/keys.ts'
import type { T } from '../i18n/server.ts'

/** How loud each is. */
export const TONES = {
  holdExpired: 'info',
  holdExpiredReleased: 'warn',
  groupComplete: 'ok',
  groupPaid: 'ok',
  groupFailed: 'warn',
  groupFailedRefunded: 'info',
  groupCancelled: 'warn',
  placeRefunded: 'info',
  departedUnpaid: 'danger',
  privateUnpaid: 'warn',
  depositReleased: 'warn',
  renewalFailed: 'warn',
  balanceReturned: 'info',
  tripConfirmed: 'ok',
  tripFailed: 'info',
  memberApproved: 'ok',
  memberRejected: 'warn',
  pointsAllocated: 'info',
  orderProcessing: 'info',
  orderCompleted: 'ok',
  orderFailed: 'warn',
  balanceDue: 'warn',
} as const satisfies Record<NoticeCode, string>

/** Good news that has to be paid for by a deadline. */
const TO_PAY: NoticeCode[] = ['groupComplete', 'tripConfirmed']

/** What wants something done now stands above every page until it is read. */
const isUrgent = (code: NoticeCode): boolean =>
  TONES[code] === 'warn' || TONES[code] === 'danger' || TO_PAY.includes(code)

export type NoticeTone = (typeof TONES)[NoticeCode]

/** A notice in words: what happened, what to do next and by when. */
export type NoticeWords = {
  tone: NoticeTone
  urgent: boolean
  title: string
  message: string
  /** The page that tells more, without the base path, and what its link says. */
  to: string
  open: string
}

type Stored = { code: string; params: NoticeParams }

/** The words of a stored notice in the language of `t`. Null for one that a newer version than this has written. */
export function describeNotice({ code, params }: Stored, t: T): NoticeWords | null {
  if (!isKnown(code)) return null
  const words = wordsOf(code, params, t)
  const [to, page] = pageOf(code, params)
  return {
    tone: TONES[code],
    urgent: isUrgent(code),
    title: t(`notices:title.${code}`, words),
    message: t(`notices:text.${code}`, words),
    to,
    open: t(`notices:open.${page}`),
  }
}

/** Carpools and trips, orders, and what is about the account have each their own words to fill in. */
function wordsOf(code: NoticeCode, params: NoticeParams, t: T): TParams {
  const format = formatOf(t)
  if (params.orderId !== undefined) {
    const amount = Number(params.amount ?? 0)
    return {
      service: t(`notices:service.${params.kind === 'move' ? 'move' : 'mail'}`),
      day: format.day(String(params.sendDate)),
      amount: format.money(amount),
      ...(amount === 0 && { context: 'free' }),
    }
  }
  if (code === 'pointsAllocated') {
    const points = Number(params.points)
    return { points: Math.abs(points), ...(points < 0 && { context: 'taken' }) }
  }
  const at = Number(params.carpoolAt ?? params.tripStartAt)
  if (Number.isNaN(at)) return {}
  const context = contextOf(code, params)
  return {
    departure: format.dateTime(at),
    day: format.date(at),
    amount: format.money(Number(params.amount ?? 0)),
    trip: String(params.tripName ?? ''),
    ...(context && { context }),
  }
}

/** Which of a notice's texts fits: of a trip, of a private car, with a balance or none. One of before there were amounts names none. */
function contextOf(code: NoticeCode, { tripId, private: whole, amount }: NoticeParams): string | undefined {
  if (tripId !== undefined) return 'trip'
  if (code === 'groupComplete' && amount !== undefined) return amount === 0 ? 'nothing' : 'amount'
  if (code === 'placeRefunded' && amount === 0) return 'points'
  return whole ? 'private' : undefined
}

type Page = 'record' | 'trip' | 'order' | 'account' | 'points'

function pageOf(code: NoticeCode, params: NoticeParams): [to: string, page: Page] {
  if (params.orderId !== undefined)
    return [params.kind === 'move' ? '/moving?tab=mine' : '/mail?tab=mine', 'order']
  if (code === 'pointsAllocated') return ['/profile#points', 'points']
  if (params.tripId !== undefined) return ['/trip?tab=end', 'trip']
  if (params.participantId !== undefined) return [`/carpool/record/${params.participantId}`, 'record']
  return ['/profile', 'account']
}

const isKnown = (code: string): code is NoticeCode => Object.hasOwn(TONES, code)
