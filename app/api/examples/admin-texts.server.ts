import type { Examples } from './shapes.server.ts'

const service = 'mail'

const postageRow = {
  id: 'postage_500',
  kg: 0.5,
  sfExpress: 9800,
  hkPostAir: 8800,
  hkPostSea: null,
  royalMail: 4550,
  taiwanPrice: 9200,
  macauPrice: null,
  upsUsa: 16_800,
  bpostUsa: 10_800,
}
const postageTable = { items: [postageRow], currency: 'cny' }

const point = {
  id: 'mail_how',
  sortOrder: 1,
  zh: { title: '怎么寄', content: '填好两边地址，付清基础费，我们上门取件。' },
  en: { title: 'How it works', content: 'Enter both addresses, pay the base price, and we collect.' },
}

const settings = {
  mailBasePrice: 1000,
  moveBasePrice: 2000,
  tripBalancePrice: 3000,
  pointsPerPound: 100,
  pointsEarnedPerPound: 1,
  contactLink: 'https://u.wechat.com/',
  contactName: 'linbang-uk',
  homeNoticeZh: '12月25日、26日客服休息，27日回复。',
  homeNoticeEn: 'Customer service is away on 25 and 26 December and answers on the 27th.',
  tripNoticeZh: '',
  tripNoticeEn: '',
}

export const adminTextExamples: Examples = {
  getAdminPostagePriceMatrix: { answer: postageTable },
  putAdminPostagePriceMatrix: { body: { items: [postageRow] }, answer: postageTable },
  getAdminServiceDescriptionsService: { params: { service }, answer: { items: [point] } },
  putAdminServiceDescriptionsService: {
    params: { service },
    body: { items: [point] },
    answer: { items: [point] },
  },
  getAdminSettings: { answer: settings },
  putAdminSettings: { body: settings, answer: settings },
}
