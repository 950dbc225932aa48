import type { AuditAction } from '#app/domain/admin.ts'
import type { AdminId, GroupId, ParticipantId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'

/** What a user is told on the next page she opens; the text of each is in locales notices. */
export type NoticeCode =
  | 'holdExpired'
  | 'holdExpiredReleased'
  | 'groupComplete'
  | 'groupPaid'
  | 'groupFailed'
  | 'groupFailedRefunded'
  | 'departedUnpaid'
  | 'privateUnpaid'
  | 'depositReleased'
  | 'renewalFailed'
  | 'balanceReturned'
  | 'tripConfirmed'
  | 'tripFailed'
  | 'tripPriceRaised'
  | 'groupCancelled'
  | 'placeRefunded'
  | 'moneyReturned'
  | 'placeReleased'
  | 'othersReleased'

/**
 * The three payments a place can have open: for the seat, in place of its deposit, for its balance.
 */
export type Slot = 'seat' | 'next' | 'balance'

/**
 * What has to be done in the world because of an event. Each is written with its event and done
 * at least once, so each names what it is about and is safe to do again.
 */
export type Effect =
  /** Look at a payment whose time is over: it stands, or it is cancelled and seen cancelled. */
  | { kind: 'resolve'; participantId: ParticipantId; slot: Slot }
  /** Let an intent go that pays for no place. */
  | { kind: 'release'; participantId: ParticipantId; intentId: string }
  /** Take `amount` pence of a held deposit. */
  | { kind: 'capture'; participantId: ParticipantId; intentId: string; amount: MinorUnits }
  /** Look at a deposit whose bank deadline has passed, until it is no longer held. */
  | { kind: 'check'; participantId: ParticipantId; intentId: string }
  /** Make a new hold on the saved card. */
  | { kind: 'renew'; participantId: ParticipantId; attempt: number }
  /** Open the private car of a place that was converted. */
  | { kind: 'openPrivate'; participantId: ParticipantId }
  /** Give the points of a try back, whether or not they were set aside. */
  | { kind: 'returnPoints'; participantId: ParticipantId; userId: UserId; attempt: number }
  /** Points for what was paid in money, in pence. */
  | { kind: 'earnPoints'; participantId: ParticipantId; userId: UserId; pence: MinorUnits }
  | { kind: 'notice'; id: string; userId: UserId; code: NoticeCode; params: NoticeParams }
  /**
   * What an administrator has done here, for the log of all that they do. The id follows from the
   * event.
   */
  | {
      kind: 'audit'
      id: string
      at: Instant
      by: AdminId
      action: AuditAction
      subject: GroupId
      before: AuditFacts
      after: AuditFacts
    }

/** Ids, amounts and states; never who somebody is. */
export type AuditFacts = Record<string, unknown>
export type NoticeParams = Record<string, string | number>
