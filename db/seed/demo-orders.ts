import type { Carrier } from '#app/domain/order/postage.ts'

type Common = {
  key: string
  /** The user's key. */
  who: string
  /** The status it must show once played. `unpaid`: the base price is still to be paid. */
  status: 'unpaid' | 'open' | 'processing' | 'completed' | 'failed'
  /** London days from today to the collection, and how many days ago it was ordered. */
  inDays: number
  orderedDaysAgo: number
  tel: string
  isHelp: boolean
  estBoxNum: number
  fromAddress: string
  fromZip: string
  toAddress: string
  toZip: string
}
export type DemoMail = Common & {
  kind: 'mail'
  shipCompany: Carrier
  /** Boxes bought from us, delivered this many days before the collection. */
  boxes?: { count: number; daysBefore: number }
}
export type DemoMove = Common & { kind: 'move'; friTel?: string }
export type DemoOrder = DemoMail | DemoMove

const nova = { fromAddress: 'Nova, Station Street, Nottingham', fromZip: 'NG2 3AJ' }
const castle = { fromAddress: '12 Castle Boulevard, Nottingham', fromZip: 'NG7 1FN' }

const mail = (
  key: string,
  who: string,
  status: Common['status'],
  inDays: number,
  shipCompany: Carrier,
  to: Pick<Common, 'toAddress' | 'toZip'>,
  more: Partial<DemoMail> = {},
): DemoMail => ({
  kind: 'mail',
  key,
  who,
  status,
  inDays,
  orderedDaysAgo: 0,
  tel: '07700900101',
  isHelp: false,
  estBoxNum: 2,
  ...castle,
  ...to,
  shipCompany,
  ...more,
})
const move = (
  key: string,
  who: string,
  status: Common['status'],
  inDays: number,
  to: Pick<Common, 'toAddress' | 'toZip'>,
  more: Partial<DemoMove> = {},
): DemoMove => ({
  kind: 'move',
  key,
  who,
  status,
  inDays,
  orderedDaysAgo: 0,
  tel: '07700900102',
  isHelp: true,
  estBoxNum: 6,
  ...castle,
  ...to,
  ...more,
})

/** Demo orders in every state, dated from today. The numbers are in Ofcom's range for drama. */
export const demoOrders: DemoOrder[] = [
  mail(
    'mail-shanghai',
    'chen',
    'open',
    4,
    'SF',
    { toAddress: '上海市徐汇区衡山路 8 号', toZip: '200030' },
    {
      estBoxNum: 4,
      isHelp: true,
    },
  ),
  mail(
    'mail-hong-kong',
    'lin',
    'processing',
    3,
    'HKA',
    { toAddress: '香港九龍彌敦道 100 號', toZip: '' },
    {
      ...nova,
      boxes: { count: 3, daysBefore: 1 },
      estBoxNum: 3,
    },
  ),
  mail(
    'mail-paris',
    'lin',
    'open',
    6,
    'RM',
    { toAddress: '15 Rue de Rivoli, Paris', toZip: '75004' },
    nova,
  ),
  mail(
    'mail-unpaid',
    'lin',
    'unpaid',
    8,
    'SF',
    { toAddress: '广东省广州市天河区体育西路 9 号', toZip: '510620' },
    nova,
  ),
  mail('mail-los-angeles', 'zhao', 'open', 7, 'UPS', {
    toAddress: '200 Figueroa Street, Los Angeles, CA',
    toZip: '90012',
  }),
  mail(
    'mail-taipei',
    'wang',
    'completed',
    -3,
    'TW',
    { toAddress: '台北市信義區松仁路 20 號', toZip: '110' },
    {
      orderedDaysAgo: 8,
    },
  ),
  mail(
    'mail-failed',
    'lin',
    'failed',
    2,
    'HKS',
    { toAddress: '香港新界沙田正街 3 號', toZip: '' },
    {
      ...nova,
      orderedDaysAgo: 2,
    },
  ),
  move('move-leicester', 'zhou', 'open', 5, {
    toAddress: '4 London Road, Leicester',
    toZip: 'LE2 0PB',
  }),
  move(
    'move-flat',
    'lin',
    'processing',
    3,
    { toAddress: '8 Derby Road, Nottingham', toZip: 'NG7 2EA' },
    {
      ...nova,
      friTel: '07700900106',
    },
  ),
  move(
    'move-lenton',
    'aili',
    'open',
    9,
    { toAddress: '41 Lenton Boulevard, Nottingham', toZip: 'NG7 2ET' },
    {
      isHelp: false,
      estBoxNum: 10,
    },
  ),
  move(
    'move-done',
    'lin',
    'completed',
    -4,
    { toAddress: 'Nova, Station Street, Nottingham', toZip: 'NG2 3AJ' },
    {
      orderedDaysAgo: 9,
    },
  ),
  move(
    'move-failed',
    'wang',
    'failed',
    2,
    { toAddress: '3 Peel Street, Nottingham', toZip: 'NG1 4GN' },
    {
      orderedDaysAgo: 1,
    },
  ),
]
