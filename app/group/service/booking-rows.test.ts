import { expect, test } from 'vitest'
import { rideOf, WARNINGS } from '#app/features/ride/rules/ride-state.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { Story } from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { carpoolBookingOf } from './booking-rows.server.ts'

const BY: AdminId = 'adm_one'

function withCar() {
  const story = new Story().complete(['ann', 'bob'])
  const asked = {
    car: carFor(),
    seen: 0,
    reason: null,
    isBusy: false,
    confirmed: [...WARNINGS],
    by: BY,
  }
  expect(story.say({ type: 'assignCar', ...asked })).toBeNull()
  return story
}

test('nothing is recorded of a group that never had a car', () => {
  const story = new Story().complete(['ann', 'bob'])
  expect(carpoolBookingOf(story.car, story.place('ann'), 1)).toBeNull()
})

test('a booking names who sent the car and when', () => {
  const story = withCar()
  expect(carpoolBookingOf(story.car, story.place('ann'), 7)).toMatchObject({
    version: 7,
    dispatchedBy: BY,
    dispatchedAt: story.now,
    state: 'booked',
  })
})

test('a car stored without its dispatcher is still a booking', () => {
  const { car } = withCar()
  const [first] = car.participants
  const [{ by: _by, at: _at, ...old } = carFor()] = rideOf(car).cars
  const state = {
    ...car,
    slices: { ride: { version: 1, cars: [{ ...old, version: 1 }], notifyAt: null, told: {} } },
  }
  if (!first) throw new Error('nobody is in the car')
  expect(carpoolBookingOf(state, first, 1)).toMatchObject({ dispatchedBy: null, state: 'booked' })
})

test('who leaves before the ride is marked; money given back after it changes nothing', () => {
  const { car } = withCar()
  const [first] = car.participants
  if (!first) throw new Error('nobody is in the car')
  const gone = (leaving: typeof first.leaving) => ({ ...first, seat: 'gone' as const, leaving })
  for (const why of ['unpaid', 'groupCancelled', 'exited', 'departed'] as const)
    expect(carpoolBookingOf(car, gone(why), 2)).toEqual({ id: first.id, version: 2, state: 'left' })
  expect(carpoolBookingOf({ ...car, status: 'CLOSED' }, gone('refunded'), 2)).toBeNull()
})
