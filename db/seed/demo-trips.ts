import type { Moment } from './moment.ts'

/** A traveller of a demo trip; flight and address apply only to those who join. */
export type DemoTraveller = {
  /** The user's key. */
  who: string
  people: number
  terminal: string
  flightNumber: string | null
  /** Minutes from the trip's start to the flight. */
  flightAfterMinutes: number
}

export type DemoTrip = {
  key: string
  /** Its status after playing all steps. */
  status: 'OPEN' | 'FULL' | 'SUCCESS' | 'FAILED' | 'COMPLETED'
  name: string
  minPassengers: number
  maxPassengers: number
  cutoff: Moment
  start: Moment
  end: Moment
  /** How many days ago it was created and joined; a trip that ends today had to begin earlier. */
  createDaysAgo: number
  /** Key of the creator, who gives no travel details. */
  creator: string
  joiners: DemoTraveller[]
  /** These travellers paid the balance this many days ago. */
  paid?: { who: string[]; daysAgo: number }
}

const flying = (who: string, flightAfterMinutes: number, people = 1): DemoTraveller => ({
  who,
  people,
  terminal: 'T2',
  flightNumber: 'BA038',
  flightAfterMinutes,
})

/** Demo trips in every visible state, dated from today. */
export const demoTrips: DemoTrip[] = [
  {
    key: 'lakes',
    status: 'OPEN',
    name: '湖区两日游',
    minPassengers: 4,
    maxPassengers: 8,
    cutoff: [6, '18:00'],
    start: [12, '08:00'],
    end: [13, '20:00'],
    createDaysAgo: 2,
    creator: 'chen',
    joiners: [],
  },
  {
    key: 'edinburgh',
    status: 'OPEN',
    name: '爱丁堡圣诞集市',
    minPassengers: 4,
    maxPassengers: 6,
    cutoff: [4, '12:00'],
    start: [9, '07:30'],
    end: [11, '21:00'],
    createDaysAgo: 2,
    creator: 'wang',
    joiners: [flying('lin', -60), flying('zhou', -90)],
  },
  {
    key: 'stonehenge',
    status: 'OPEN',
    name: '巨石阵和巴斯一日',
    minPassengers: 12,
    maxPassengers: 30,
    cutoff: [8, '20:00'],
    start: [15, '07:00'],
    end: [15, '22:00'],
    createDaysAgo: 3,
    creator: 'aili',
    joiners: [flying('zhao', -45, 5), flying('chen', -45, 4)],
  },
  {
    key: 'york',
    status: 'FULL',
    name: '约克老城',
    minPassengers: 2,
    maxPassengers: 3,
    cutoff: [3, '18:00'],
    start: [7, '09:00'],
    end: [7, '19:30'],
    createDaysAgo: 2,
    creator: 'zhao',
    joiners: [flying('aili', -120, 2)],
  },
  {
    key: 'snowdon',
    status: 'SUCCESS',
    name: '斯诺登尼亚徒步',
    minPassengers: 2,
    maxPassengers: 6,
    cutoff: [-1, '18:00'],
    start: [6, '06:30'],
    end: [7, '21:00'],
    createDaysAgo: 5,
    creator: 'lin',
    joiners: [flying('chen', -30), flying('wang', -60)],
  },
  {
    key: 'cambridge',
    status: 'SUCCESS',
    name: '剑桥一日',
    minPassengers: 3,
    maxPassengers: 4,
    cutoff: [-2, '12:00'],
    start: [4, '08:30'],
    end: [4, '20:00'],
    createDaysAgo: 6,
    creator: 'wang',
    joiners: [flying('lin', -90), flying('zhou', -60)],
    paid: { who: ['lin', 'zhou'], daysAgo: 1 },
  },
  {
    key: 'whitby',
    status: 'FAILED',
    name: '惠特比看海',
    minPassengers: 5,
    maxPassengers: 10,
    cutoff: [0, '00:00'],
    start: [5, '09:00'],
    end: [5, '21:00'],
    createDaysAgo: 4,
    creator: 'zhou',
    joiners: [flying('lin', -60)],
  },
  {
    key: 'liverpool',
    status: 'COMPLETED',
    name: '利物浦两日',
    minPassengers: 2,
    maxPassengers: 4,
    cutoff: [-8, '18:00'],
    start: [-4, '08:00'],
    end: [-3, '20:00'],
    createDaysAgo: 12,
    creator: 'chen',
    joiners: [flying('lin', -60)],
    paid: { who: ['chen', 'lin'], daysAgo: 6 },
  },
]
