import type { AirportId } from '#app/kernel/id.ts'

type Row = [people1: number, people2: number, people3: number, people4: number, people5: number]
export type AirportSeed = {
  id: AirportId
  nameZh: string
  nameEn: string
  /** Terminals in use in 2026; an airport with one building has T1. */
  terminals: string[]
  /** Pounds per person for 1 to 5 people. One person hires the whole car. */
  normal: Row
  special: Row
}

/**
 * The airports Nottingham students fly from. No price is below the £20 deposit, so a balance is
 * never negative.
 */
export const airportSeeds: AirportSeed[] = [
  {
    id: 'air_lhr',
    nameZh: '伦敦希思罗机场',
    nameEn: 'London Heathrow',
    terminals: ['T2', 'T3', 'T4', 'T5'],
    normal: [155, 79, 54, 42, 35],
    special: [186, 95, 65, 50, 42],
  },
  {
    id: 'air_lgw',
    nameZh: '伦敦盖特威克机场',
    nameEn: 'London Gatwick',
    terminals: ['North Terminal', 'South Terminal'],
    normal: [195, 99, 68, 52, 43],
    special: [234, 119, 82, 62, 52],
  },
  {
    id: 'air_man',
    nameZh: '曼彻斯特机场',
    nameEn: 'Manchester',
    terminals: ['T2', 'T3'],
    normal: [120, 62, 43, 34, 29],
    special: [144, 74, 52, 41, 35],
  },
  {
    id: 'air_bhx',
    nameZh: '伯明翰机场',
    nameEn: 'Birmingham',
    terminals: ['T1'],
    normal: [85, 45, 33, 27, 24],
    special: [102, 54, 40, 32, 29],
  },
  {
    id: 'air_ema',
    nameZh: '东米德兰兹机场',
    nameEn: 'East Midlands',
    terminals: ['T1'],
    normal: [45, 28, 24, 22, 21],
    special: [54, 34, 29, 26, 25],
  },
  {
    id: 'air_ltn',
    nameZh: '伦敦卢顿机场',
    nameEn: 'London Luton',
    terminals: ['T1'],
    normal: [130, 67, 47, 37, 31],
    special: [156, 80, 56, 44, 37],
  },
  {
    id: 'air_stn',
    nameZh: '伦敦斯坦斯特德机场',
    nameEn: 'London Stansted',
    terminals: ['T1'],
    normal: [140, 72, 50, 39, 33],
    special: [168, 86, 60, 47, 40],
  },
]

/**
 * London days, both ends included, on which the special price table applies. They do not overlap.
 */
export const specialPeriodSeeds = [
  {
    id: 'period_christmas_2026',
    fromDay: '2026-12-18',
    toDay: '2027-01-04',
    label: 'Christmas and New Year 2026',
  },
  {
    id: 'period_lunar_2027',
    fromDay: '2027-02-03',
    toDay: '2027-02-10',
    label: 'Lunar New Year 2027',
  },
  {
    id: 'period_christmas_2027',
    fromDay: '2027-12-17',
    toDay: '2028-01-04',
    label: 'Christmas and New Year 2027',
  },
  {
    id: 'period_lunar_2028',
    fromDay: '2028-01-23',
    toDay: '2028-01-30',
    label: 'Lunar New Year 2028',
  },
]
