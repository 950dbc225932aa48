import type { Carrier } from '#app/orders/rules/postage.ts'

type Common = {
  key: string
  /** The user's key. */
  who: string
  /** Its status after playing. `unpaid`: the base price is still to be paid. */
  status: 'unpaid' | 'open' | 'processing' | 'completed' | 'failed'
  /** Days from today to the collection, and days since the order was placed. */
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
  /** Boxes bought from us, and how many days before the collection they are delivered. */
  boxes?: { count: number; daysBefore: number }
}
export type DemoMove = Common & { kind: 'move'; friTel?: string }
export type DemoOrder = DemoMail | DemoMove

const nova = { fromAddress: 'Nova, Station Street, Nottingham', fromZip: 'NG2 3AJ' }
const castle = { fromAddress: '12 Castle Boulevard, Nottingham', fromZip: 'NG7 1FN' }

type To = [address: string, zip: string]
const order = (
  key: string,
  who: string,
  status: Common['status'],
  inDays: number,
  [toAddress, toZip]: To,
) => ({ key, who, status, inDays, orderedDaysAgo: 0, ...castle, toAddress, toZip })

const mail = (
  shipCompany: Carrier,
  common: ReturnType<typeof order>,
  more: Partial<DemoMail> = {},
): DemoMail => ({
  kind: 'mail',
  tel: '07700900101',
  isHelp: false,
  estBoxNum: 2,
  ...common,
  shipCompany,
  ...more,
})
const move = (common: ReturnType<typeof order>, more: Partial<DemoMove> = {}): DemoMove => ({
  kind: 'move',
  tel: '07700900102',
  isHelp: true,
  estBoxNum: 6,
  ...common,
  ...more,
})

/** Demo orders in every state, dated from today. The numbers are in Ofcom's range for drama. */
export const demoOrders: DemoOrder[] = [
  mail('SF', order('mail-shanghai', 'chen', 'open', 4, ['上海市徐汇区衡山路 8 号', '200030']), {
    estBoxNum: 4,
    isHelp: true,
  }),
  mail('HKA', order('mail-hong-kong', 'lin', 'processing', 3, ['香港九龍彌敦道 100 號', '']), {
    ...nova,
    boxes: { count: 3, daysBefore: 1 },
    estBoxNum: 3,
  }),
  mail('RM', order('mail-paris', 'lin', 'open', 6, ['15 Rue de Rivoli, Paris', '75004']), nova),
  mail(
    'SF',
    order('mail-unpaid', 'lin', 'unpaid', 8, ['广东省广州市天河区体育西路 9 号', '510620']),
    nova,
  ),
  mail(
    'UPS',
    order('mail-los-angeles', 'zhao', 'open', 7, ['200 Figueroa Street, Los Angeles, CA', '90012']),
  ),
  mail('TW', order('mail-taipei', 'wang', 'completed', -3, ['台北市信義區松仁路 20 號', '110']), {
    orderedDaysAgo: 8,
  }),
  mail('HKS', order('mail-failed', 'lin', 'failed', 2, ['香港新界沙田正街 3 號', '']), {
    ...nova,
    orderedDaysAgo: 2,
  }),
  move(order('move-leicester', 'zhou', 'open', 5, ['4 London Road, Leicester', 'LE2 0PB'])),
  move(order('move-flat', 'lin', 'processing', 3, ['8 Derby Road, Nottingham', 'NG7 2EA']), {
    ...nova,
    friTel: '07700900106',
  }),
  move(order('move-lenton', 'aili', 'open', 9, ['41 Lenton Boulevard, Nottingham', 'NG7 2ET']), {
    isHelp: false,
    estBoxNum: 10,
  }),
  move(order('move-done', 'lin', 'completed', -4, [nova.fromAddress, nova.fromZip]), {
    orderedDaysAgo: 9,
  }),
  move(order('move-failed', 'wang', 'failed', 2, ['3 Peel Street, Nottingham', 'NG1 4GN']), {
    orderedDaysAgo: 1,
  }),
]
