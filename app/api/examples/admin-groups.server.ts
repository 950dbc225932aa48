import { type Examples, ids, page, party } from './shapes.server.ts'
import { trip } from './trip.server.ts'

const times = { cutoffTime: '2026-12-11T14:00:00Z', createdAt: '2026-12-03T10:00:00Z', stuckSince: null }
const carpool = {
  id: ids.carpool,
  tripType: 'PICKUP',
  airportName: '希思罗机场',
  private: false,
  status: 'OPEN',
  carpoolDatetime: '2026-12-12T14:00:00Z',
  currentPassengers: 1,
  maxPassengers: 4,
  ...times,
}
const tripItem = {
  id: ids.trip,
  tripName: trip.tripName,
  minPassengers: 8,
  balancePrice: 3000,
  status: 'OPEN',
  tripStartDatetime: trip.tripStartDatetime,
  tripEndDatetime: trip.tripEndDatetime,
  currentPassengers: 1,
  maxPassengers: 12,
  ...times,
}

const own = { participantId: ids.participant, userId: ids.user, name: '李小雨', people: 1 }
const nothing = { stripeId: null, action: 'none', amount: 0 }
const refund = (action: 'release' | 'refund') => ({
  ...own,
  deposit: { stripeId: ids.intent, action, amount: 2000 },
  balance: nothing,
  points: 0,
  total: 2000,
})
/** Her place while it stands: `held` on the card, or `captured` at once as on a trip. */
const place = (status: 'held' | 'captured') => ({
  ...own,
  phone: '07700900123',
  wechat: 'xiaoyu_li',
  seat: 'taken',
  leaving: null,
  paymentStatus: 'DEPOSIT',
  deposit: {
    status,
    stripeId: ids.intent,
    captured: status === 'held' ? 0 : 2000,
    captureBefore: status === 'held' ? '2026-12-10T10:00:00Z' : null,
  },
  balance: { status: 'none', amount: null, points: 0, stripeId: null },
  returning: false,
  convertedTo: null,
  terminal: party.terminal,
  flightNumber: party.flightNumber,
  flightTime: '2026-12-12T12:30:00Z',
  nLocation: party.nLocation,
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
  heldAt: '2026-12-03T10:00:00Z',
  holdExpiresAt: null,
})
const stands = (status: 'held' | 'captured', action: 'release' | 'refund') => ({
  currency: 'gbp',
  participants: [place(status)],
  isCancellable: true,
  cancelled: null,
  refunds: [refund(action)],
})
const cancelled = (status: 'held' | 'captured', action: 'release' | 'refund') => {
  const deposit = { ...place(status).deposit, status: 'returning', captureBefore: null }
  const gone = { seat: 'gone', leaving: 'groupCancelled', paymentStatus: 'REFUNDED', returning: true }
  return {
    ...stands(status, action),
    status: 'CANCELLED',
    currentPassengers: 0,
    participants: [{ ...place(status), deposit, ...gone }],
    isCancellable: false,
    cancelled: { at: '2026-12-04T09:30:00Z', by: ids.admin },
  }
}

const detail = { ...carpool, prices: [12000, 6500, 4600, 3800, 3200] }
const query = { status: 'OPEN', from: '2026-12-01', to: '2026-12-31', limit: '20' }

export const adminGroupExamples: Examples = {
  getAdminCarpools: { query, answer: page(carpool) },
  getAdminCarpoolsId: { params: { id: ids.carpool }, answer: { ...detail, ...stands('held', 'release') } },
  postAdminCarpoolsIdCancel: {
    params: { id: ids.carpool },
    answer: { ...detail, ...cancelled('held', 'release') },
  },
  getAdminTrips: { query, answer: page(tripItem) },
  getAdminTripsId: { params: { id: ids.trip }, answer: { ...tripItem, ...stands('captured', 'refund') } },
  postAdminTripsIdCancel: {
    params: { id: ids.trip },
    answer: { ...tripItem, ...cancelled('captured', 'refund') },
  },
  putAdminTripsIdBalancePrice: {
    params: { id: ids.trip },
    body: { balancePrice: 4500 },
    answer: { ...trip, balancePrice: 4500 },
  },
}
