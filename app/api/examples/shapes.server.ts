/** People, times and ids that the examples share. Telephone numbers are of the range that Ofcom keeps for fiction. */
export const ids = {
  user: 'usr_Yt2m9QkLx0aB7cDe',
  carpool: 'car_5pQ8sVn3Zk1Wd7Lm',
  participant: 'par_Hb4xTq9Rj2Nc6Fya',
  mail: 'mail_0f9c2b7d6e5a41c3',
  move: 'move_7a1d4e8b9c2f43d5',
  trip: 'trip_Kd3vGm8Xw5Sz1Pue',
  airport: 'air_heathrow',
  admin: 'adm_3c8f1a52-6b7d-4e90-8a21-5d4c3b2a1f00',
  intent: 'pi_3Example0001',
} as const
export const SECRET = `${ids.intent}_secret_example`
export const PHONE = '07700900123'

export const pointsEntry = {
  id: 'pts_2b6f0c11-51c4-4a8e-9d1f-0f5e7a3c9b10',
  points: -500,
  description: '抵扣余款：希思罗机场，12月12日 周六 14:00',
  createdAt: '2026-12-05T10:20:00Z',
}
export const userInfo = {
  id: ids.user,
  email: 'xiaoyu.li@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  name: '李小雨',
  phone: PHONE,
  wechat: 'xiaoyu_li',
  accountType: 'MEMBER',
  auth: 'APPROVED',
  membershipLevel: 1,
  points: 1200,
  flatName: 'Castle Court',
  flatNumber: '12B',
  pointsHistory: [pointsEntry],
  createdAt: '2026-09-20T08:00:00Z',
}

export const carpool = {
  id: ids.carpool,
  tripType: 'PICKUP',
  airportId: ids.airport,
  airportName: '希思罗机场',
  terminals: ['T3'],
  currentPassengers: 2,
  maxPassengers: 4,
  basePrice: 3800,
  currency: 'gbp',
  carpoolDatetime: '2026-12-12T14:00:00Z',
  cutoffTime: '2026-12-11T14:00:00Z',
  status: 'OPEN',
  flightTimes: ['2026-12-12T12:30:00Z'],
  flightNumbers: ['BA038'],
}
export const party = {
  terminal: 'T3',
  nLocation: 'Castle Court, Nottingham NG7 1FB',
  flightNumber: 'BA038',
  flightTime: '2026-12-12T12:30',
  people: 1,
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
}
export const ride = {
  ...party,
  tripType: 'PICKUP',
  airportId: ids.airport,
  carpoolDatetime: '2026-12-12T14:00',
  maxPassengers: 4,
}
export const record = {
  ...carpool,
  participantId: ids.participant,
  paymentStatus: 'DEPOSIT',
  place: 'joined',
  nlocation: party.nLocation,
  terminal: 'T3',
  flightNumber: 'BA038',
  flightTime: '2026-12-12T12:30:00Z',
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
  people: 1,
  deposit: { status: 'held', isValid: true, amount: 2000, captureBefore: '2026-12-11T09:00:00Z' },
  holdExpiresAt: null,
  balanceDueAt: null,
  remainingAmount: null,
  originalRemainingAmount: null,
  pointsDeducted: 0,
  deductedAmount: 0,
  actions: ['editInfo', 'exit'],
}
export const intent = { clientSecret: SECRET, amount: 2000, currency: 'gbp' }
export const hold = {
  participantId: ids.participant,
  amount: 2000,
  currency: 'gbp',
  holdExpiresAt: '2026-12-04T09:45:00Z',
}
export const prices = { 1: 12000, 2: 6500, 3: 4600, 4: 3800, 5: 3200 }

/** One example of a call: what is sent and what comes back when it succeeds. */
export type Example = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  answer?: unknown
}
/** By the name of a call (`callKey`). */
export type Examples = Record<string, Example>

export const page = (...items: unknown[]) => ({ items, nextCursor: null })
