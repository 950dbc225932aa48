import { expect, test } from 'vitest'
import type { Group } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { DEPARTURE, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { carFor } from '#tests/kit/ride.ts'
import { carForSms } from './ride-sms.ts'
import { type Car, rideOf } from './ride-state.ts'

const complete = () => new Story().complete(['ann', 'bob'])
function assign(story: Story, plate = 'AB12 CDE', over: Partial<Car> = {}) {
  const seen = rideOf(story.state as Group).version
  const refused = story.say({
    type: 'assignCar',
    car: carFor(plate, over),
    seen,
    reason: 'a reason',
    isBusy: false,
    confirmed: ['luggage'],
    by: 'adm_one',
  })
  expect(refused).toBeNull()
  return story
}
const unassign = (story: Story) =>
  story.say({ type: 'unassignCar', carId: 'ride_one', seen: 1, reason: 'x', by: 'adm_one' })
/** What would be sent to a place about this version; null: that its car was withdrawn. */
function sentTo(story: Story, version: number | null, who = 'ann') {
  const told = { participantId: placeIdOf(who), version }
  const car = carForSms(story.state as Group, told)
  return car === null || car === 'withdrawn' ? car : car.vehicle.plate
}

test('the latest version is told, and no other', () => {
  const story = assign(complete())
  expect([sentTo(story, 1), sentTo(story, 2)]).toEqual(['AB12 CDE', null])
  assign(story, 'CD34 EFG')
  expect([sentTo(story, 1), sentTo(story, 2)]).toEqual([null, 'CD34 EFG'])
})

test('a withdrawal is told while there is no car', () => {
  const story = assign(complete())
  expect(sentTo(story, null)).toBeNull()
  unassign(story)
  expect([sentTo(story, null), sentTo(story, 1)]).toEqual(['withdrawn', null])
  assign(story, 'CD34 EFG')
  expect(sentTo(story, null)).toBeNull()
})

test('nobody is told who is not in the car, or whose group is over', () => {
  const story = assign(complete(), 'AB12 CDE', { places: [placeIdOf('ann')] })
  expect([sentTo(story, 1), sentTo(story, 1, 'bob'), sentTo(story, 1, 'eve')]).toEqual([
    'AB12 CDE',
    null,
    null,
  ])
  story.tick(DEPARTURE + hours(30))
  expect([sentTo(story, 1), sentTo(story, null, 'bob')]).toEqual([null, null])
})

test('nobody is told who left', () => {
  const story = assign(complete())
  // The balance of one is paid, and the other's place is released.
  story.paidUp('ann').tick(DEPARTURE - hours(24))
  const seats = (story.state as Group).participants.map(({ seat }) => seat)
  expect(seats).toEqual(['taken', 'gone'])
  expect([sentTo(story, 1), sentTo(story, 1, 'bob')]).toEqual(['AB12 CDE', null])
})
