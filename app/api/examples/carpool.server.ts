import {
  carpool,
  type Examples,
  hold,
  ids,
  intent,
  page,
  party,
  prices,
  record,
  ride,
  SECRET,
} from './shapes.server.ts'

const id = ids.carpool
const participantId = ids.participant

export const carpoolExamples: Examples = {
  getCarpoolList: {
    query: { tripType: 'PICKUP', airportName: '希思罗', date: '2026-12-12', limit: '20' },
    answer: page({ ...carpool, isJoined: false }),
  },
  getCarpoolAirportPrices: {
    query: { date: '2026-12-12' },
    answer: {
      items: [
        {
          airportId: ids.airport,
          airportName: carpool.airportName,
          terminals: ['T2', 'T3', 'T4', 'T5'],
          prices,
          period: 'normal',
        },
      ],
      currency: 'gbp',
    },
  },
  getCarpoolId: { params: { id }, answer: { ...carpool, isJoined: true } },
  getCarpoolIdCheckJoin: { params: { id }, answer: false },
  postCarpoolDepositPaymentIntentForCreate: {
    body: ride,
    answer: {
      carpoolId: id,
      participantId,
      clientSecret: SECRET,
      amount: 2000,
      currency: 'gbp',
      holdExpiresAt: '2026-12-04T10:00:00Z',
    },
  },
  postCarpoolCreate: {
    body: { ...ride, tempParticipantId: participantId },
    answer: { ...carpool, currentPassengers: 1, isJoined: true },
  },
  deleteCarpoolCancelTemporaryCarpoolId: { params: { id } },
  postCarpoolIdJoin: { params: { id }, body: party, answer: hold },
  getCarpoolDepositPaymentIntentParticipantId: { params: { participantId }, answer: intent },
  postCarpoolConfirmJoinParticipantId: { params: { participantId }, answer: record },
  deleteCarpoolIdExit: { params: { id } },
  postCarpoolIdConvertToPrivate: {
    params: { id },
    answer: {
      ...record,
      currentPassengers: 1,
      maxPassengers: 1,
      basePrice: prices[1],
      status: 'PRIVATE_PENDING_PAYMENT',
      balanceDueAt: '2026-12-06T15:00:00Z',
      remainingAmount: 10000,
      originalRemainingAmount: 10000,
      actions: ['payRemaining', 'exit'],
    },
  },
  postCarpoolIdCancelFailed: { params: { id } },
}
