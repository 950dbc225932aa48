import type { DraftOf, IdOf, OrderKind } from '#app/domain/order/order.ts'
import { foldText } from '#app/domain/text.ts'
import type { NewOrder } from '#db/queries/orders.ts'
import { publicTextOf } from './places.server.ts'

/** An order's content as columns: everything a correction may change. */
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

export const newOrderId = <K extends OrderKind>(kind: K): IdOf<K> =>
  `${kind}_${crypto.randomUUID().replaceAll('-', '')}` as IdOf<K>

/**
 * The columns of a draft, including its search text. Fields of a part that is switched off are not
 * stored.
 */
export function columnsOf<K extends OrderKind>(kind: K, draft: DraftOf<K>): OrderColumns {
  const own = OWN_COLUMNS[kind](draft)
  const { fromAddress, fromZip, toAddress, toZip } = draft
  const publicText = publicTextOf(fromZip, toZip, own.shipCompany)
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
    publicText,
    ownText: `${publicText} ${foldText([fromAddress, toAddress, ...zips].join(' '))}`,
    ...own,
  }
}

type OwnColumns = Required<
  Pick<
    OrderColumns,
    | 'sendDaytime'
    | 'shipCompany'
    | 'isBuyBox'
    | 'buyBoxNum'
    | 'boxDate'
    | 'isBoxDaytime'
    | 'isEntrustFriend'
    | 'friTel'
  >
>

/** The columns that only one kind has. */
const OWN_COLUMNS: { [K in OrderKind]: (draft: DraftOf<K>) => OwnColumns } = {
  mail: (draft) => ({
    sendDaytime: draft.isShipDaytime,
    shipCompany: draft.shipCompany,
    isBuyBox: draft.isBuyBox,
    buyBoxNum: draft.isBuyBox ? draft.buyBoxNum : null,
    boxDate: draft.isBuyBox ? draft.boxDate : null,
    isBoxDaytime: draft.isBuyBox ? draft.isBoxDaytime : null,
    isEntrustFriend: null,
    friTel: null,
  }),
  move: (draft) => ({
    sendDaytime: draft.isDaytime,
    isEntrustFriend: draft.isEntrustFriend,
    friTel: draft.isEntrustFriend ? draft.friTel : null,
    shipCompany: null,
    isBuyBox: null,
    buyBoxNum: null,
    boxDate: null,
    isBoxDaytime: null,
  }),
}
