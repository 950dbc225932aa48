import type { OrderId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { BasePayment, OrderKind } from '#app/domain/order/order.ts'
import { isBasePaid, refusePayment, refuseRemoval } from '#app/domain/order/permissions.ts'
import type { Carrier } from '#app/domain/order/postage.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { OrderRow } from '#db/queries/orders.ts'
import { outwardOf, placeName } from './places.server.ts'

/** The parts of an order that only its owner sees. */
export type OwnOrder = {
  userName: string
  tel: string
  isHelp: boolean
  /** Collected by day rather than in the evening. */
  sendDaytime: boolean
  /** Only for mail; null for a moving order. */
  isBuyBox: boolean | null
  buyBoxNum: number | null
  isBoxDaytime: boolean | null
  /** Only for moving; null for a mail order. */
  isEntrustFriend: boolean | null
  friTel: string | null
  payment: BasePayment
  /** Pence. */
  baseAmount: MinorUnits
  /** Pence of what was paid that are back with the owner. */
  refundedAmount: MinorUnits
  /** Pence of refunds that failed: they are owed to the owner. */
  refundOwed: MinorUnits
  createdAt: Instant
  payBefore: Instant
  /** Whether its payment was begun and is not decided. */
  begun: boolean
  /** Whether the base price can still be paid now. */
  canPay: boolean
  /** Whether the owner may delete it. */
  canDelete: boolean
}

/**
 * An order as its viewer may see it. Its owner (`own` is set) sees full addresses and postcodes.
 * Others see the name of the town (abroad of the country) in the viewer's language and the outward
 * half of the postcode (empty abroad).
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
  /** One of ORDER_STATUSES, or a value from a newer version, to be shown as it is. */
  status: string
  /** Whether the base price is fully paid. */
  basePaid: boolean
  own: OwnOrder | null
}

export type OwnView = OrderView & { own: OwnOrder }

const sharedOf = (row: OrderRow) => ({
  id: row.id,
  kind: row.kind,
  estBoxNum: row.estBoxNum,
  boxDate: row.boxDate,
  sendDate: row.sendDate,
  shipCompany: row.shipCompany,
  status: row.status,
  basePaid: isBasePaid(row),
})

/** What went back while an order was paid does not count failed refunds already. */
const refundedAmountOf = ({ payment, baseAmount, refundedAmount, refundOwed }: OrderRow) =>
  payment === 'refunded' ? Math.max(0, baseAmount - refundOwed) : refundedAmount

/** An order as its owner sees it. */
export function ownView(row: OrderRow, now: Instant): OwnView {
  const { fromAddress, fromZip, toAddress, toZip } = row
  return {
    ...sharedOf(row),
    fromAddress,
    fromZip,
    toAddress,
    toZip,
    own: {
      userName: row.userName,
      tel: row.tel,
      isHelp: row.isHelp,
      sendDaytime: row.sendDaytime,
      isBuyBox: row.isBuyBox,
      buyBoxNum: row.buyBoxNum,
      isBoxDaytime: row.isBoxDaytime,
      isEntrustFriend: row.isEntrustFriend,
      friTel: row.friTel,
      payment: row.payment,
      baseAmount: row.baseAmount,
      refundedAmount: refundedAmountOf(row),
      refundOwed: row.refundOwed,
      createdAt: row.createdAt,
      payBefore: row.payBefore,
      begun: row.intentId !== null && row.payment === 'awaiting',
      canPay: refusePayment(row, now) === null,
      canDelete: refuseRemoval(row) === null,
    },
  }
}

/** An order as anyone may see it, in a language; complete for its owner. */
export function viewOf(row: OrderRow, isOwn: boolean, language: Language, now: Instant): OrderView {
  if (isOwn) return ownView(row, now)
  const t = getT(language)
  return {
    ...sharedOf(row),
    fromAddress: placeName(t, row.fromZip, null),
    fromZip: outwardOf(row.fromZip),
    toAddress: placeName(t, row.toZip, row.shipCompany),
    toZip: outwardOf(row.toZip),
    own: null,
  }
}
