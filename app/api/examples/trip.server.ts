import { type Examples, hold, ids, page, party, SECRET } from './shapes.server.ts'

const who = { tripId: ids.trip, userId: ids.user }

export const trip = {
  id: ids.trip,
  tripName: '湖区两日游',
  currentPassengers: 6,
  maxPassengers: 12,
  minPassengers: 8,
  neededPassengers: 2,
  tripStartDatetime: '2026-12-19T08:00:00Z',
  tripEndDatetime: '2026-12-20T18:00:00Z',
  cutoffTime: '2026-12-16T12:00:00Z',
  balanceDueAt: null as string | null,
  carpoolDatetime: '2026-12-19T08:00:00Z',
  status: 'OPEN',
  basePrice: 2000,
  balancePrice: 3000,
  currency: 'gbp',
  participants: [],
  flightTimes: ['2026-12-19T07:00:00Z'],
  isJoined: false,
  isPaid: false,
}
const joined = {
  ...trip,
  isJoined: true,
  participants: [{ participantId: ids.participant, people: 1, balancePaid: false }],
}
const paid = {
  ...joined,
  status: 'SUCCESS',
  balanceDueAt: '2026-12-18T08:00:00Z',
  neededPassengers: 0,
  isPaid: true,
  participants: [{ participantId: ids.participant, people: 1, balancePaid: true }],
}

export const tripExamples: Examples = {
  postTripCreate: {
    body: {
      tripName: trip.tripName,
      minPassenger: 8,
      maxPassenger: 12,
      cutoffTime: '2026-12-16T12:00',
      tripStartDatetime: '2026-12-19T08:00',
      tripEndDatetime: '2026-12-20T18:00',
      balancePrice: 3000,
    },
    answer: { id: ids.trip },
  },
  postTripGet: { body: { tab: 'start', name: '湖区' }, answer: page(trip) },
  postTripPayBase: {
    body: { ...who, ...party, flightTime: '2026-12-19T07:00' },
    answer: { ...hold, clientSecret: SECRET },
  },
  postTripJoin: {
    body: {
      ...who,
      basePrice: 2000,
      baseStripeId: ids.intent,
      balancePrice: 3000,
      balanceStripeId: null,
    },
    answer: joined,
  },
  postTripPayBalance: { body: who, answer: { clientSecret: SECRET, amount: 3000, currency: 'gbp' } },
  postTripBalance: { body: { ...who, balancePrice: 3000, balanceStripeId: ids.intent }, answer: paid },
  deleteTripIdTemporary: { params: { id: ids.trip } },
}
