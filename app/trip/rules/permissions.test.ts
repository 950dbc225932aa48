import { describe, expect, test } from 'vitest'
import { paymentStatusOf } from '#app/group/rules/state.ts'
import { BALANCE_MS, HOLD_MS } from '#app/kernel/limits.ts'
import { having } from '#tests/kit/story.ts'
import {
  CUTOFF,
  DUE,
  END,
  isTaken,
  NOW,
  offeredButton,
  placeIdOf,
  START,
  Story,
  userOf,
} from '#tests/kit/trip.ts'
import type { Command } from './command.ts'
import { decide, nextDue } from './machine.ts'
import {
  type ActionFacts,
  balanceDueOf,
  buttonOf,
  refuseBalance,
  refuseExit,
  type TripButton,
} from './permissions.ts'

const story = () => new Story()
const at = (s: Story, now: number) => {
  s.tick(now)
  return s
}
/** The same trip before its alarm has fired. */
const seenAt = (s: Story, now: number) => {
  s.now = now
  return s
}
/** The part of the trip a page knows. */
const seen = (s: Story) => ({ ...s.trip, balanceDueAt: balanceDueOf(s.trip) })
const two = () => story().confirmed(['ann', 'bob'])
const waiting = () => {
  const s = seenAt(story().opened('ann'), CUTOFF - 1)
  return at(s.holding('bob'), CUTOFF)
}
const left = () => having(story().opened('ann'), (s) => s.exit('ann'))

/** Stories with ann in them: what her button says, and a stranger's. */
const stories: [string, () => Story, TripButton, TripButton][] = [
  ['an open trip', () => story().opened('ann'), 'joined', 'join'],
  ['an open trip with its minimum', () => story().opened('ann').joined('bob'), 'joined', 'join'],
  [
    'an open trip a moment before its cutoff',
    () => at(story().opened('ann'), CUTOFF - 1),
    'joined',
    'join',
  ],
  ['a full trip', () => story().opened('ann', {}, { people: 4 }), 'joined', 'ended'],
  [
    'a trip full of holds',
    () => story().opened('ann', { maxPassengers: 2 }).holding('bob'),
    'joined',
    'ended',
  ],
  ['a trip that waits for a payment at its cutoff', waiting, 'joined', 'ended'],
  ['a failed trip', () => at(story().opened('ann'), CUTOFF), 'ended', 'ended'],
  ['a trip everyone left', left, 'ended', 'ended'],
  ['a trip that came about', two, 'payBalance', 'ended'],
  ['one the student is paying', () => two().paying('ann'), 'payBalance', 'ended'],
  [
    'one whose payment attempt is closing',
    () => at(two().paying('ann'), CUTOFF + BALANCE_MS),
    'payBalance',
    'ended',
  ],
  ['one the student has paid', () => two().paidUp('ann'), 'joined', 'ended'],
  ['one that only the other has paid', () => two().paidUp('bob'), 'payBalance', 'ended'],
  [
    'one that costs nothing more',
    () => story().confirmed(['ann', 'bob'], { balancePrice: 0 }),
    'joined',
    'ended',
  ],
  ['one a moment before balances are due', () => at(two(), DUE - 1), 'payBalance', 'ended'],
  [
    'one whose balances are due, before the alarm',
    () => seenAt(two().paidUp('bob'), DUE),
    'joined',
    'ended',
  ],
  [
    'one whose balances are due, with the student’s being checked',
    () => at(seenAt(two(), DUE - 1).paying('ann'), DUE),
    'joined',
    'ended',
  ],
  ['one that released the student', () => at(two().paidUp('bob'), DUE), 'ended', 'ended'],
  ['one that was closed', () => at(two(), DUE), 'ended', 'ended'],
  ['one that has started', () => at(two().paidUp('ann'), START), 'joined', 'ended'],
  ['one a moment before its end', () => at(two().paidUp('ann'), END - 1), 'joined', 'ended'],
  ['one that is over', () => at(two().paidUp('ann'), END), 'ended', 'ended'],
]

describe('the button of a card', () => {
  test.each(stories)(
    'in %s shows %3$s to the participant and %4$s to a stranger',
    (_what, make, own, stranger) => {
      const s = make()
      const place = s.trip.participants.find(
        (p) => p.userId === userOf('ann') && p.seat === 'taken',
      )
      const mine = place ? { paymentStatus: paymentStatusOf(place) } : null
      expect(buttonOf(seen(s), mine, s.now)).toBe(own)
      expect(buttonOf(seen(s), null, s.now)).toBe(stranger)
      expect(offeredButton(s.trip, 'ann', s.now)).toBe(own)
      expect(offeredButton(s.trip, null, s.now)).toBe(stranger)
    },
  )

  test('offers no joining from the cutoff on, even with a late alarm', () => {
    const s = seenAt(story().opened('ann'), CUTOFF)
    expect(s.trip.status).toBe('OPEN')
    expect(buttonOf(seen(s), null, s.now)).toBe('ended')
    expect(buttonOf(seen(s), null, s.now - 1)).toBe('join')
  })

  test('says a place has ended if the trip failed or was cancelled, even with an old read model', () => {
    const s = story().opened('ann')
    for (const status of ['FAILED', 'CANCELLED'] as const)
      expect(buttonOf({ ...seen(s), status }, { paymentStatus: 'DEPOSIT' }, s.now)).toBe('ended')
  })

  test('offers a stranger nothing for a draft that is not open yet', () => {
    const s = story()
    s.draft('ann')
    expect(buttonOf(seen(s), null, s.now)).toBe('ended')
    expect(offeredButton(s.trip, null, s.now)).toBe('ended')
  })
})

describe('refused actions', () => {
  const confirmed = stories.filter(([, make]) =>
    make().trip.participants.some((p) => p.seat === 'taken'),
  )

  test.each(confirmed)('in %s are those the rules refuse, for the same reason', (_what, make) => {
    const s = make()
    for (const p of s.trip.participants.filter((one) => one.seat === 'taken')) {
      const own = { participantId: p.id, userId: p.userId }
      const exit: Command = { type: 'exit', userId: p.userId }
      const begin: Command = { type: 'beginBalance', ...own, points: 0, pointsPerPound: 100 }
      const codeOf = (command: Command) => {
        const result = decide(s.trip, command, s.now)
        return result.ok || result.error.code === 'unavailable' ? null : result.error.code
      }
      const standing: ActionFacts = {
        ...seen(s),
        seat: p.seat,
        paymentStatus: paymentStatusOf(p),
      }
      expect(refuseExit(standing, s.now), 'exit').toBe(codeOf(exit))
      expect(refuseBalance(standing, s.now), 'balance').toBe(codeOf(begin))
      expect(isTaken(s.trip, exit, s.now)).toBe(refuseExit(standing, s.now) === null)
    }
  })

  const standing = (over: Partial<ActionFacts>): ActionFacts => ({
    status: 'SUCCESS',
    cutoffAt: CUTOFF,
    tripStartAt: START,
    balanceDueAt: DUE,
    seat: 'taken',
    paymentStatus: 'DEPOSIT',
    ...over,
  })
  const exits: [ActionFacts['status'], number, string | null][] = [
    ['PENDING', CUTOFF - 1, 'notOpen'],
    ['OPEN', CUTOFF - 1, null],
    ['OPEN', CUTOFF, 'cutoffPassed'],
    ['FULL', CUTOFF - 1, null],
    ['FULL', CUTOFF, 'cutoffPassed'],
    ['SUCCESS', CUTOFF - 1, 'notOpen'],
    ['SUCCESS', CUTOFF, 'cutoffPassed'],
    ['FAILED', CUTOFF, 'operationExpired'],
    ['COMPLETED', END, 'operationExpired'],
    ['CLOSED', END, 'operationExpired'],
    ['CANCELLED', CUTOFF - 1, 'notOpen'],
  ]
  test.each(exits)('leaving %s at %i: %s', (status, now, code) =>
    expect(refuseExit(standing({ status }), now)).toBe(code),
  )

  const balances: [ActionFacts['status'], number, string | null][] = [
    ['PENDING', NOW, 'balanceNotDue'],
    ['OPEN', NOW, 'balanceNotDue'],
    ['FULL', NOW, 'balanceNotDue'],
    ['SUCCESS', DUE - 1, null],
    ['SUCCESS', DUE, 'operationExpired'],
    ['FAILED', CUTOFF, 'operationExpired'],
    ['COMPLETED', START - 1, 'operationExpired'],
    ['CLOSED', DUE - 1, 'operationExpired'],
    ['CANCELLED', NOW, 'operationExpired'],
  ]
  test.each(balances)('a balance in %s at %i: %s', (status, now, code) => {
    expect(refuseBalance(standing({ status }), now)).toBe(code)
    expect(refuseBalance(standing({ status, paymentStatus: 'PAID' }), now)).toBe('alreadyPaid')
  })
})

describe('the end of a trip', () => {
  test('comes at its end time, with everyone paid or released', () => {
    for (const paid of [['ann'], ['ann', 'bob']]) {
      const s = two()
      for (const name of paid) s.paidUp(name)
      s.tick(END - 1)
      expect(s.trip.status).toBe('SUCCESS')
      expect(nextDue(s.trip)).toBe(END)
      expect(s.effectsOf(() => s.tick(END))).toEqual([])
      expect(s.trip.status).toBe('COMPLETED')
      expect(nextDue(s.trip)).toBeNull()
      expect(s.trip.participants.filter((p) => p.seat === 'taken').length).toBe(paid.length)
    }
  })

  test('waits while a payment is undecided, without a looping alarm', () => {
    for (const [money, paid, ends] of [
      ['captured', 3000, 'COMPLETED'],
      ['returned', 0, 'CLOSED'],
    ] as const) {
      const s = seenAt(two(), DUE - 1).paying('ann')
      s.tick(END)
      expect(s.trip.status).toBe('SUCCESS')
      expect(nextDue(s.trip)).toBeNull()
      s.settleBalance('ann', money)
      expect(s.trip.status).toBe(ends)
      expect(s.place('ann').balance.paid).toBe(paid)
    }
  })

  test('catches up in one step with everything missed: balances due, the start and the end', () => {
    const s = two().paidUp('ann')
    s.tick(END)
    const path = s.events.flatMap((e) => (e.type === 'statusChanged' ? [e.to] : []))
    expect(path).toEqual(['OPEN', 'FULL', 'SUCCESS', 'COMPLETED'])
    expect(s.place('bob').leaving).toBe('unpaid')
  })

  test('is a failure if it could only be decided after its start, since nobody could pay any more', () => {
    for (const now of [START, END]) {
      const s = at(story().opened('ann').joined('bob'), now)
      expect(s.trip.status).toBe('FAILED')
      expect(s.trip.participants.map((p) => p.leaving)).toEqual(['cancelled', 'cancelled'])
    }
    expect(at(story().opened('ann').joined('bob'), START - 1).trip.status).toBe('SUCCESS')
  })

  test('is final: money that arrives later is refunded', () => {
    const s = at(two().paidUp('bob'), END)
    const effects = s.effectsOf(() => s.settleBalance('ann', 'captured', { amount: 3000 }))
    expect(effects).toEqual([
      { kind: 'release', participantId: placeIdOf('ann'), intentId: 'bal_ann' },
    ])
    expect(s.hold('cat')).toBe('cutoffPassed')
    expect(s.exit('ann')).toBe('operationExpired')
    expect(s.begin('ann')).toBe('operationExpired')
    expect(s.trip.status).toBe('COMPLETED')
  })
})

test('a trip’s due time is its next hold, cutoff, attempt end, balance due time or end, in turn', () => {
  const s = story().opened('ann').holding('bob')
  expect(nextDue(s.trip)).toBe(NOW + HOLD_MS)
  s.settle('bob')
  expect(nextDue(s.trip)).toBe(CUTOFF)
  s.tick(CUTOFF)
  expect(nextDue(s.trip)).toBe(DUE)
  s.begin('ann')
  expect(nextDue(s.trip)).toBe(CUTOFF + BALANCE_MS)
  s.paidUp('ann').tick(DUE)
  expect(nextDue(s.trip)).toBe(END)
})

const foreign = [
  {
    type: 'draft',
    carpoolId: 'car_1',
    participantId: 'par_x',
    userId: 'usr_x',
    terms: {},
    party: {},
  },
  { type: 'openPrivate', carpoolId: 'car_1', participantId: 'par_x', userId: 'usr_x' },
  { type: 'editInfo', participantId: 'par_ann', userId: 'usr_ann', info: { bag: 2 } },
  { type: 'convert', userId: 'usr_ann', to: { carpoolId: 'car_1', participantId: 'par_x' } },
  { type: 'cancelFailed', userId: 'usr_ann' },
  { type: 'noSuchThing' },
]
test.each(foreign)('$type is not a command for a trip in any state', (command) => {
  const states = [
    null,
    story().opened('ann').trip,
    at(story().opened('ann'), CUTOFF).trip,
    two().trip,
  ]
  for (const state of states) {
    const refused = decide(state, command as never, NOW)
    expect(refused, `in ${state?.status}`).toMatchObject({ ok: false, error: { code: 'notFound' } })
  }
})
