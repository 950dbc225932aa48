import { type Examples, ids, prices } from './shapes.server.ts'

const priceTable = {
  items: [{ airportId: ids.airport, airportName: '希思罗机场', prices }],
  currency: 'gbp',
}

export const publicExamples: Examples = {
  getServiceDescriptionsService: {
    params: { service: 'carpool' },
    answer: {
      items: [
        {
          id: 'carpool-zh-1',
          title: '押金',
          content: '加入时冻结 £20，不扣款。截止前退出或没有拼满，全额退回原卡。',
          sortOrder: 1,
        },
      ],
    },
  },
  getNormalPriceMatrix: { answer: priceTable },
  getSpecialPriceMatrix: { answer: priceTable },
  getPostagePriceMatrix: {
    answer: {
      items: [
        {
          id: 'postage-1000',
          kg: 1,
          sfExpress: 9800,
          hkPostAir: 8600,
          hkPostSea: null,
          royalMail: 7200,
          taiwanPrice: 8800,
          macauPrice: 8800,
          upsUsa: null,
          bpostUsa: 15600,
        },
      ],
      currency: 'cny',
    },
  },
  getHealth: {
    answer: { status: 'ok', version: '1.0.0', checks: { database: 'ok', payments: 'ok' } },
  },
  postStripeWebhook: { answer: { received: true } },
  getOpenapiJson: { answer: { openapi: '3.1.0' } },
  getDocs: {},
}
