import type { MailId, MoveId, OrderId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Carrier } from './postage.ts'

/**
 * The services that are ordered: posting boxes, moving house. Whatever differs between them is a
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
 * How the base price stands. free: there is none. awaiting: to be paid, or else the order is
 * deleted. refunding: ours still, and on its way back.
 */
export type BasePayment = 'free' | 'awaiting' | 'paid' | 'refunding' | 'refunded'

/**
 * What both services are told: who asks, from where to where, how much, and when it is collected.
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
  /** Empty where a place abroad has no postcodes. */
  toZip: string
  sendDate: LondonDay
}

/**
 * Boxes bought from us: how many, the day they are brought, and whether by day rather than in the
 * evening.
 */
export type BoxPurchase = { buyBoxNum: number; boxDate: LondonDay; isBoxDaytime: boolean }

/** What a mail order says (docs/rules.md#orders). */
export type MailDraft = CommonDraft & { shipCompany: Carrier; isShipDaytime: boolean } & (
    | ({ isBuyBox: true } & BoxPurchase)
    | { isBuyBox: false }
  )

/** What a moving order says (docs/rules.md#orders). */
export type MoveDraft = CommonDraft & { isDaytime: boolean } & (
    | { isEntrustFriend: true; friTel: string }
    | { isEntrustFriend: false }
  )

type Drafts = { mail: MailDraft; move: MoveDraft }
export type DraftOf<K extends OrderKind> = Drafts[K]

/** As much of an order as its life and its money hang on. */
export type OrderState = {
  id: OrderId
  kind: OrderKind
  userId: UserId
  /** One of ORDER_STATUSES, or a value of a newer version. */
  status: string
  payment: BasePayment
  /** Pence. */
  baseAmount: MinorUnits
  /** Given back in the provider's dashboard while it was paid. */
  refundedAmount: MinorUnits
  /** Counts the payment intents made for the base price. */
  paymentAttempt: number
  intentId: string | null
  payBefore: Instant
}
