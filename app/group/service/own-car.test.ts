import { expect, test } from 'vitest'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import { PHONE_SHOWN_MS } from '#app/kernel/limits.ts'
import { shownRide } from './own-car.ts'

const ride = {
  vehicle: { plate: 'AB12 CDE', licenceNo: 'PHV-77' },
  driver: { name: 'Sam Carter', phone: '07700900123', badgeNo: 'BADGE-9' },
  meetingPoint: 'T2 Arrivals',
  meetAt: 1,
  note: '',
} as PlaceRide

const progress = { stage: 'done', at: 5, mark: 'onBoard' } as const

test('phone and reports are shown until a day after departure, to the millisecond, the rest for ever', () => {
  const at = (now: number) => shownRide({ ...ride, progress }, 1000, now)
  const known = { plate: 'AB12 CDE', driver: 'Sam Carter', meetingPoint: 'T2 Arrivals', meetAt: 1 }
  expect(at(1000 + PHONE_SHOWN_MS - 1)).toMatchObject({ ...known, phone: '07700900123', progress })
  expect(at(1000 + PHONE_SHOWN_MS)).toMatchObject({ ...known, phone: null, progress: null })
})

test('licence and badge numbers are never part of it', () => {
  expect(JSON.stringify(shownRide(ride, 1000, 0))).not.toMatch(/PHV-77|BADGE-9/)
})
