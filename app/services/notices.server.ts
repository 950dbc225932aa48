import type { Db } from '#db/db.ts'
import { listUnreadNotices, markNoticesRead } from '#db/queries/notices.ts'
import type { NoticeCode, NoticeParams } from '../domain/group/effect.ts'
import type { UserId } from '../domain/id.ts'
import type { Clock } from '../domain/time.ts'
import { createFormat } from '../i18n/format.ts'
import type { TParams } from '../i18n/keys.ts'
import type { T } from '../i18n/server.ts'

/** How loud each is. */
const TONES = {
  holdExpired: 'info',
  holdExpiredReleased: 'warn',
  groupComplete: 'ok',
  groupPaid: 'ok',
  groupFailed: 'warn',
  groupFailedRefunded: 'info',
  departedUnpaid: 'danger',
  privateUnpaid: 'warn',
  depositReleased: 'warn',
  renewalFailed: 'warn',
  balanceReturned: 'info',
  tripConfirmed: 'ok',
  tripFailed: 'info',
} as const satisfies Record<NoticeCode, string>

export type Notice = {
  id: string
  tone: (typeof TONES)[NoticeCode]
  message: string
  /** The page that tells more. */
  to: string
}

export type Notices = {
  /** What the user has not dismissed yet, oldest first, as sentences of the language of `t`. */
  unread(userId: UserId, t: T): Promise<Notice[]>
  /** The user has seen these; somebody else's are left alone. */
  dismiss(userId: UserId, ids: string[]): Promise<void>
}

/** What students are told on the next page they open: written by carpools and trips, read here. */
export function createNotices({ db, clock }: { db: Db; clock: Clock }): Notices {
  return {
    async unread(userId, t) {
      const format = createFormat(t)
      const rows = await listUnreadNotices(db, userId)
      return rows.flatMap(({ id, code, params }) => {
        if (!isKnown(code)) return []
        const departure = format.dateTime(Number(params.carpoolAt ?? params.tripStartAt))
        const message = t(`notices:${code}`, { departure, ...tripOf(params) })
        return [{ id, tone: TONES[code], message, to: pageOf(params) }]
      })
    },
    async dismiss(userId, ids) {
      if (ids.length > 0) await markNoticesRead(db, userId, ids, clock.now())
    },
  }
}

/** A notice of a trip names it, with words of its own where a carpool has the same notice. */
const tripOf = (params: NoticeParams): TParams =>
  params.tripId === undefined ? {} : { context: 'trip', trip: String(params.tripName) }
const pageOf = (params: NoticeParams): string =>
  params.tripId === undefined ? `/carpool/record/${params.participantId}` : '/trip?tab=end'

/** A notice written by a newer version than this one is kept for it. */
const isKnown = (code: string): code is NoticeCode => Object.hasOwn(TONES, code)
