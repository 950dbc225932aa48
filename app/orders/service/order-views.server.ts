import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { OrderRow } from '#app/orders/rows/orders.server.ts'
import { isBasePaid, refusePayment, refuseRemoval } from '#app/orders/rules/permissions.ts'
import { outwardOf, placeName } from './places.server.ts'

/** The part of an order that only its owner sees; null: a field of the other kind. */
const ownOf = ({
  userName,
  tel,
  isHelp,
  sendDaytime,
  isBuyBox,
  buyBoxNum,
  isBoxDaytime,
  isEntrustFriend,
  friTel,
  payment,
  baseAmount,
  refundOwed,
  createdAt,
  payBefore,
  weights,
  parcels,
}: OrderRow) => ({
  ...{ userName, tel, isHelp, sendDaytime, isBuyBox, buyBoxNum, isBoxDaytime },
  ...{ isEntrustFriend, friTel, payment, baseAmount, refundOwed, createdAt, payBefore },
  ...{ weights, parcels },
})

export type OwnOrder = ReturnType<typeof ownOf> & {
  /** Pence paid that are back with the owner. */
  refundedAmount: MinorUnits
  /** Whether its payment was begun and is undecided. */
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
export type OrderView = ReturnType<typeof sharedOf> &
  Pick<OrderRow, 'fromAddress' | 'fromZip' | 'toAddress' | 'toZip'> & { own: OwnOrder | null }

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

/** The refunds of an order that stays paid already exclude failed ones. */
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
      ...ownOf(row),
      refundedAmount: refundedAmountOf(row),
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
