/**
 * The values of both order forms, as the browser sends them; each form shows only its own. A
 * checkbox holds `on` or nothing, a daytime choice `true` or `false`.
 */
export type OrderValues = {
  userName: string
  tel: string
  isHelp: string
  estBoxNum: string
  fromAddress: string
  fromZip: string
  toAddress: string
  toZip: string
  sendDate: string
  // Mail.
  shipCompany: string
  isShipDaytime: string
  isBuyBox: string
  buyBoxNum: string
  boxDate: string
  isBoxDaytime: string
  // Moving.
  isDaytime: string
  isEntrustFriend: string
  friTel: string
}
