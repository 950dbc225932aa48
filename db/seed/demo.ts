import type { AirportId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
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
  /** Its status after playing all steps. */
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
   * must have passed at any time of day. Creating needs 3 days or more: see `createDaysAgo`.
   */
  departs: Moment | { inHours: number }
  /** How many days ago it was created; a failed group needs this to be past its cutoff. */
  createDaysAgo: number
  maxPassengers: number
  /** The first one is the creator, whose deposit is always paid. */
  parties: DemoParty[]
  /**
   * Further steps. `paid`: everyone pays the balance at once. Only by the creator, and today:
   * `left`, and for a failed group `converted` or `refunded`.
   */
  ending?: 'paid' | 'left' | 'converted' | 'refunded'
}

/** When a demo carpool played at `now` departs; hours are rounded up to the quarter hour. */
export function departureOf({ departs }: DemoCarpool, now: Instant): Instant {
  if (Array.isArray(departs)) return instantOf(departs, now)
  return Math.ceil((now + hours(departs.inHours)) / minutes(15)) * minutes(15)
}

const NOVA = 'Nova, Station Street, NG2 3AJ'
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

const car = (
  key: string,
  status: DemoCarpool['status'],
  [tripType, airportId]: [DemoCarpool['tripType'], AirportId],
  departs: DemoCarpool['departs'],
  maxPassengers: number,
  parties: DemoParty[],
): DemoCarpool => ({
  key,
  status,
  tripType,
  airportId,
  departs,
  maxPassengers,
  parties,
  createDaysAgo: 0,
})

/** Demo carpools in every reachable state, dated from today. */
export const demoCarpools: DemoCarpool[] = [
  car('open-fresh', 'OPEN', ['PICKUP', 'air_lhr'], [5, '14:00'], 4, [
    party('lin', 'T5', -120, { flightNumber: 'BA038', nLocation: NOVA }),
  ]),
  car('open-half', 'OPEN', ['PICKUP', 'air_lhr'], [6, '18:30'], 5, [
    party('chen', 'T3', -90, { flightNumber: 'MU551', people: 2, bigLuggage: 4 }),
    party('aili', 'T3', -75, { flightNumber: 'MU551', nLocation: '8 Derby Road, NG7 2EA' }),
  ]),
  car('open-one-left', 'OPEN', ['DROPOFF', 'air_man'], [8, '06:00'], 3, [
    party('wang', 'T2', 300, { flightNumber: 'HU7904', nLocation: '41 Lenton Boulevard, NG7 2ET' }),
    party('zhou', 'T2', 330, { flightNumber: 'HU7904', bigLuggage: 1 }),
  ]),
  car('open-dropoff', 'OPEN', ['DROPOFF', 'air_lgw'], [12, '05:30'], 4, [
    party('zhao', 'North Terminal', 360, { flightNumber: 'CA848', bigLuggage: 1 }),
  ]),
  car('full', 'FULL', ['PICKUP', 'air_bhx'], [7, '11:15'], 2, [
    party('aili', 'T1', -60, { flightNumber: 'EK041' }),
    party('chen', 'T1', -45, { flightNumber: 'EK041', deposit: 'onHold' }),
  ]),
  car('success', 'SUCCESS_PENDING_PAYMENT', ['PICKUP', 'air_man'], [4, '16:00'], 3, [
    party('zhou', 'T2', -100, { flightNumber: 'CX219' }),
    party('lin', 'T2', -100, { flightNumber: 'CX219', people: 2, nLocation: NOVA }),
  ]),
  {
    ...car('failed', 'FAILED', ['DROPOFF', 'air_lhr'], { inHours: 23 }, 4, [
      party('wang', 'T4', 420, { flightNumber: 'CZ304' }),
    ]),
    createDaysAgo: 4,
  },
  car('private', 'PRIVATE_PENDING_PAYMENT', ['DROPOFF', 'air_ema'], [5, '09:45'], 1, [
    party('zhao', 'T1', 150, { flightNumber: 'FR1673', bigLuggage: 1 }),
  ]),
  {
    ...car('paid', 'SUCCESS', ['PICKUP', 'air_bhx'], [4, '20:15'], 2, [
      party('chen', 'T1', -70, { flightNumber: 'TK1995', nLocation: '3 Peel Street, NG1 4GN' }),
      party('zhou', 'T1', -50, { flightNumber: 'EK039' }),
    ]),
    ending: 'paid',
  },
  {
    ...car('completed', 'COMPLETED', ['DROPOFF', 'air_lhr'], [-2, '07:00'], 2, [
      party('lin', 'T2', 300, { flightNumber: 'CA938', nLocation: NOVA, bigLuggage: 1 }),
      party('wang', 'T2', 330, { flightNumber: 'CA938' }),
    ]),
    createDaysAgo: 6,
    ending: 'paid',
  },
  {
    ...car('converted', 'FAILED', ['PICKUP', 'air_man'], { inHours: 23 }, 3, [
      party('lin', 'T3', -80, { flightNumber: 'CX216', nLocation: NOVA }),
    ]),
    createDaysAgo: 5,
    ending: 'converted',
  },
  {
    ...car('refunded', 'FAILED', ['DROPOFF', 'air_lgw'], { inHours: 23 }, 4, [
      party('lin', 'North Terminal', 240, { flightNumber: 'CZ652', people: 2, bigLuggage: 3 }),
    ]),
    createDaysAgo: 5,
    ending: 'refunded',
  },
  {
    ...car('left', 'CANCELLED', ['PICKUP', 'air_lhr'], [9, '15:45'], 4, [
      party('lin', 'T4', -120, { flightNumber: 'CZ303' }),
    ]),
    ending: 'left',
  },
]
