import type { OwnView } from '#app/orders/service/orders.server.ts'
import type { OrderValues } from '#app/orders/ui/values.ts'

type Prefill = Pick<OrderValues, 'userName' | 'tel' | 'fromAddress' | 'fromZip'>

/**
 * The initial values of either form: we don't ask for what we already know (name, phone, last
 * address).
 */
export const startValues = (known: Prefill): OrderValues => ({
  ...known,
  toAddress: '',
  toZip: '',
  estBoxNum: '',
  isHelp: '',
  sendDate: '',
  shipCompany: '',
  isShipDaytime: 'true',
  isBuyBox: '',
  buyBoxNum: '1',
  boxDate: '',
  isBoxDaytime: 'true',
  isDaytime: 'true',
  isEntrustFriend: '',
  friTel: '',
})

const tick = (on: boolean | null): string => (on ? 'on' : '')
const choice = (yes: boolean | null): string => String(yes ?? true)

/** An order as the values of its form. */
export const formOf = ({ own, ...order }: OwnView): OrderValues => ({
  userName: own.userName,
  tel: own.tel,
  fromAddress: order.fromAddress,
  fromZip: order.fromZip,
  toAddress: order.toAddress,
  toZip: order.toZip,
  estBoxNum: String(order.estBoxNum),
  isHelp: tick(own.isHelp),
  sendDate: order.sendDate,
  shipCompany: order.shipCompany ?? '',
  isShipDaytime: choice(own.sendDaytime),
  isBuyBox: tick(own.isBuyBox),
  buyBoxNum: String(own.buyBoxNum ?? 1),
  boxDate: order.boxDate ?? '',
  isBoxDaytime: choice(own.isBoxDaytime),
  isDaytime: choice(own.sendDaytime),
  isEntrustFriend: tick(own.isEntrustFriend),
  friTel: own.friTel ?? '',
})
