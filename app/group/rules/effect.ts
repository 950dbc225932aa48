import type { AuditAction } from '#app/kernel/admin.ts'
import type { AdminId, GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import type { Slot } from './state.ts'

/**
 * Work in the outside world that follows from an event. Each effect is written with its event and
 * done at least once, so it names what it is about and is safe to repeat.
 */
export type Effect =
  /** Check a payment whose time is up: it either stands, or it is cancelled and seen cancelled. */
  | { kind: 'resolve'; participantId: ParticipantId; slot: Slot }
  /** Release an intent that pays for no place. */
  | { kind: 'release'; participantId: ParticipantId; intentId: string }
  /** Capture `amount` pence of a held deposit. */
  | { kind: 'capture'; participantId: ParticipantId; intentId: string; amount: MinorUnits }
  /** Check a deposit whose bank deadline has passed, until it is no longer held. */
  | { kind: 'check'; participantId: ParticipantId; intentId: string }
  /** Place a new hold on the saved card. */
  | { kind: 'renew'; participantId: ParticipantId; attempt: number }
  /** Charge a balance to the saved card. */
  | { kind: 'autoPay'; participantId: ParticipantId }
  /** Open the private car of a converted place. */
  | { kind: 'openPrivate'; participantId: ParticipantId }
  /** Ask another group to take a place in, and apply its answer. */
  | { kind: 'sendPlace'; participantId: ParticipantId }
  /** Return the points of a balance attempt, whether or not they were set aside. */
  | { kind: 'returnPoints'; participantId: ParticipantId; userId: UserId; attempt: number }
  /** Points earned for what was paid in money, in pence. */
  | { kind: 'earnPoints'; participantId: ParticipantId; userId: UserId; pence: MinorUnits }
  /** Take those points back, as far as they have not been used. */
  | { kind: 'losePoints'; participantId: ParticipantId; userId: UserId }
  | { kind: 'notice'; id: string; userId: UserId; code: NoticeCode; params: NoticeParams }
  /** An administrator's action here, for the audit log. The id is derived from the event. */
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

/** Ids, amounts and states; never personal details. */
export type AuditFacts = Record<string, unknown>
