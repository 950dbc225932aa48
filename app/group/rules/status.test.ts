import { expect, test } from 'vitest'
import { PHONE_SHOWN_MS } from '#app/kernel/limits.ts'
import { Story } from '#tests/kit/carpool.ts'
import { haveCompanions } from './companions.ts'
import { type OpenReason, openMoneyOf } from './open-money.ts'
import { isUnderWay } from './ride-status.ts'
import { isShown, type Place, shownPeople } from './state.ts'
import { GROUP_STATUSES, type GroupStatus, statusesThat } from './status.ts'

const LEFT = 1_000_000
const GOING = ['SUCCESS_PENDING_PAYMENT', 'SUCCESS', 'PRIVATE_PENDING_PAYMENT', 'PRIVATE'] as const
const thatAt = (
  is: (group: { status: GroupStatus; departureAt: number }, now: number) => boolean,
  now: number,
) => GROUP_STATUSES.filter((status) => is({ status, departureAt: LEFT }, now))

test('a group that goes is under way from its departure on', () => {
  expect(thatAt(isUnderWay, LEFT - 1)).toEqual([])
  expect(thatAt(isUnderWay, LEFT)).toEqual(GOING)
})

test('people see who travels with them once they do, until a day after they left', () => {
  const end = LEFT + PHONE_SHOWN_MS
  expect(thatAt(haveCompanions, 0)).toEqual([...GOING, 'COMPLETED'])
  expect(thatAt(haveCompanions, end - 1)).toEqual([...GOING, 'COMPLETED'])
  expect(thatAt(haveCompanions, end)).toEqual([])
})

test('others see only groups that are listed, and have neither failed nor been cancelled', () => {
  const hidden = ['PENDING', 'FAILED', 'CANCELLED']
  expect(GROUP_STATUSES.filter((status) => !isShown({ listed: true, status }))).toEqual(hidden)
  expect(statusesThat('hidden')).toEqual(hidden)
  expect(GROUP_STATUSES.filter((status) => isShown({ listed: false, status }))).toEqual([])
})

test('a closed group shows who was in it, and any other who has or holds a seat', () => {
  const { car } = new Story().complete(['ann', 'bob', 'cat'])
  const leaving = ['unpaid', 'refunded', 'exited'] as const
  const participants = car.participants.map(
    (p, at): Place => ({ ...p, seat: 'gone', leaving: leaving[at] ?? null }),
  )
  const shown = (status: GroupStatus) => shownPeople({ ...car, participants, status })
  expect([shown('CLOSED'), shown('SUCCESS')]).toEqual([2, 0])
  const facts = { ...car.facts, kept: { usr_dan: 2 } }
  expect(shownPeople({ ...car, facts })).toBe(5)
})

test.each<[string, Partial<Place>, GroupStatus, OpenReason | null]>([
  ['a hold', { seat: 'held' }, 'OPEN', 'hold'],
  ['a hold that is checked', { seat: 'lapsing' }, 'COMPLETED', 'hold'],
  ['a seat', {}, 'SUCCESS', 'seat'],
  ['a seat of a group that failed', {}, 'FAILED', 'seat'],
  ['a seat of a group that is over', {}, 'COMPLETED', null],
  ['a place that was left', { seat: 'gone' }, 'OPEN', null],
])('the money of %s in a group: %s, %s', (_, over, status, why) => {
  const { car } = new Story().complete(['ann'], { maxPassengers: 2 })
  const with_ = (more: Partial<Place>, more_: object = {}) => {
    const participants = car.participants.map((p): Place => ({ ...p, ...over, ...more }))
    return openMoneyOf({ ...car, status, ...more_, participants }, 'usr_ann')[0]?.why ?? null
  }
  const [ann] = car.participants
  if (!ann) throw new Error('Ann has left')
  expect(with_({})).toBe(why)
  const isSeated = why === 'hold' || why === 'seat'
  expect(with_({ deposit: { ...ann.deposit, state: 'returning' } })).toBe(
    isSeated ? why : 'returning',
  )
  const strays = [
    { participantId: ann.id, intentId: 'pi_x', purpose: 'deposit', unexpected: false } as const,
  ]
  expect(with_({}, { strays })).toBe(isSeated ? why : 'returning')
  const settling = over.seat === 'gone' ? null : 'settling'
  for (const state of ['begun', 'closing'] as const) {
    const charge = { ...ann.balance, state }
    expect(with_({ balance: charge })).toBe(isSeated ? why : settling)
    expect(with_({ renewal: charge })).toBe(isSeated ? why : settling)
  }
  expect(with_({ deposit: { ...ann.deposit, state: 'held' } })).toBe(isSeated ? why : settling)
})
