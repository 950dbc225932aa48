import { describe, expect, test } from 'vitest'
import { HOLD_MS, hours } from '#app/kernel/limits.ts'
import { CARD, DEPARTURE, NOW, placeIdOf, Story } from '#tests/kit/carpool.ts'

const instant = (text: string) => Date.parse(text)
const release = (name: string, intentId = `pi_${name}`) => ({
  kind: 'release',
  participantId: placeIdOf(name),
  intentId,
})

/** A private car of ann's that departs at `carpoolAt`, seen eight days before. */
function privateCar(carpoolAt = DEPARTURE) {
  const story = new Story()
  story.now = carpoolAt - hours(24 * 8)
  return story.opened('ann', { maxPassengers: 1, carpoolAt }, { flightTime: carpoolAt - hours(2) })
}

describe('leaving an open group', () => {
  test('refunds the deposit automatically and frees the seat at once', () => {
    const open = new Story().opened('ann', { maxPassengers: 3 }).joined('bob')
    expect(open.effectsOf(() => expect(open.exit('bob')).toBeNull())).toEqual([release('bob')])
    expect(open.place('bob')).toMatchObject({
      seat: 'gone',
      leaving: 'exited',
      deposit: { state: 'returning' },
    })
    expect(open.car.strays).toEqual([
      {
        intentId: 'pi_bob',
        participantId: placeIdOf('bob'),
        purpose: 'deposit',
        unexpected: false,
      },
    ])
    expect(open.hold('cat', { people: 2 })).toBeNull()
    expect(open.car.status).toBe('FULL')
  })

  test('confirms the refund they asked for with a receipt, and says nothing more', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('bob')
    story.settle('bob', 'returned', { authorised: true })
    expect(story.place('bob').deposit.state).toBe('void')
    expect(story.car.strays).toEqual([])
    expect(story.notices()).toEqual([])
    expect(story.confirmations().filter((one) => one.endsWith('bob'))).toEqual([
      'placeTaken to usr_bob',
      'placeLeft to usr_bob',
    ])
  })

  test('also works for a full group, which is open again', () => {
    const story = new Story().opened('ann', { maxPassengers: 3 }).joined('bob')
    story.hold('cat')
    expect(story.car.status).toBe('FULL')
    expect(story.exit('bob')).toBeNull()
    expect(story.car.status).toBe('OPEN')
    expect(story.hold('dan')).toBeNull()
  })

  test('by the last student cancels the car, and nothing is due any more', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('ann')
    expect(story.car.status).toBe('OPEN')
    story.exit('bob')
    expect(story.car.status).toBe('CANCELLED')
    expect(story.hold('cat')).toBe('notOpen')
  })

  test("is open to the last confirmed student while another's hold is alive, whose owner gets the car alone by paying", () => {
    for (const paid of [true, false]) {
      const story = new Story().opened('ann')
      story.hold('bob')
      story.attach('bob')
      story.exit('ann')
      expect(story.car.status).toBe('OPEN')
      story.tick(NOW + HOLD_MS)
      story.settle('bob', paid ? 'held' : 'returned')
      expect(story.car.status).toBe(paid ? 'OPEN' : 'CANCELLED')
    }
  })

  test('lets the student join again, with a new place and a new deposit', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('bob')
    expect(story.hold('bob', {}, 'bob_again')).toBeNull()
    const again = { participantId: placeIdOf('bob_again'), intentId: 'pi_again' }
    const own = { userId: 'usr_bob', attempt: 1, purpose: 'deposit' } as const
    story.say({ type: 'attachIntent', ...own, ...again })
    story.settle('bob', 'held', again)
    expect(story.place('bob_again').seat).toBe('taken')
    story.settle('bob', 'returned')
    expect(story.place('bob_again').seat).toBe('taken')
    expect(story.exit('bob')).toBeNull()
    expect(story.place('bob_again').leaving).toBe('exited')
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['pi_again'])
  })

  test('drops an unpaid hold, and refunds anything paid on it', () => {
    const story = new Story().opened('ann')
    story.hold('bob')
    expect(story.exit('bob')).toBeNull()
    expect(story.place('bob')).toMatchObject({ seat: 'gone', leaving: 'givenUp' })
    story.hold('cat')
    story.attach('cat')
    story.exit('cat')
    expect(story.place('cat')).toMatchObject({ seat: 'lapsing', leaving: 'givenUp' })
    story.settle('cat', 'held')
    expect(story.place('cat').seat).toBe('lapsing')
    expect(story.exit('cat')).toBeNull()
  })

  test('releases a captured deposit, and a new one in progress with it', () => {
    const story = new Story().opened('ann').joined('bob').captured('bob')
    story.exit('bob')
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['pi_bob'])
    const lost = new Story().opened('ann').joined('bob')
    lost.settle('bob', 'returned')
    lost.repaying('bob')
    expect(lost.effectsOf(() => lost.exit('bob'))).toEqual([release('bob', 'next_bob')])
    expect(lost.place('bob').deposit.state).toBe('returning')
    lost.settle('bob', 'returned', { intentId: 'next_bob' })
    expect(lost.place('bob').deposit.state).toBe('void')
  })

  test('refunds nothing when the deposit is gone already', () => {
    const story = new Story().opened('ann').joined('bob')
    story.settle('bob', 'returned')
    expect(story.effectsOf(() => story.exit('bob'))).toEqual([])
    expect(story.place('bob').deposit.state).toBe('void')
  })

  test('releases a renewal that completes afterwards', () => {
    const story = new Story().opened('ann').joined('bob')
    story.exit('bob')
    story.settle('bob', 'held', { intentId: 'renewed', attempt: 2, card: CARD })
    expect(story.place('bob').seat).toBe('gone')
    expect(story.car.strays.map((s) => s.intentId)).toEqual(['pi_bob', 'renewed'])
  })
})

describe('leaving is refused', () => {
  const failure = (code: string) => ({ code, params: { context: 'exit' } })

  test.each([instant('2026-10-25T12:00Z'), instant('2027-03-28T00:30Z'), DEPARTURE])(
    'from 24 hours before the departure at %i, with its message',
    (carpoolAt) => {
      const story = new Story()
      story.now = carpoolAt - hours(24 * 8)
      story.opened('ann', { carpoolAt }, { flightTime: carpoolAt - hours(1) })
      story.joined('bob', { flightTime: carpoolAt - hours(1) })
      story.now = carpoolAt - hours(24) - 1
      expect(story.exit('bob')).toBeNull()
      story.now = carpoolAt - hours(24)
      expect(story.exit('ann')).toBe('cutoffPassed')
      expect(story.refusal).toEqual(failure('cutoffPassed'))
    },
  )

  test('once the group is complete, before the cutoff and after', () => {
    const story = new Story().complete(['ann', 'bob'])
    expect(story.exit('bob')).toBe('notOpen')
    story.paidUp('ann').paidUp('bob')
    expect(story.exit('bob')).toBe('notOpen')
    story.now = story.car.cutoffAt
    expect(story.exit('bob')).toBe('cutoffPassed')
    expect(story.place('bob').seat).toBe('taken')
  })

  test('to a student who is not in the group', () => {
    const story = new Story().opened('ann')
    expect(story.exit('bob')).toBe('notFound')
    expect(new Story().exit('bob')).toBe('notFound')
    story.hold('bob')
    story.attach('bob')
    story.tick(NOW + HOLD_MS)
    story.settle('bob', 'returned')
    expect(story.exit('bob')).toBe('notFound')
  })

  test('once a private car is paid, closed or done', () => {
    const paid = privateCar().paidUp('ann')
    expect(paid.car.status).toBe('PRIVATE')
    expect(paid.exit('ann')).toBe('operationExpired')
    expect(paid.refusal).toEqual(failure('operationExpired'))
    paid.captured('ann').tick(DEPARTURE)
    expect(paid.exit('ann')).toBe('operationExpired')
    const unpaid = privateCar()
    unpaid.tick(DEPARTURE)
    expect(unpaid.car.status).toBe('CLOSED')
    expect(unpaid.exit('ann')).toBe('operationExpired')
  })
})

describe('leaving a private car that is not paid', () => {
  test('is possible after the cutoff, cancels the car and refunds the deposit', () => {
    const story = privateCar()
    story.tick(DEPARTURE - 1)
    expect(story.effectsOf(() => expect(story.exit('ann')).toBeNull())).toEqual([release('ann')])
    expect(story.car.status).toBe('CANCELLED')
    expect(story.exit('ann')).toBeNull()
  })

  test('refunds the outcome of a payment attempt in progress, with its points', () => {
    const story = privateCar()
    story.begin('ann', 500)
    story.reserved('ann')
    story.attachBalance('ann')
    expect(story.effectsOf(() => story.exit('ann'))).toEqual([
      release('ann'),
      release('ann', 'bal_ann'),
      { kind: 'returnPoints', participantId: placeIdOf('ann'), userId: 'usr_ann', attempt: 1 },
    ])
    story.settleBalance('ann', 'captured')
    expect(story.place('ann').balance.state).not.toBe('paid')
    story.settle('ann', 'returned')
    expect(story.place('ann').deposit.state).toBe('returning')
    story.settleBalance('ann', 'returned')
    expect(story.place('ann').deposit.state).toBe('void')
  })

  test('before its points are reserved still returns them, and takes none later', () => {
    const story = privateCar()
    story.begin('ann', 500)
    expect(story.effectsOf(() => story.exit('ann'))).toContainEqual({
      kind: 'returnPoints',
      participantId: placeIdOf('ann'),
      userId: 'usr_ann',
      attempt: 1,
    })
    expect(story.reserved('ann')).toBeNull()
    expect(story.place('ann').balance).toMatchObject({ reserved: false, state: 'begun' })
  })

  const lastMoments: [string, string][] = [
    ['2026-10-25T12:00Z', '2026-10-26T00:00Z'],
    ['2026-10-24T23:30Z', '2026-10-26T00:00Z'],
    ['2027-03-28T00:30Z', '2027-03-28T23:00Z'],
    ['2027-03-27T23:59Z', '2027-03-28T00:00Z'],
    ['2026-07-01T22:30Z', '2026-07-01T23:00Z'],
  ]
  test.each(lastMoments)(
    'of %s is possible until its London day ends at %s, while a payment holds it open',
    (departure, end) => {
      const late = (now: number) => {
        const story = privateCar(instant(departure)).paying('ann')
        story.now = now
        return story.exit('ann')
      }
      expect(late(instant(end) - 1)).toBeNull()
      expect(late(instant(end))).toBe('operationExpired')
    },
  )
})
