import { describe, expect, test } from 'vitest'
import { nextDue } from '#app/carpool/rules/machine.ts'
import { actionFactsOf, listOf } from '#app/carpool/rules/permissions.ts'
import { owedBy } from '#app/carpool/rules/pricing.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { ARRIVED, CAR, DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { evolveAll } from './evolve.ts'
import { openMoneyOf } from './open-money.ts'
import { refundByHand, refundsOf } from './refund.ts'

const release = (name: string, intentId = `pi_${name}`) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId,
})

/**
 * Ann has paid everything, partly with points; bob never paid his balance. The group was closed
 * under a rule that no longer exists; such groups are still stored.
 */
function closed(points = 0): Story {
  const story = new Story().complete(['ann', 'bob']).paidUp('ann', points)
  story.events.push({ type: 'statusChanged', to: 'CLOSED' })
  story.state = evolveAll<CarpoolState>(null, story.events)
  story.tick(DEPARTURE)
  expect(story.car.status).toBe('CLOSED')
  return story
}

/** Bob's place was released because his balance was not paid in time. */
function released(paid = ['ann']): Story {
  const story = new Story().complete(['ann', 'bob'])
  for (const name of paid) story.paidUp(name)
  story.tick(story.car.cutoffAt)
  expect(story.place('bob').leaving).toBe('unpaid')
  return story
}

describe('a student whose group was closed', () => {
  test('is refunded everything they paid, once, and notified; the log says who did it', () => {
    const story = closed()
    const refund = refundByHand(story.car, placeIdOf('ann'))
    const paid = story.place('ann').balance.paid
    expect(paid).toBeGreaterThan(0)
    expect(refund).toMatchObject({ total: story.place('ann').deposit.paid + paid, points: 0 })
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

  test('gets points back as well', () => {
    const story = closed(500)
    expect(refundByHand(story.car, placeIdOf('ann'))?.points).toBe(500)
    const effects = story.effectsOf(() => story.refundPlace('ann'))
    const back = {
      kind: 'returnPoints',
      participantId: placeIdOf('ann'),
      userId: userOf('ann'),
      attempt: 1,
    }
    expect(effects).toContainEqual(back)
  })

  test('gets points back when they are all that was paid: the bank released the deposit before it could be captured', () => {
    const story = closed()
    const points = 4700
    const { quote, ...balance } = story.place('ann').balance
    const paidInPoints = {
      ...balance,
      reserved: true,
      paid: 0,
      quote: quote && { ...quote, points },
    }
    const participants = story.car.participants.map((p) =>
      p.id === placeIdOf('ann')
        ? {
            ...p,
            balance: paidInPoints,
            deposit: { ...p.deposit, state: 'lost' as const, paid: 0 },
          }
        : p,
    )
    expect(refundByHand({ ...story.car, participants }, placeIdOf('ann'))).toMatchObject({
      total: 0,
      points,
    })
  })

  test('sees it in their history, with money on its way until all of it is back', () => {
    const story = closed()
    story.refundPlace('ann')
    const standing = () => actionFactsOf(story.car, story.place('ann'))
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

  test('without a paid balance gets the deposit if the operators decide so', () => {
    const story = closed()
    const { paid } = story.place('bob').deposit
    expect(refundByHand(story.car, placeIdOf('bob'))).toMatchObject({ total: paid, points: 0 })
    const effects = story.effectsOf(() => story.refundPlace('bob'))
    expect(effects.filter(({ kind }) => kind === 'release')).toEqual([release('bob')])
    expect(story.place('ann'), 'the other keeps hers').toMatchObject({ seat: 'taken' })
  })

  test('leaves the others’ price unchanged', () => {
    const story = closed()
    const price = owedBy(story.car, story.place('bob'))
    story.refundPlace('ann')
    expect(owedBy(story.car, story.place('bob'))).toBe(price)
  })
})

const then = (story: Story, act: (story: Story) => void): Story => {
  act(story)
  return story
}

describe('a student whose place was released', () => {
  test.each([
    ['goes', 'SUCCESS', () => released()],
    ['has gone', 'COMPLETED', () => then(released(), (s) => s.tick(ARRIVED))],
    ['was closed because nobody paid', 'CLOSED', () => released([])],
  ] as const)('in a group that %s can be refunded the deposit once', (_what, status, make) => {
    const story = make()
    expect(story.car.status).toBe(status)
    expect(refundByHand(story.car, placeIdOf('bob'))).toMatchObject({ total: 2000, points: 0 })
    const effects = story.effectsOf(() => story.refundPlace('bob'))
    expect(effects.filter(({ kind }) => kind === 'release')).toEqual([release('bob')])
    expect(effects).toContainEqual(
      expect.objectContaining({
        code: 'placeRefunded',
        params: expect.objectContaining({ part: 'deposit' }),
      }),
    )
    expect(story.place('bob')).toMatchObject({
      leaving: 'refunded',
      deposit: { state: 'returning' },
    })
    const { version } = story.car
    expect(story.refundPlace('bob')).toBeNull()
    expect(story.car.version, 'said twice, done once').toBe(version)
    story.settle('bob', 'returned')
    expect(story.place('bob').deposit.state).toBe('void')
  })

  test('gets the deposit back when the group is cancelled, as the others do', () => {
    const story = released()
    expect(refundsOf(story.car).map((r) => [r.participantId, r.total])).toEqual([
      [placeIdOf('ann'), 9500],
      [placeIdOf('bob'), 2000],
    ])
    const effects = story.effectsOf(() => story.cancelGroup())
    expect(effects.filter(({ kind }) => kind === 'release')).toContainEqual(release('bob'))
    expect(story.place('bob').leaving).toBe('groupCancelled')
    const told = effects.flatMap((one) => (one.kind === 'notice' ? [one.userId] : []))
    expect(told).toEqual([userOf('ann'), userOf('bob')])
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

  test('one that has departed', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob')
    story.tick(ARRIVED)
    expect(story.car.status).toBe('COMPLETED')
    refused(story, 'operationExpired')
    expect(story.refusal?.params).toEqual({ context: 'refund' })
  })

  test('one that was cancelled, and so refunded in full', () => {
    const story = new Story().complete(['ann', 'bob']).paidUp('ann')
    story.cancelGroup()
    refused(story, 'operationExpired')
  })

  test('a student who is not in it', () => refused(closed(), 'notFound', 'zoe'))
})

test('a released student sees what is kept of a deposit that was partly refunded before', () => {
  const story = new Story().complete(['ann', 'bob']).captured('ann', 'bob').paidUp('ann')
  story.settle('bob', 'captured', { refunded: 500 })
  const effects = story.effectsOf(() => story.tick(story.car.cutoffAt))
  expect(effects).toContainEqual(
    expect.objectContaining({
      code: 'placeReleased',
      params: expect.objectContaining({ amount: 1500 }),
    }),
  )
})
