import type { AirportId } from '#app/domain/id.ts'
import { hours, minutes } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { instantOf, type Moment } from './moment.ts'

export type DemoUser = {
  key: string
  phone: string
  email: string
  name: string
  wechat: string
  accountType: 'MEMBER' | 'NORMAL'
  flatName?: string
  flatNumber?: string
  /** A member approved by customer service. */
  approved?: true
  /** Points customer service added or removed by hand, oldest first. */
  points?: { points: number; description: string; daysAgo: number }[]
}

/** Everyone's password on a development machine. The numbers are from Ofcom's range for drama. */
export const DEMO_PASSWORD = 'linbang2026'

export const demoUsers: DemoUser[] = [
  {
    ...user('lin', '林小雨', '07700900101', { flatName: 'Nova', flatNumber: '12A' }),
    approved: true,
    points: [
      { points: 600, description: '迎新接机志愿者', daysAgo: 40 },
      { points: 200, description: '推荐同学注册', daysAgo: 21 },
      { points: -150, description: '兑换校园伴手礼', daysAgo: 12 },
    ],
  },
  user('chen', '陈思远', '07700900102'),
  user('wang', '王明', '07700900103'),
  user('zhao', '赵一诺', '07700900104', { flatName: 'Nova', flatNumber: '3C' }),
  user('aili', '阿依古丽·买买提', '07700900105'),
  user('zhou', '周子涵', '07700900106'),
]

function user(
  key: string,
  name: string,
  phone: string,
  flat?: { flatName: string; flatNumber: string },
): DemoUser {
  const account = flat
    ? ({ accountType: 'MEMBER', ...flat } as const)
    : ({ accountType: 'NORMAL' } as const)
  return { key, name, phone, email: `${key}@example.com`, wechat: `${key}_nottingham`, ...account }
}

export type DemoParty = {
  /** The user's key. */
  who: string
  people: number
  terminal: string
  flightNumber: string | null
  /** Minutes from the car's departure to the flight; negative for a landing before a pickup. */
  flightAfterMinutes: number
  nLocation: string
  bigLuggage: number
  smallLuggage: number
  bag: number
  /** `paid`: the deposit is held. `onHold`: the seat is kept, but nothing is paid yet. */
  deposit: 'paid' | 'onHold'
}

export type DemoCarpool = {
  key: string
  /** The status it must show once all its steps have been played. */
  status:
    | 'OPEN'
    | 'FULL'
    | 'SUCCESS_PENDING_PAYMENT'
    | 'SUCCESS'
    | 'COMPLETED'
    | 'FAILED'
    | 'CANCELLED'
    | 'PRIVATE_PENDING_PAYMENT'
  tripType: 'PICKUP' | 'DROPOFF'
  airportId: AirportId
  /**
   * When it departs. A failed group departs in a number of hours, because its cutoff (24 h before)
   * has to be over whatever time of day the demo is played. Creating needs 3 days or more: see
   * `createDaysAgo`.
   */
  departs: Moment | { inHours: number }
  /** How many days ago it was created; a failed group needs this to be past its cutoff. */
  createDaysAgo: number
  maxPassengers: number
  /** The first one is the creator, whose deposit is always paid. */
  parties: DemoParty[]
  /**
   * What happens then. `paid`: everyone pays the balance at once. Only by the creator, and today:
   * `left`, and for a failed group `converted` or `refunded`.
   */
  ending?: 'paid' | 'left' | 'converted' | 'refunded'
}

/** When a demo carpool played at `now` departs; hours are rounded up to the quarter hour. */
export function departureOf({ departs }: DemoCarpool, now: Instant): Instant {
  if (Array.isArray(departs)) return instantOf(departs, now)
  return Math.ceil((now + hours(departs.inHours)) / minutes(15)) * minutes(15)
}

type Details = Partial<Omit<DemoParty, 'who' | 'terminal' | 'flightAfterMinutes'>>

function party(
  who: string,
  terminal: string,
  flightAfterMinutes: number,
  details: Details = {},
): DemoParty {
  return {
    who,
    terminal,
    flightAfterMinutes,
    people: 1,
    flightNumber: null,
    nLocation: '12 Castle Boulevard, NG7 1FN',
    bigLuggage: 2,
    smallLuggage: 1,
    bag: 1,
    deposit: 'paid',
    ...details,
  }
}

/** Demo carpools in every state that can be reached, dated from today. */
export const demoCarpools: DemoCarpool[] = [
  {
    key: 'open-fresh',
    status: 'OPEN',
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    departs: [5, '14:00'],
    createDaysAgo: 0,
    maxPassengers: 4,
    parties: [
      party('lin', 'T5', -120, {
        flightNumber: 'BA038',
        nLocation: 'Nova, Station Street, NG2 3AJ',
      }),
    ],
  },
  {
    key: 'open-half',
    status: 'OPEN',
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    departs: [6, '18:30'],
    createDaysAgo: 0,
    maxPassengers: 5,
    parties: [
      party('chen', 'T3', -90, { flightNumber: 'MU551', people: 2, bigLuggage: 4 }),
      party('aili', 'T3', -75, { flightNumber: 'MU551', nLocation: '8 Derby Road, NG7 2EA' }),
    ],
  },
  {
    key: 'open-one-left',
    status: 'OPEN',
    tripType: 'DROPOFF',
    airportId: 'air_man',
    departs: [8, '06:00'],
    createDaysAgo: 0,
    maxPassengers: 3,
    parties: [
      party('wang', 'T2', 300, {
        flightNumber: 'HU7904',
        nLocation: '41 Lenton Boulevard, NG7 2ET',
      }),
      party('zhou', 'T2', 330, { flightNumber: 'HU7904', bigLuggage: 1 }),
    ],
  },
  {
    key: 'open-dropoff',
    status: 'OPEN',
    tripType: 'DROPOFF',
    airportId: 'air_lgw',
    departs: [12, '05:30'],
    createDaysAgo: 0,
    maxPassengers: 4,
    parties: [party('zhao', 'North Terminal', 360, { flightNumber: 'CA848', bigLuggage: 1 })],
  },
  {
    key: 'full',
    status: 'FULL',
    tripType: 'PICKUP',
    airportId: 'air_bhx',
    departs: [7, '11:15'],
    createDaysAgo: 0,
    maxPassengers: 2,
    parties: [
      party('aili', 'T1', -60, { flightNumber: 'EK041' }),
      party('chen', 'T1', -45, { flightNumber: 'EK041', deposit: 'onHold' }),
    ],
  },
  {
    key: 'success',
    status: 'SUCCESS_PENDING_PAYMENT',
    tripType: 'PICKUP',
    airportId: 'air_man',
    departs: [4, '16:00'],
    createDaysAgo: 0,
    maxPassengers: 3,
    parties: [
      party('zhou', 'T2', -100, { flightNumber: 'CX219' }),
      party('lin', 'T2', -100, {
        flightNumber: 'CX219',
        people: 2,
        nLocation: 'Nova, Station Street, NG2 3AJ',
      }),
    ],
  },
  {
    key: 'failed',
    status: 'FAILED',
    tripType: 'DROPOFF',
    airportId: 'air_lhr',
    departs: { inHours: 23 },
    createDaysAgo: 4,
    maxPassengers: 4,
    parties: [party('wang', 'T4', 420, { flightNumber: 'CZ304' })],
  },
  {
    key: 'private',
    status: 'PRIVATE_PENDING_PAYMENT',
    tripType: 'DROPOFF',
    airportId: 'air_ema',
    departs: [5, '09:45'],
    createDaysAgo: 0,
    maxPassengers: 1,
    parties: [party('zhao', 'T1', 150, { flightNumber: 'FR1673', bigLuggage: 1 })],
  },
  {
    key: 'paid',
    status: 'SUCCESS',
    tripType: 'PICKUP',
    airportId: 'air_bhx',
    departs: [4, '20:15'],
    createDaysAgo: 0,
    maxPassengers: 2,
    parties: [
      party('chen', 'T1', -70, { flightNumber: 'TK1995', nLocation: '3 Peel Street, NG1 4GN' }),
      party('zhou', 'T1', -50, { flightNumber: 'EK039' }),
    ],
    ending: 'paid',
  },
  {
    key: 'completed',
    status: 'COMPLETED',
    tripType: 'DROPOFF',
    airportId: 'air_lhr',
    departs: [-2, '07:00'],
    createDaysAgo: 6,
    maxPassengers: 2,
    parties: [
      party('lin', 'T2', 300, {
        flightNumber: 'CA938',
        nLocation: 'Nova, Station Street, NG2 3AJ',
        bigLuggage: 1,
      }),
      party('wang', 'T2', 330, { flightNumber: 'CA938' }),
    ],
    ending: 'paid',
  },
  {
    key: 'converted',
    status: 'FAILED',
    tripType: 'PICKUP',
    airportId: 'air_man',
    departs: { inHours: 23 },
    createDaysAgo: 5,
    maxPassengers: 3,
    parties: [
      party('lin', 'T3', -80, {
        flightNumber: 'CX216',
        nLocation: 'Nova, Station Street, NG2 3AJ',
      }),
    ],
    ending: 'converted',
  },
  {
    key: 'refunded',
    status: 'FAILED',
    tripType: 'DROPOFF',
    airportId: 'air_lgw',
    departs: { inHours: 23 },
    createDaysAgo: 5,
    maxPassengers: 4,
    parties: [
      party('lin', 'North Terminal', 240, { flightNumber: 'CZ652', people: 2, bigLuggage: 3 }),
    ],
    ending: 'refunded',
  },
  {
    key: 'left',
    status: 'CANCELLED',
    tripType: 'PICKUP',
    airportId: 'air_lhr',
    departs: [9, '15:45'],
    createDaysAgo: 0,
    maxPassengers: 4,
    parties: [party('lin', 'T4', -120, { flightNumber: 'CZ303' })],
    ending: 'left',
  },
]
