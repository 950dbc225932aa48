import { accountNotices } from '#app/account/rules/notices.ts'
import { carpoolNotices } from '#app/carpool/rules/notices.ts'
import { autoPayNotices } from '#app/features/auto-pay/rules/notices.ts'
import { boardNotices } from '#app/features/board/rules/notices.ts'
import { correctionNotices } from '#app/features/corrections/rules/notices.ts'
import { flightNotices } from '#app/features/flights/rules/notices.ts'
import { moveNotices } from '#app/features/moves/rules/notices.ts'
import { rideNotices, type TextedCode } from '#app/features/ride/rules/notices.ts'
import { waitlistNotices } from '#app/features/waitlist/rules/notices.ts'
import { wishNotices } from '#app/features/wishes/rules/notices.ts'
import { groupNotices } from '#app/group/rules/notices.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { orderNotices } from '#app/orders/rules/notices.ts'
import { paymentNotices } from '#app/payments/rules/notices.ts'
import { reminderNotices } from '#app/reminders/rules/notices.ts'
import type { ToDo } from '#app/reminders/rules/task.ts'
import { requestNotices } from '#app/requests/rules/notices.ts'
import { tripNotices } from '#app/trip/rules/notices.ts'
import { messageNotices } from './message.ts'
import type { Notice, NoticeParams, Reach, Texting } from './notice.ts'
import type { Facts } from './notice-facts.ts'

const ALL = {
  ...messageNotices,
  ...accountNotices,
  ...paymentNotices,
  ...groupNotices,
  ...carpoolNotices,
  ...tripNotices,
  ...orderNotices,
  ...requestNotices,
  ...reminderNotices,
  ...boardNotices,
  ...autoPayNotices,
  ...correctionNotices,
  ...flightNotices,
  ...moveNotices,
  ...rideNotices,
  ...waitlistNotices,
  ...wishNotices,
}

export type NoticeCode = keyof typeof ALL
/** Every kind of notice, as defined by its room; the texts are in locales notices. */
export const NOTICES: Record<NoticeCode, Notice> = ALL

/** The parameters of a notice of this kind. */
type ParamsOf<C extends NoticeCode> = (typeof ALL)[C] extends Notice<infer P> ? P : never
export type OwnNotice = { id: string; userId: UserId; code: NoticeCode; params: NoticeParams }

/**
 * A notice to pass to `insertNotice` in the batch of the change it reports. `about` is its subject
 * (an order's id, an audit row's id): the same code about the same subject is sent once.
 */
export const noticeAbout = <C extends NoticeCode>(
  code: C,
  about: string,
  userId: UserId,
  params: ParamsOf<C>,
): OwnNotice => ({ id: `${code}:${about}`, userId, code, params: params as NoticeParams })

/** Codes from a newer version are unknown here. */
export const isNoticeCode = (code: string): code is NoticeCode => Object.hasOwn(NOTICES, code)
const recordOf = (code: string): Notice | null => (isNoticeCode(code) ? NOTICES[code] : null)

export const isReceipt = (code: string): boolean => recordOf(code)?.receipt === true
export const reachOf = (code: string): Reach => recordOf(code)?.reach ?? 'usual'

/** The notices sent as text messages for one of these reasons. */
export const textedFor = (...why: Texting[]): NoticeCode[] =>
  Object.keys(NOTICES)
    .filter(isNoticeCode)
    .filter((code) => why.some((one) => one === NOTICES[code].text))
/** News of a car, sent as text messages at once. */
export const isTexted = (code: string): code is TextedCode => recordOf(code)?.text === 'ride'

/** Whether a notice is still true. A to-do: it is, and the student has this task. */
export type Verdict = ToDo | 'so' | 'over'
export const isToDo = (verdict: Verdict): verdict is ToDo => verdict !== 'so' && verdict !== 'over'

type StoredNotice = { code: NoticeCode; params: NoticeParams; createdAt: Instant }

/** Whether a notice is still true, according to the read model at `now`. */
export function verdictOf({ code, ...dated }: StoredNotice, facts: Facts, now: Instant): Verdict {
  const holds = NOTICES[code].holds({ ...facts, ...dated, now })
  return typeof holds === 'string' ? holds : holds ? 'so' : 'over'
}
