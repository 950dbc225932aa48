import { type Examples, ids, prices } from './shapes.server.ts'

const fields = {
  airportName: { zh: '希思罗机场', en: 'Heathrow' },
  terminals: ['T2', 'T3', 'T4', 'T5'],
  active: true,
}
const airport = { id: ids.airport, ...fields }
const params = { id: ids.airport }

const table = { items: [{ airportId: ids.airport, prices }], currency: 'gbp' }
const periods = { items: [{ from: '2026-12-18', to: '2027-01-04', label: 'Christmas and New Year' }] }

export const adminOfferExamples: Examples = {
  getAdminAirportGetall: { answer: { items: [airport] } },
  getAdminAirportGetId: { params, answer: airport },
  postAdminAirportAdd: { body: fields, answer: airport },
  putAdminAirportUpdateId: { params, body: fields, answer: airport },
  deleteAdminAirportDeleteId: { params },
  getAdminPriceNormalPriceMatrix: { answer: table },
  putAdminPriceNormalPriceMatrix: { body: table, answer: table },
  getAdminPriceSpecialPriceMatrix: { answer: table },
  putAdminPriceSpecialPriceMatrix: { body: table, answer: table },
  getAdminSpecialPeriod: { answer: periods },
  putAdminSpecialPeriod: { body: periods, answer: periods },
}
