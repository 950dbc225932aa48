import { type Examples, ids, page, SECRET } from './shapes.server.ts'

const own = {
  estBoxNum: 3,
  sendDate: '2026-12-10',
  status: 'open',
  basePaid: true,
  isOwn: true,
  userName: '李小雨',
  tel: '+447700900123',
  isHelp: false,
  currency: 'gbp',
  payBefore: null,
  createdAt: '2026-12-04T09:30:00Z',
}
const hidden = {
  isOwn: false,
  userName: null,
  tel: null,
  isHelp: null,
  basePrice: null,
  currency: null,
  createdAt: null,
}

const mailAddresses = {
  fromAddress: '12 Castle Boulevard, Nottingham',
  fromZip: 'NG7 1FB',
  toAddress: '上海市静安区南京西路 1 号',
  toZip: '200041',
}
const mail = {
  ...own,
  ...mailAddresses,
  id: ids.mail,
  shipCompany: 'SF',
  boxDate: '2026-12-08',
  basePrice: 1000,
  isShipDaytime: true,
  isBuyBox: true,
  buyBoxNum: 2,
  isBoxDaytime: true,
}
const somebodysMail = {
  ...mail,
  ...hidden,
  fromAddress: '诺丁汉',
  fromZip: 'NG7',
  toAddress: '上海',
  toZip: '',
  isShipDaytime: null,
  isBuyBox: null,
  buyBoxNum: null,
  isBoxDaytime: null,
}

const moveAddresses = {
  fromAddress: '12 Castle Boulevard, Nottingham',
  fromZip: 'NG7 1FB',
  toAddress: '4 Beeston Road, Nottingham',
  toZip: 'NG9 2JX',
}
const move = {
  ...own,
  ...moveAddresses,
  id: ids.move,
  shipCompany: null,
  boxDate: null,
  basePrice: 2000,
  isDaytime: true,
  isEntrustFriend: false,
  friTel: null,
}
const said = {
  userName: own.userName,
  tel: '07700 900123',
  isHelp: false,
  estBoxNum: 3,
  sendDate: own.sendDate,
}
const payment = { clientSecret: SECRET, currency: 'gbp', payBefore: '2026-12-04T10:00:00Z' }

export const orderExamples: Examples = {
  postMailCreate: {
    body: {
      ...said,
      ...mailAddresses,
      shipCompany: 'SF',
      isShipDaytime: true,
      isBuyBox: true,
      buyBoxNum: 2,
      boxDate: mail.boxDate,
      isBoxDaytime: true,
    },
    answer: { mailId: ids.mail },
  },
  getMailGet: { query: { address: '诺丁汉', limit: '20' }, answer: page(mail, somebodysMail) },
  postMailPayBase: {
    body: { mailId: ids.mail, userId: ids.user },
    answer: { mailId: ids.mail, amount: 1000, ...payment },
  },
  postMailAddStripe: { body: { mailId: ids.mail, clientSecret: SECRET }, answer: mail },
  postMailJoin: {
    body: { mailId: ids.mail, userId: ids.user, basePrice: 1000, baseStripeId: ids.intent },
    answer: mail,
  },
  deleteMailIdDelete: { params: { id: ids.mail } },
  postMoveCreate: {
    body: { ...said, ...moveAddresses, isDaytime: true, isEntrustFriend: false },
    answer: { moveId: ids.move },
  },
  getMoveGet: { query: { mine: 'true' }, answer: page(move) },
  postMovePayBase: {
    body: { moveId: ids.move, userId: ids.user },
    answer: { moveId: ids.move, amount: 2000, ...payment },
  },
  postMoveAddStripe: { body: { moveId: ids.move, clientSecret: SECRET }, answer: move },
  deleteMoveIdDelete: { params: { id: ids.move } },
}
