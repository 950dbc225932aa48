import type { OrderId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { ToDo } from '#app/reminders/rules/task.ts'
import type { Facts } from './notice-facts.ts'

/** What a stored notice says: ids, amounts and times. Older ones may lack what was added later. */
export type NoticeParams = Record<string, string | number>

export type GroupParams =
  | { carpoolId: string; carpoolAt: number }
  | { tripId: string; tripName: string; tripStartAt: number }
/** `sendDate`: the London day of the collection, by which the student recognises the order. */
export type OrderParams = { orderId: OrderId; kind: 'mail' | 'move'; sendDate: string }

/**
 * How a notice leaves the page behind the bell (docs/rules.md#notices).
 * - security: of the account itself. Emailed whatever the student prefers, and even if it was read,
 *   perhaps by somebody else who uses the session.
 * - money: not knowing it costs money or a seat. Emailed to an address that is not confirmed yet,
 *   too, so its email has nothing of other people.
 * - usual: emailed to a confirmed address.
 */
export type Reach = 'security' | 'money' | 'usual'
export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'

/** Why a notice is sent as a text message too: news of a car, or what has to be done by a time. */
export type Texting = 'ride' | 'deposit' | 'balance' | 'choice'

/** A page without the base path, and which link text leads there. */
type Leads<Page> = readonly [to: string, page: Page]
type Home = 'record' | 'trip' | 'order' | 'account' | 'wishes' | 'wait'
type Page = Home | 'board' | 'points' | 'share' | 'join' | 'open'

/** The lines of a receipt, in their order: pence, or when a hold ends. */
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

/** A notice and what the read model now says about its subject. */
export type Case<P = NoticeParams> = Facts & { params: P; createdAt: Instant; now: Instant }

/** Everything about a kind of notice but its texts. */
export type Notice<P = NoticeParams> = {
  /** How prominent it is. */
  tone: NoticeTone
  reach: Reach
  text?: Texting
  /**
   * It confirms what the student has just done with money: emailed, and kept behind the bell as
   * already read.
   */
  receipt?: true
  /** Whether what it says is still so, or what has to be done about it. */
  holds(about: Case<P>): boolean | ToDo
  /** Which variant of its text applies, beyond those of trips, private cars and refunds. */
  variant?(params: P, facts: Facts): string | false
  /** The same for its title once it is over. */
  pastVariant?(params: P): string | false
  /** Its amount is on its way back: a line of the email, and (`named`) a text of its own. */
  refund?: 'named' | 'listed'
  /** What its email lists. */
  lines?(params: P, facts: Facts): ReceiptLines
  /** How its email's subject names the deadline of a balance. */
  subject?: 'complete' | 'due'
  /** What it opens while it holds, where that is not its home. */
  page?(params: P): Leads<Page>
  /** The page of its subject, unless that is a place, an order or the account. */
  home?(params: P): Leads<Home>
}
