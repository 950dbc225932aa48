import { type Examples, ids, PHONE } from './shapes.server.ts'

const order = {
  id: ids.mail,
  kind: 'mail',
  userId: ids.user,
  status: 'open',
  moves: ['processing', 'completed', 'failed'],
  payment: 'paid',
  basePrice: 1000,
  currency: 'gbp',
  baseStripeId: ids.intent,
  userName: '李小雨',
  tel: PHONE,
  isHelp: false,
  estBoxNum: 3,
  fromAddress: 'Castle Court, Nottingham',
  fromZip: 'NG7 1FB',
  toAddress: '上海市徐汇区衡山路 8 号',
  toZip: '200030',
  sendDate: '2026-12-08',
  shipCompany: 'SF',
  isShipDaytime: true,
  isBuyBox: false,
  buyBoxNum: null,
  boxDate: null,
  isBoxDaytime: null,
  isDaytime: null,
  isEntrustFriend: null,
  friTel: null,
  createdAt: '2026-12-04T09:00:00Z',
  payBefore: null,
}
const path = { kind: 'mail', id: ids.mail }
const stuck = {
  id: ids.carpool,
  service: 'carpool',
  kind: 'release',
  participantId: ids.participant,
  stripeId: ids.intent,
  since: '2026-12-04T07:12:00Z',
  tries: 14,
}

export const adminOrderExamples: Examples = {
  getAdminOrdersKind: {
    params: { kind: 'mail' },
    query: { status: 'open' },
    answer: { items: [order], nextCursor: null },
  },
  getAdminOrdersKindId: { params: path, answer: order },
  putAdminOrdersKindIdStatus: {
    params: path,
    body: { status: 'processing' },
    answer: { ...order, status: 'processing', moves: ['open', 'completed', 'failed'] },
  },
  getAdminStuckPayments: {
    query: { limit: '20' },
    answer: {
      items: [
        {
          ...stuck,
          asked: 'read',
          stripe: {
            status: 'requires_capture',
            amount: 2000,
            held: 2000,
            captured: 0,
            refunded: 0,
            currency: 'gbp',
          },
        },
      ],
      nextCursor: null,
    },
  },
  postAdminStuckPaymentsIdRetry: {
    params: { id: ids.carpool },
    answer: { id: ids.carpool, decided: true, items: [] },
  },
}
