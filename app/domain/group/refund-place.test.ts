import { describe, expect, test } from 'vitest'
import { CAR, DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { listOf, standingOf } from '../carpool/lifecycle.ts'
import { nextDue } from '../carpool/machine.ts'
import { owedBy } from '../carpool/pricing.ts'
import { openMoneyOf } from './open-money.ts'
import { refundAfterClose } from './refund.ts'

const release = (name: string, intentId = `pi_${name}`) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId,
})

/** Ann has paid all, with points among it; bob never paid his balance. */
function closed(points = 0): Story {
  const story = new Story().complete(['ann', 'bob']).paidUp('ann', points)
  story.tick(DEPARTURE)
  expect(story.car.status).toBe('CLOSED')
  return story
}

describe('somebody whose group was closed', () => {
  test('gets back all that she paid, once, and is told; the log says who did it', () => {
    const story = closed()
    const refund = refundAfterClose(story.car, placeIdOf('ann'))
    const paid = story.place('ann').balance.paid ?? 0
    expect(paid).toBeGreaterThan(0)
    expect(refund).toMatchObject({ total: story.place('ann').deposit.captured + paid, points: 0 })
    const effects = story.effectsOf(() => story.refundPlace('ann', 'adm_two'))
    const total = refund?.total
    expect(effects).toEqual([
      {
        kind: 'audit',
        id: `placeRefunded:${placeIdOf('ann')}`,
        at: DEPARTURE,
        by: 'adm_two',
        action: 'placeRefunded',
        subject: CAR,
        before: { status: 'CLOSED' },
        after: { participantId: placeIdOf('ann'), total, points: 0 },
      },
      release('ann'),
      release('ann', 'bal_ann'),
      expect.objectContaining({
        kind: 'notice',
        code: 'placeRefunded',
        userId: userOf('ann'),
        params: expect.objectContaining({ amount: total }),
      }),
    ])
    expect(story.place('ann')).toMatchObject({ seat: 'gone', leaving: 'refunded' })
    const { version } = story.car
    expect(story.refundPlace('ann')).toBeNull()
    expect(story.car.version, 'said twice, done once').toBe(version)
    expect(story.car.status).toBe('CLOSED')
    expect(nextDue(story.car)).toBeNull()
  })

  test('has her points back as well', () => {
    const story = closed(500)
    expect(refundAfterClose(story.car, placeIdOf('ann'))?.points).toBe(500)
    const effects = story.effectsOf(() => story.refundPlace('ann'))
    const back = { kind: 'returnPoints', participantId: placeIdOf('ann'), userId: userOf('ann'), attempt: 1 }
    expect(effects).toContainEqual(back)
  })

  test('has them back where they are all that she paid: her bank had let the deposit go before it could be taken', () => {
    const story = closed()
    const points = 4700
    const { quote, ...balance } = story.place('ann').balance
    const paidInPoints = { ...balance, reserved: true, paid: 0, quote: quote && { ...quote, points } }
    const participants = story.car.participants.map((p) =>
      p.id === placeIdOf('ann')
        ? { ...p, balance: paidInPoints, deposit: { ...p.deposit, status: 'released' as const, captured: 0 } }
        : p,
    )
    expect(refundAfterClose({ ...story.car, participants }, placeIdOf('ann'))).toMatchObject({
      total: 0,
      points,
    })
  })

  test('sees it in her history, with money on its way until all of it is back', () => {
    const story = closed()
    story.refundPlace('ann')
    const standing = () => standingOf(story.car, story.place('ann'))
    expect(standing()).toMatchObject({ paymentStatus: 'REFUNDED' })
    expect(listOf(standing())).toBe('history')
    expect(openMoneyOf(story.car, userOf('ann'))).toEqual([
      { participantId: placeIdOf('ann'), why: 'returning' },
    ])
    story.settle('ann', 'returned')
    expect(standing().depositStatus).toBe('returning')
    story.settleBalance('ann', 'returned')
    expect(standing().depositStatus).toBe('cancelled')
    expect(openMoneyOf(story.car, userOf('ann'))).toEqual([])
  })

  test('who never paid the balance gets the deposit, if those who run the service wish so', () => {
    const story = closed()
    const { captured } = story.place('bob').deposit
    expect(refundAfterClose(story.car, placeIdOf('bob'))).toMatchObject({ total: captured, points: 0 })
    const effects = story.effectsOf(() => story.refundPlace('bob'))
    expect(effects.filter(({ kind }) => kind === 'release')).toEqual([release('bob')])
    expect(story.place('ann'), 'the other keeps hers').toMatchObject({ seat: 'taken' })
  })

  test('leaves the price of the others as it was', () => {
    const story = closed()
    const price = owedBy(story.car, story.place('bob'))
    story.refundPlace('ann')
    expect(owedBy(story.car, story.place('bob'))).toBe(price)
  })
})

describe('refused, and nothing happens:', () => {
  const refused = (story: Story, code: string, name = 'ann') => {
    const { length } = story.events
    expect(story.refundPlace(name)).toBe(code)
    expect(story.events.length).toBe(length)
  }

  test.each<[string, Story]>([
    ['open', new Story().opened('ann').joined('bob')],
    ['complete', new Story().complete(['ann', 'bob']).paidUp('ann')],
    ['paid', new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')],
    ['failed', new Story().failed('ann')],
  ])('a group that is %s', (_what, story) => refused(story, 'operationExpired'))

  test('one that has travelled', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
    story.tick(DEPARTURE)
    expect(story.car.status).toBe('COMPLETED')
    refused(story, 'operationExpired')
    expect(story.refusal?.params).toEqual({ context: 'refund' })
  })

  test('one that was cancelled: all of it went back then', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann')
    story.cancelGroup()
    refused(story, 'operationExpired')
  })

  test('somebody who is not in it', () => refused(closed(), 'notFound', 'zoe'))
})
