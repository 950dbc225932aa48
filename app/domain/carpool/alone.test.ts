import { describe, expect, test } from 'vitest'
import { forgetInEvent, placesOf } from '#app/domain/group/forget.ts'
import { openMoneyOf } from '#app/domain/group/open-money.ts'
import { returnedOf } from '#app/domain/group/outside.ts'
import { refundsOf } from '#app/domain/group/refund.ts'
import { movedTo } from '#app/domain/group/settle.ts'
import { shortfallOf } from '#app/domain/group/shortfall.ts'
import { confirmedPeople, paymentStatusOf } from '#app/domain/group/state.ts'
import { hours, minutes, UNDER_WAY_MS } from '#app/domain/limits.ts'
import { ALONE, ALONE_AT, LATE, type Late, late } from '#tests/kit/alone.ts'
import { ARRIVED, DEPARTURE, NOW, placeIdOf, type Story, userOf } from '#tests/kit/carpool.ts'
import { proposedAlone } from './alone.ts'
import { arrivalOf } from './move.ts'
import { rules } from './rules.ts'
import type { Participant } from './state.ts'

const ann = placeIdOf('ann')
const why = (story: Story) => story.refusal?.params?.context
/** Paid, and in its private car. */
function gone(old = late()) {
  old.payingAlone().settleAlone('captured')
  return { old, alone: old.send() }
}
const there = (alone: Story) => alone.place('alone') as Participant
const codes = (story: Story, from = 0) =>
  story.allEffects(from).flatMap((e) => (e.kind === 'notice' ? [`${e.code} to ${e.userId}`] : []))

describe('the difference', () => {
  test.each([
    ['everything is paid', {}, 18000 - 9500],
    ['two have paid', { people: 2 }, 18000 - 2 * 6800],
    ['points are part of it', { points: 300 }, 18000 - 9500],
    ['points are all of the balance', { points: 7500 }, 18000 - 9500],
    ['the balance is not paid', { paid: false }, 18000 - 2000],
    ['a large party has paid more than a car costs', { people: 4 }, 0],
  ])('is what the car costs less what is paid: %s', (_, how, amount) => {
    const old = late(how)
    expect(old.difference).toBe(amount)
  })

  test.each([
    [29, 0],
    [30, 30],
  ])('of %i pence is %i: a card is not charged less than the minimum', (rest, amount) => {
    const old = late()
    Object.assign(old.car, { prices: [9500 + rest, 9500] })
    expect(old.difference).toBe(amount)
  })
})

describe('an offer', () => {
  test('is told to its passenger alone, with what it costs and until when', () => {
    const old = late()
    const from = old.events.length
    expect(old.offer()).toBeNull()
    expect(codes(old, from)).toEqual(['aloneOffered to usr_ann'])
    const told = old.effects(from)
    expect(told[0]).toMatchObject({
      params: { amount: 8500, aloneAt: ALONE_AT, until: DEPARTURE, participantId: ann },
    })
    expect(told[1]).toMatchObject({ kind: 'audit', action: 'aloneOffered', by: 'adm_one' })
    const { version } = old.car
    expect(old.offer(), 'the same click again').toBeNull()
    expect(old.car.version).toBe(version)
    expect(old.offer(ALONE_AT + hours(1)), 'another time is another offer').toBeNull()
    expect(old.agree(), 'the first is over').toBe('versionConflict')
    expect(old.place('ann').supplement, 'nothing has been paid').toBeUndefined()
  })

  test('proposes to leave as long after the flight as the old car', () => {
    const old = late()
    expect(proposedAlone(old.car, old.place('ann'))).toBe(DEPARTURE + hours(20))
  })

  test.each([
    ['before the flight lands', LATE - minutes(1)],
    ['more than a day after it', LATE + hours(24) + minutes(1)],
    ['in the past', NOW - hours(1)],
  ])('is refused for a car %s', (_, at) => {
    const old = late()
    expect(old.offer(at)).toBe('validationFailed')
    expect(old.refusal?.params?.field).toBe('carpoolDatetime')
  })

  test('is refused for a version of the flight that nobody sees any more', () => {
    expect(late().offer(ALONE_AT, 0)).toBe('versionConflict')
  })

  const ends: [string, (old: Late) => unknown][] = [
    ['the flight changes again', (old) => old.changeFlight('ann', { flightTime: LATE + hours(1) })],
    ['it is withdrawn', (old) => old.withdraw()],
    ['the old car leaves', (old) => old.tick(DEPARTURE)],
    [
      'the flight is settled',
      (old) =>
        old.say({
          type: 'settleFlight',
          ...{ participantId: ann, seen: 1, note: 'a coach', by: 'adm_one' },
        }),
    ],
    [
      'another car is asked',
      (old) =>
        old.say({
          type: 'beginMove',
          ...{ participantId: ann, seen: 1, by: 'adm_one' },
          to: { carpoolId: 'car_next', participantId: 'par_next' },
        }),
    ],
    ['the car is cancelled', (old) => old.cancelGroup()],
  ]
  test.each(ends)('ends when %s', (_, end) => {
    const old = late()
    old.offer()
    end(old)
    expect(old.agree()).toBe('operationExpired')
    expect(why(old)).toBe('alone')
  })

  const ended = ends.filter(
    ([name]) => name !== 'another car is asked' && name !== 'the old car leaves',
  )
  test.each(ended)(
    'ends when %s, and so does its payment: what was charged for it goes back whole',
    (_, end) => {
      const old = late().payingAlone()
      end(old)
      old.settleAlone('captured', { amount: 8500 })
      expect(old.place('ann').supplement).toBeUndefined()
      if (old.place('ann').seat === 'taken')
        expect(arrivalOf(old.car, ann), 'it goes nowhere').toBeNull()
      expect(old.car.strays).toContainEqual(
        expect.objectContaining({ intentId: 'sup_ann', purpose: 'supplement' }),
      )
    },
  )

  test('of a balance that is not paid ends when that is due, with the place', () => {
    const old = late({ paid: false })
    old.offer()
    old.tick(old.car.cutoffAt)
    expect(old.place('ann').leaving).toBe('unpaid')
    expect(old.agree()).toBe('operationExpired')
  })
})

describe('agreeing', () => {
  test('is up to the passenger, with what they were shown', () => {
    const old = late()
    old.offer()
    expect(old.agree({ by: 'bob' })).toBe('notFound')
    expect(old.agree({ amount: 8499 })).toBe('versionConflict')
    expect(old.agree({ carpoolAt: ALONE_AT + 1 })).toBe('versionConflict')
    expect(old.agree()).toBeNull()
    expect(old.place('ann').alone?.payment).toMatchObject({
      consent: { version: '2026-11-26', at: NOW },
      expiresAt: NOW + minutes(15),
    })
    const { version } = old.car
    expect(old.agree(), 'again').toBeNull()
    expect(old.car.version).toBe(version)
  })

  test('keeps everything else about the place as it is meanwhile', () => {
    const old = late({ paid: false }).payingAlone()
    expect(old.begin('ann'), 'the difference includes the balance').toBe('unavailable')
    expect(old.offer(ALONE_AT + hours(1))).toBe('moveRefused')
    expect(why(old)).toBe('unsettled')
    old.tick(old.car.cutoffAt)
    expect(old.place('ann').seat, 'not released while it is being paid').toBe('taken')
  })

  test('may be done again after a payment that ran out or was declined', () => {
    const old = late().payingAlone()
    old.tick(NOW + minutes(15))
    expect(old.place('ann').alone?.payment?.closing).toBe(true)
    expect(old.agree(), 'it is being checked').toBe('unavailable')
    old.settleAlone('returned')
    expect(old.place('ann').alone).toMatchObject({ attempt: 2, payment: null })
    expect(old.place('ann')).toMatchObject({ seat: 'taken', balance: { paid: 7500 } })
    expect(old.agree()).toBeNull()
    expect(old.attachAlone('sup_2')).toBeNull()
    old.settleAlone('captured', { intentId: 'sup_2' })
    expect(old.place('ann').moving?.to).toEqual(ALONE)
  })

  test('without a payment made for it just runs out', () => {
    const old = late()
    old.offer()
    old.agree()
    old.tick(NOW + minutes(15))
    expect(old.place('ann').alone).toMatchObject({ attempt: 2, payment: null })
    expect(old.attachAlone('sup_late', 1)).toBe('operationExpired')
  })

  test('with nothing to add moves the place at once', () => {
    const old = late({ people: 4 })
    old.offer()
    expect(old.agree()).toBeNull()
    const alone = old.send()
    expect(there(alone).supplement).toMatchObject({ intentId: null, amount: 0 })
    expect(alone.car.status).toBe('PRIVATE')
  })
})

describe('a place that goes alone', () => {
  test('has everything paid in its private car, and leaves nothing behind', () => {
    const before = late({ points: 300 })
    const { old, alone } = gone(before)
    expect(alone.car).toMatchObject({ status: 'PRIVATE', private: true, carpoolAt: ALONE_AT })
    const p = there(alone)
    expect(p).toMatchObject({
      ...{ seat: 'taken', userId: userOf('ann'), heldAt: NOW },
      movedFrom: { carpoolId: 'car_test', participantId: ann },
      deposit: { intentId: 'pi_ann', status: 'captured', captured: 2000 },
      balance: { intentId: 'bal_ann', paid: 7200, placeId: ann },
      supplement: { intentId: 'sup_ann', amount: 8500, consent: { version: '2026-11-26' } },
    })
    expect(shortfallOf(rules, alone.car)).toBe(0)
    const left = old.place('ann') as Participant
    expect(left).toMatchObject({ seat: 'gone', leaving: 'moved', convertedTo: ALONE })
    expect(left.supplement?.amount, 'no sum has it twice').toBe(0)
    expect(paymentStatusOf(left)).toBe('MOVED')
    expect(openMoneyOf(old.car, userOf('ann'))).toEqual([])
    expect(old.car.strays, 'no refund').toEqual([])
    expect(confirmedPeople(old.car)).toBe(1)
  })

  test('is told to its owner with the receipt, and to the others', () => {
    const old = late()
    old.payingAlone()
    const from = old.events.length
    old.settleAlone('captured')
    const alone = old.send()
    expect(codes(old, from)).toEqual(['peopleChanged to usr_bob'])
    expect(codes(alone)).toEqual(['aloneReady to usr_ann'])
  })

  test('with an unpaid balance has paid that too', () => {
    const { alone } = gone(late({ paid: false }))
    expect(there(alone)).toMatchObject({ balance: { paid: 0 }, supplement: { amount: 16000 } })
    expect([alone.car.status, shortfallOf(rules, alone.car)]).toEqual(['PRIVATE', 0])
  })

  test('is frozen until the private car is open', () => {
    const old = late().payingAlone()
    old.settleAlone('captured')
    for (const refused of [old.cancelGroup(), old.settleAlone('captured', { refunded: 1 })])
      expect(refused).toBe('unavailable')
    expect(old.withdraw()).toBe('alreadyPaid')
    expect(old.changeFlight('ann', { flightTime: LATE + hours(1) })).toBe('unavailable')
    old.tick(ARRIVED)
    expect(old.car.status, 'its end waits').toBe('SUCCESS')
    const command = arrivalOf(old.car, ann)
    if (!command) throw new Error('nothing to send')
    const alone = old.send()
    const { version } = alone.car
    expect(alone.say(command), 'the same message again').toBeNull()
    expect(alone.car.version).toBe(version)
    old.say({ type: 'moveAnswered', participantId: ann, to: ALONE, refused: null })
    expect(old.events.filter((e) => e.type === 'placeMoved')).toHaveLength(1)
    expect(old.car.status).toBe('COMPLETED')
    alone.tick(ALONE_AT + UNDER_WAY_MS)
    const earned = [...old.effects(), ...alone.effects()].filter((e) => e.kind === 'earnPoints')
    expect(earned).toMatchObject([{ participantId: placeIdOf('bob') }, { pence: 18000 }])
  })

  test('takes later news of all its payments along', () => {
    const { old, alone } = gone()
    for (const intentId of ['pi_ann', 'bal_ann', 'sup_ann'])
      expect(movedTo(old.car, { ...old.facts('ann', 'captured'), intentId })).toEqual(ALONE)
    const facts = { ...old.facts('ann', 'captured'), intentId: 'sup_ann', amount: 8500 }
    const about = { participantId: ALONE.participantId, purpose: 'supplement' as const }
    const refunded = { ...facts, ...about, received: 8000, refunded: 500 }
    for (let n = 0; n < 2; n++) alone.say({ type: 'settle', facts: refunded })
    expect(alone.car.strays).toEqual([])
    expect(returnedOf(alone.car, there(alone))).toBe(500)
    const disputes = [{ id: 'dp_1', state: 'lost' as const, amount: 8000, moves: 1 }]
    alone.say({ type: 'settle', facts: { ...refunded, received: 0, disputes } })
    expect(returnedOf(alone.car, there(alone))).toBe(8500)
    expect(shortfallOf(rules, alone.car), 'which is short of what was lost').toBe(8000)
    alone.tick(ALONE_AT + UNDER_WAY_MS)
    expect(alone.effects().filter((e) => e.kind === 'earnPoints')).toMatchObject([{ pence: 9500 }])
  })

  test('gets everything back when the private car is cancelled, once', () => {
    const { alone } = gone(late({ points: 300 }))
    const [refund] = refundsOf(alone.car)
    expect(refund).toMatchObject({ total: 2000 + 7200 + 8500, points: 300 })
    expect(refund?.supplement).toEqual({ intentId: 'sup_ann', action: 'refund', amount: 8500 })
    const from = alone.events.length
    alone.cancelGroup()
    const released = alone.effects(from).flatMap((e) => (e.kind === 'release' ? e.intentId : []))
    expect(released.sort()).toEqual(['bal_ann', 'pi_ann', 'sup_ann'])
    expect(alone.effects(from)).toContainEqual(
      expect.objectContaining({ kind: 'returnPoints', participantId: ann }),
    )
  })

  test('is forgotten there too', () => {
    const { alone } = gone()
    const places = placesOf(alone.events, userOf('ann'))
    expect([...places]).toEqual([ALONE.participantId])
    const text = JSON.stringify(alone.events.map((event) => forgetInEvent(event, places)))
    expect(text).toContain('privateOpened')
    expect(text).not.toMatch(/Castle|BA038/)
  })
})

describe('a payment that buys nothing', () => {
  const unfit: [string, (old: Late) => unknown, Parameters<Late['settleAlone']>[1]?][] = [
    ['of which some went back already', () => null, { received: 8400, refunded: 100 }],
    [
      'that is disputed',
      () => null,
      { disputes: [{ id: 'dp_1', state: 'open', amount: 8500, moves: 1 }] },
    ],
    [
      'for a place whose deposit was refunded',
      (old) => old.settle('ann', 'captured', { refunded: 500, received: 1500 }),
    ],
    ['that becomes known after the private car has left', (old) => old.tick(ALONE_AT)],
  ]
  test.each(unfit)('%s goes back, and the place stays', (_, before, over = {}) => {
    const old = late().payingAlone()
    before(old)
    const from = old.events.length
    expect(old.settleAlone('captured', { amount: 8500, ...over })).toBeNull()
    expect(old.place('ann')).toMatchObject({ seat: 'taken', balance: { paid: 7500 } })
    expect(arrivalOf(old.car, ann)).toBeNull()
    const released = old.effects(from).filter((e) => e.kind === 'release')
    expect(released).toMatchObject([{ intentId: 'sup_ann' }])
    old.settleAlone('captured', { amount: 8500, ...over })
    expect(old.effects(from).filter((e) => e.kind === 'release')).toHaveLength(1)
    old.settleAlone('returned', { amount: 8500, authorised: true })
    expect(codes(old, from)).toEqual(['aloneReturned to usr_ann'])
    expect(old.car.strays).toEqual([])
  })

  test('made in time counts, although it becomes known only after the old car has left', () => {
    const old = late().payingAlone()
    old.tick(DEPARTURE + hours(1))
    expect(old.car.status, 'which waits for it').toBe('SUCCESS')
    old.settleAlone('captured')
    expect(there(old.send()).supplement?.amount).toBe(8500)
  })

  test('is one that nobody asked for', () => {
    const old = late()
    old.offer()
    old.settleAlone('captured', { amount: 8500 })
    expect(old.car.strays).toMatchObject([{ intentId: 'sup_ann', unexpected: true }])
  })

  test('is not one that is read before the car has heard of it', () => {
    const old = late()
    old.offer()
    old.agree()
    old.settleAlone('captured', { amount: 8400 })
    expect(old.car.strays, 'not the sum').toHaveLength(1)
    old.settleAlone('captured', { intentId: 'sup_2' })
    expect(old.place('ann').supplement).toMatchObject({ intentId: 'sup_2', amount: 8500 })
  })
})
