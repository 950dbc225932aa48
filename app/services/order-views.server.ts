import type { OrderId } from '../domain/id.ts'
import type { MinorUnits } from '../domain/money.ts'
import type { BasePayment, OrderKind } from '../domain/order/order.ts'
import type { Carrier } from '../domain/order/postage.ts'
import type { Instant, LondonDay } from '../domain/time.ts'

/** What only its owner sees of an order. */
export type OwnOrder = {
  userName: string
  tel: string
  isHelp: boolean
  /** By day rather than in the evening. */
  sendDaytime: boolean
  /** Mail; null for a moving order. */
  isBuyBox: boolean | null
  buyBoxNum: number | null
  isBoxDaytime: boolean | null
  /** Moving; null for a mail order. */
  isEntrustFriend: boolean | null
  friTel: string | null
  payment: BasePayment
  /** Pence. */
  baseAmount: MinorUnits
  createdAt: Instant
  payBefore: Instant
  /** Whether the base price can still be paid now. */
  canPay: boolean
  /** Whether the owner may delete it herself. */
  canDelete: boolean
}

/**
 * An order as its viewer may see it. To its owner (`own` is set) addresses and postcodes are whole; to
 * everybody else an address is the town's name in the viewer's language and a postcode its outward half
 * (empty abroad).
 */
export type OrderView = {
  id: OrderId
  kind: OrderKind
  fromAddress: string
  fromZip: string
  toAddress: string
  toZip: string
  estBoxNum: number
  boxDate: LondonDay | null
  sendDate: LondonDay
  shipCompany: Carrier | null
  /** One of ORDER_STATUSES, or a value of a newer version, to be shown as it is. */
  status: string
  /** Whether nothing of the base price is left to pay. */
  basePaid: boolean
  own: OwnOrder | null
}
