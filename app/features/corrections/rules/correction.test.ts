import { expect, test } from 'vitest'
import { privateCarOf } from '#app/carpool/rules/decide-own.ts'
import { hours } from '#app/kernel/limits.ts'
import { DEPARTURE, placeIdOf, Story } from '#tests/kit/carpool.ts'
import { detailsOf, type PlaceDetails } from './correction.ts'

/** What an administrator may correct of a place in a complete car, and that no money moves. */

const correct = (story: Story, name: string, change: Partial<PlaceDetails>, seen = {}) => {
  const details = detailsOf(story.place(name).party)
  return story.say({
    type: 'correctPlace',
    participantId: placeIdOf(name),
    details: { ...details, ...change },
    seen: { ...details, ...seen },
    reason: 'asked',
    by: 'adm_one',
  })
}
const moneyOf = (story: Story) =>
  story.car.participants.map(({ deposit, balance, seat }) => ({ deposit, balance, seat }))

/** Ann's car did not fill, so her party of three took it as a private car, and has paid. */
function privateCar(): Story {
  const failed = new Story().opened('ann', { maxPassengers: 4 }, { people: 3 })
  failed.tick(failed.car.cutoffAt)
  expect(failed.convert('ann')).toBeNull()
  const alone = new Story()
  const command = privateCarOf(failed.car, placeIdOf('ann'))
  if (!command) throw new Error('no private car')
  expect(alone.say({ ...command, participantId: placeIdOf('ann') } as typeof command)).toBeNull()
  return alone.captured('ann').paidUp('ann')
}

test('address and luggage of a complete car are corrected, told and logged, without money', () => {
  const story = new Story().complete(['ann', 'bob'])
  const before = moneyOf(story)
  const effects = story.effectsOf(() => {
    expect(correct(story, 'ann', { nLocation: '2 Park Row', bag: 3 })).toBeNull()
  })
  expect(story.place('ann').party).toMatchObject({ nLocation: '2 Park Row', bag: 3 })
  expect(moneyOf(story)).toEqual(before)
  const [audit] = effects.filter(({ kind }) => kind === 'audit')
  expect(audit).toMatchObject({
    action: 'placeCorrected',
    by: 'adm_one',
    after: { fields: ['nLocation', 'bag'], bag: 3, reason: 'asked' },
  })
  expect(JSON.stringify(audit), 'no address in the log').not.toContain('Park Row')
  expect(effects.filter(({ kind }) => kind === 'notice')).toMatchObject([
    { code: 'placeCorrected', params: { corrected: 'nLocation bag', reason: 'asked' } },
  ])
  const again = story.effectsOf(() => expect(correct(story, 'ann', {})).toBeNull())
  expect(again).toEqual([])
})

test('people change where one party pays for the whole car, and nowhere else', () => {
  const shared = new Story().complete(['ann', 'bob'])
  expect(correct(shared, 'ann', { people: 2 })).toBe('validationFailed')
  const alone = privateCar()
  const before = moneyOf(alone)
  expect(correct(alone, 'ann', { people: 4 })).toBe('validationFailed')
  expect(correct(alone, 'ann', { people: 0 })).toBe('validationFailed')
  expect(correct(alone, 'ann', { people: 2 })).toBeNull()
  expect([moneyOf(alone), alone.car.status]).toEqual([before, 'PRIVATE'])
})

test('what somebody else has changed since, is wrong, or is long over stays as it is', () => {
  const story = new Story().complete(['ann', 'bob'])
  expect(correct(story, 'ann', { bag: 2 }, { bag: 3 })).toBe('versionConflict')
  expect(correct(story, 'ann', { bag: 99 })).toBe('validationFailed')
  expect(correct(story, 'ann', { nLocation: '' })).toBe('validationFailed')
  expect(correct(story, 'ann', { nLocation: null })).toBe('validationFailed')
  expect(correct(new Story().opened('ann', { maxPassengers: 3 }), 'ann', { bag: 2 })).toBe(
    'operationExpired',
  )
  story.paidUp('ann').paidUp('bob')
  story.tick(DEPARTURE + hours(16))
  expect(correct(story, 'ann', { bag: 2 })).toBe('operationExpired')
})
