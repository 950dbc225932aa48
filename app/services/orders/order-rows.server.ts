import type { DraftOf, IdOf, MailDraft, MoveDraft, OrderKind } from '#app/domain/order/order.ts'
import type { NewOrder } from '#db/queries/orders.ts'
import { foldText, outwardOf, placeOf, searchTextOf } from './places.server.ts'

/** What an order says, as columns: all that a correction may change. */
type OrderColumns = Omit<
  NewOrder,
  | 'id'
  | 'kind'
  | 'userId'
  | 'attemptId'
  | 'status'
  | 'payment'
  | 'baseAmount'
  | 'paymentAttempt'
  | 'intentId'
  | 'createdAt'
  | 'payBefore'
  | 'dueSinceAt'
  | 'dueAt'
>

/** A new order's id. */
export const newOrderId = <K extends OrderKind>(kind: K): IdOf<K> =>
  `${kind}_${crypto.randomUUID().replaceAll('-', '')}` as IdOf<K>

/** The columns of a draft, and what it may be found by. What belongs to a part that is off is not stored. */
export function columnsOf<K extends OrderKind>(kind: K, draft: DraftOf<K>): OrderColumns {
  const own = kind === 'mail' ? mailColumns(draft as MailDraft) : moveColumns(draft as MoveDraft)
  const { fromAddress, fromZip, toAddress, toZip } = draft
  const fromPlace = placeOf({ address: fromAddress, zip: fromZip, carrier: null })
  const toPlace = placeOf({ address: toAddress, zip: toZip, carrier: own.shipCompany })
  const publicText = searchTextOf([fromPlace, toPlace], [outwardOf(fromZip), outwardOf(toZip)])
  const zips = [fromZip, toZip].flatMap((zip) => [zip, zip.replaceAll(' ', '')])
  return {
    userName: draft.userName,
    tel: draft.tel,
    isHelp: draft.isHelp,
    estBoxNum: draft.estBoxNum,
    fromAddress,
    fromZip,
    toAddress,
    toZip,
    sendDate: draft.sendDate,
    fromPlace,
    toPlace,
    publicText,
    ownText: `${publicText} ${foldText([fromAddress, toAddress, ...zips].join(' '))}`,
    ...own,
  }
}

const mailColumns = (draft: MailDraft) => ({
  sendDaytime: draft.isShipDaytime,
  shipCompany: draft.shipCompany,
  isBuyBox: draft.isBuyBox,
  buyBoxNum: draft.isBuyBox ? draft.buyBoxNum : null,
  boxDate: draft.isBuyBox ? draft.boxDate : null,
  isBoxDaytime: draft.isBuyBox ? draft.isBoxDaytime : null,
  isEntrustFriend: null,
  friTel: null,
})

const moveColumns = (draft: MoveDraft) => ({
  sendDaytime: draft.isDaytime,
  isEntrustFriend: draft.isEntrustFriend,
  friTel: draft.isEntrustFriend ? draft.friTel : null,
  shipCompany: null,
  isBuyBox: null,
  buyBoxNum: null,
  boxDate: null,
  isBoxDaytime: null,
})
