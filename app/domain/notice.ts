import type { NoticeCode as GroupNoticeCode } from './group/effect.ts'
import type { OrderId, ParticipantId, UserId } from './id.ts'

/**
 * What a student is told that no group's event says, and what the text of each needs. The texts are
 * in locales notices; how loud each is and which page tells more, in
 * app/services/notices/notice-texts.
 */
export type OwnNotices = {
  memberApproved: Record<never, never>
  memberRejected: Record<never, never>
  /**
   * An administrator keeps the student out; `contact` is who can be asked. It lasts until the
   * account is reinstated.
   */
  accountSuspended: { contact: string }
  accountReinstated: Record<never, never>
  passwordChanged: Record<never, never>
  phoneChanged: Record<never, never>
  /** Told to the address in use: another one (mostly hidden) is to take its place. */
  emailChanging: { email: string }
  /** Points given (above 0) or taken back (below) by hand. */
  pointsAllocated: { points: number }
  orderProcessing: OrderParams
  orderCompleted: OrderParams
  /** Given up by the service; what was paid (`amount`, pence, 0 for nothing) goes back. */
  orderFailed: OrderParams & { amount: number }
  /** Given back in the provider's dashboard: `amount` pence. */
  orderRefunded: OrderParams & { amount: number }
  /** A reminder: `amount` pence are to be paid by `dueAt`. */
  balanceDue: BalanceParams & { participantId: ParticipantId; amount: number; dueAt: number }
}

/** `sendDate`: the London day of the collection, by which she knows which order it is. */
export type OrderParams = { orderId: OrderId; kind: 'mail' | 'move'; sendDate: string }
type BalanceParams =
  /** `private` 1: a whole car, which closes without costing the deposit. */
  | { carpoolId: string; carpoolAt: number; private: 0 | 1 }
  | { tripId: string; tripName: string; tripStartAt: number }

export type OwnNoticeCode = keyof OwnNotices
export type NoticeCode = GroupNoticeCode | OwnNoticeCode

export type OwnNotice<C extends OwnNoticeCode = OwnNoticeCode> = {
  id: string
  userId: UserId
  code: C
  params: OwnNotices[C] & Record<string, string | number>
}

/**
 * A notice to be given to `insertNotice` in the batch of the change that it tells. `about` is what
 * it is told about (an order's id, an audit row's id): the same code about the same thing is told
 * once.
 */
export const noticeAbout = <C extends OwnNoticeCode>(
  code: C,
  about: string,
  userId: UserId,
  params: OwnNotices[C],
): OwnNotice<C> => ({
  id: `${code}:${about}`,
  userId,
  code,
  params: params as OwnNotice<C>['params'],
})
