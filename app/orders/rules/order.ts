import type { MailId, MoveId, OrderId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import type { RowCharge } from '#app/payments/rules/row-charge.ts'
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
export type OrderState = RowCharge & {
  id: OrderId
  kind: OrderKind
  /** In pence. */
  baseAmount: MinorUnits
  payBefore: Instant
}
