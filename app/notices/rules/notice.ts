import type { OrderId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { ToDo } from '#app/reminders/rules/task.ts'
import type { Facts } from './notice-facts.ts'

/** A stored notice's parameters: ids, amounts and times. Older ones may lack later additions. */
export type NoticeParams = Record<string, string | number>

export type GroupParams =
  | { carpoolId: string; carpoolAt: number }
  | { tripId: string; tripName: string; tripStartAt: number }
/** `sendDate`: the London day of the collection, by which the student recognises the order. */
export type OrderParams = { orderId: OrderId; kind: 'mail' | 'move'; sendDate: string }

/**
 * How a notice is sent beyond the page behind the bell (docs/rules.md#notices).
 * - security: of the account itself. Emailed whatever the student prefers, even if it was read,
 * possibly by somebody else with access to the session.
 * - money: missing it costs money or a seat. Also emailed to an unconfirmed address, so its email
 * names no other people.
 * - usual: emailed to a confirmed address.
 */
export type Reach = 'security' | 'money' | 'usual'
export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'

/** Why a notice is also sent as a text message: news of a car, or a task with a deadline. */
export type Texting = 'ride' | 'deposit' | 'balance' | 'choice'

/** A page without the base path, and the key of its link text. */
type Leads<Page> = readonly [to: string, page: Page]
type Home = 'record' | 'trip' | 'order' | 'request' | 'account' | 'wishes' | 'wait'
type Page = Home | 'board' | 'points' | 'share' | 'join' | 'open' | 'autoPay'

/** The lines of a receipt in order: pence, or when a hold ends. */
export type ReceiptLines = {
  [Line in
    | 'held'
    | 'charged'
    | 'heldUntil'
    | 'depositPaid'
    | 'balancePaid'
    | 'balanceLeft'
    | 'sum'
    | 'points'
    | 'refund'
    | 'base']?: number
}

/** A notice with the read model's current facts about its subject. */
export type Case<P = NoticeParams> = Facts & { params: P; createdAt: Instant; now: Instant }

/** Everything about a kind of notice except its texts. */
export type Notice<P = NoticeParams> = {
  /** How prominent it is. */
  tone: NoticeTone
  reach: Reach
  text?: Texting
  /** Confirms what the student has just done with money: emailed, and stored as already read. */
  receipt?: true
  /** Whether the notice is still true, or the task it asks for. */
  holds(about: Case<P>): boolean | ToDo
  /** The variant of its text, beyond those of trips, private cars and refunds. */
  variant?(params: P, facts: Facts): string | false
  /** The variant of its title once it is over. */
  pastVariant?(params: P): string | false
  /** Its amount is being refunded: shown as a line of the email, and (`named`) in its own text. */
  refund?: 'named' | 'listed'
  /** What its email lists. */
  lines?(params: P, facts: Facts): ReceiptLines
  /** How its email's subject names the deadline of a balance. */
  subject?: 'complete' | 'due'
  /** The page it opens while it holds, if not its home. */
  page?(params: P): Leads<Page>
  /** The page of its subject, unless that is a place, an order or the account. */
  home?(params: P): Leads<Home>
}
