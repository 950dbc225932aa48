import { describe, expect, test } from 'vitest'
import { endOfDeparture } from '#app/carpool/rules/permissions.ts'
import { DEPARTURE, Story } from '#tests/kit/carpool.ts'
import { CUTOFF, Story as TripStory } from '#tests/kit/trip.ts'

/** Receipts, and news of who joined: what follows from which event, and once each. */

const to = (code: string, ...names: string[]) => names.map((name) => `${code} to usr_${name}`)

test('each place taken brings a receipt, and everyone else in the car hears of it', () => {
  const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob').joined('cat')
  expect(story.confirmations()).toEqual([
    ...to('placeTaken', 'ann', 'bob'),
    ...to('somebodyJoined', 'ann'),
    ...to('placeTaken', 'cat'),
    ...to('somebodyJoined', 'ann', 'bob'),
  ])
})
test('the last place is told as a complete car, not as somebody who joined', () => {
  const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob')
  expect(story.confirmations()).toEqual(to('placeTaken', 'ann', 'bob'))
  expect(story.notices()).toEqual(to('groupComplete', 'ann', 'bob'))
})
test('news of who joined holds nothing about them but their place’s id, in its own id', () => {
  const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob', { people: 2 })
  const news = story.allEffects().find((e) => e.kind === 'notice' && e.code === 'somebodyJoined')
  const { carpoolAt } = story.car
  expect(news).toMatchObject({ id: 'somebodyJoined:par_ann:par_bob', userId: 'usr_ann' })
  expect(news).toHaveProperty('params', {
    carpoolId: story.car.id,
    carpoolAt,
    participantId: 'par_ann',
  })
})
test('a payment that is reported again brings nothing new', () => {
  const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob').captured('ann', 'bob')
  story.paying('ann')
  story.settleBalance('ann', 'captured')
  const once = story.confirmations()
  expect(once).toEqual([...to('placeTaken', 'ann', 'bob'), ...to('balancePaid', 'ann')])
  for (let i = 0; i < 3; i++) {
    story.settle('bob', 'held')
    story.settleBalance('ann', 'captured')
    story.captured('ann')
  }
  expect(story.confirmations()).toEqual(once)
})
test('leaving is confirmed once, and not if the bank had let the deposit go', () => {
  const story = new Story().opened('ann', { maxPassengers: 4 }).joined('bob').joined('cat')
  story.exit('bob')
  story.settle('bob', 'returned', { authorised: true })
  story.settle('bob', 'returned', { authorised: true })
  story.settle('cat', 'returned')
  story.exit('cat')
  const left = story.confirmations().filter((one) => one.startsWith('placeLeft'))
  expect(left).toEqual(to('placeLeft', 'bob'))
})
test('on a trip the deposit and leaving are confirmed, and others do not hear of each other', () => {
  const story = new TripStory().opened('ann').joined('bob')
  story.exit('bob')
  expect(story.confirmations()).toEqual([
    ...to('placeTaken', 'ann', 'bob'),
    ...to('placeLeft', 'bob'),
  ])
})

/** What a story's notices of a kind say comes back, by whom they are for. */
const comesBack = (story: Story | TripStory, code: string) =>
  Object.fromEntries(
    story
      .allEffects()
      .flatMap((e) =>
        e.kind === 'notice' && e.code === code ? [[e.userId, e.params.amount]] : [],
      ),
  )

describe('a notice of money that comes back says how much', () => {
  test('of a cancelled car: what was held or paid for each place', () => {
    const held = new Story().opened('ann').joined('bob')
    held.cancelGroup()
    expect(comesBack(held, 'groupCancelled')).toEqual({ usr_ann: 2000, usr_bob: 2000 })
    const paid = new Story().complete(['ann', 'bob']).paidUp('ann')
    paid.cancelGroup()
    const balance = paid.place('ann').balance.paid
    expect(balance).toBeGreaterThan(0)
    expect(comesBack(paid, 'groupCancelled')).toEqual({ usr_ann: 2000 + balance, usr_bob: 2000 })
  })
  test('of a cancelled trip, and of one without enough people', () => {
    const cancelled = new TripStory().opened('ann').joined('bob')
    cancelled.cancelGroup()
    expect(comesBack(cancelled, 'groupCancelled')).toEqual({ usr_ann: 2000, usr_bob: 2000 })
    const failed = new TripStory().opened('ann', { minPassengers: 3 }).joined('bob')
    failed.settle('bob', 'captured', { received: 1500, refunded: 500 })
    failed.tick(CUTOFF)
    expect(comesBack(failed, 'tripFailed')).toEqual({ usr_ann: 2000, usr_bob: 1500 })
  })
  test('of a car that did not fill: the hold, unless the bank has released it already', () => {
    const story = new Story().opened('ann').joined('bob')
    story.tick(story.car.cutoffAt)
    story.settle('bob', 'returned')
    story.tick(endOfDeparture(DEPARTURE))
    expect(comesBack(story, 'groupFailedRefunded')).toEqual({ usr_ann: 2000, usr_bob: 0 })
  })
  test('of a private car whose balance was not paid', () => {
    const story = new Story().opened('ann', { maxPassengers: 1 })
    story.tick(DEPARTURE)
    expect(comesBack(story, 'privateUnpaid')).toEqual({ usr_ann: 2000 })
  })
  test('of a balance that paid for nothing: what that payment was', () => {
    const story = new Story().complete(['ann', 'bob'])
    story.begin('ann')
    story.settleBalance('ann', 'captured', { amount: 1234 })
    story.settleBalance('ann', 'returned', { authorised: true, amount: 1234 })
    expect(comesBack(story, 'balanceReturned')).toEqual({ usr_ann: 1234 })
  })
})
