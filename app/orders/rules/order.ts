import type { MailId, MoveId, OrderId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import type { Carrier } from './postage.ts'

/**
 * The services that can be ordered: posting boxes, moving house. Whatever differs between them is a
 * `Record<OrderKind, …>` or an entry of one of the types below, so a kind that is missing somewhere
 * does not compile.
 */
export const ORDER_KINDS = ['mail', 'move'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]
export const isOrderKind = (text: string): text is OrderKind =>
  ORDER_KINDS.some((kind) => kind === text)

type Ids = { mail: MailId; move: MoveId }
export type IdOf<K extends OrderKind> = Ids[K]

/** docs/rules.md#order-status: pending pickup, processing, finished, refunded. */
export const ORDER_STATUSES = ['open', 'processing', 'completed', 'failed'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * The state of the base price. free: there is none. awaiting: to be paid, otherwise the order is
 * deleted. refunding: still ours, but on its way back.
 */
export type BasePayment = 'free' | 'awaiting' | 'paid' | 'refunding' | 'refunded'

/**
 * The fields of both services: the customer, the route, the amount of luggage, and the collection.
 */
type CommonDraft = {
  userName: string
  tel: string
  /** Help with packing (mail) or carrying (moving). */
  isHelp: boolean
  estBoxNum: number
  fromAddress: string
  fromZip: string
  toAddress: string
  /** Empty for places abroad without postcodes. */
  toZip: string
  sendDate: LondonDay
}

/**
 * Boxes bought from us: how many, the delivery day, and whether in the daytime rather than the
 * evening.
 */
export type BoxPurchase = { buyBoxNum: number; boxDate: LondonDay; isBoxDaytime: boolean }

/** The contents of a mail order (docs/rules.md#orders). */
export type MailDraft = CommonDraft & { shipCompany: Carrier; isShipDaytime: boolean } & (
    | ({ isBuyBox: true } & BoxPurchase)
    | { isBuyBox: false }
  )

/** The contents of a moving order (docs/rules.md#orders). */
export type MoveDraft = CommonDraft & { isDaytime: boolean } & (
    | { isEntrustFriend: true; friTel: string }
    | { isEntrustFriend: false }
  )

type Drafts = { mail: MailDraft; move: MoveDraft }
export type DraftOf<K extends OrderKind> = Drafts[K]

/** The part of an order that decides its lifecycle and its money. */
export type OrderState = {
  id: OrderId
  kind: OrderKind
  userId: UserId
  /** One of ORDER_STATUSES, or a value from a newer version. */
  status: string
  payment: BasePayment
  /** In pence. */
  baseAmount: MinorUnits
  /** Refunded in the provider's dashboard while the order was paid, in pence. */
  refundedAmount: MinorUnits
  /** Refunds of that kind that failed later, in pence; not part of `refundedAmount`. */
  failedAmount: MinorUnits
  /** The order's state when a lost dispute took its money; null if none did. */
  beforeLoss: { payment: BasePayment; status: string } | null
  /** Counts the payment intents made for the base price. */
  paymentAttempt: number
  intentId: string | null
  payBefore: Instant
}
