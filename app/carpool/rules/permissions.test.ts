import { describe, expect, test } from 'vitest'
import { is } from '#app/group/rules/status.ts'
import { HOLD_MS, hours, minutes } from '#app/kernel/limits.ts'
import { ARRIVED, CARD, DEPARTURE, having, Story, takenActions } from '#tests/kit/carpool.ts'
import { type Action, actionFactsOf, actionsOf, isExpired, listOf } from './permissions.ts'

const standing = (story: Story, name: string) => actionFactsOf(story.car, story.place(name))

const released = (story: Story, name: string) => {
  story.settle(name, 'returned')
  return story
}
const alone = () => new Story().opened('ann', { maxPassengers: 1 })

function renewalLost(status: 'held' | 'released') {
  const story = new Story()
  story.draft('ann')
  story.attach('ann')
  story.settle('ann', 'held', { card: CARD })
  story.tick(DEPARTURE - hours(48))
  story.renewalFailed('ann')
  return status === 'held' ? story : released(story, 'ann')
}

function holding(name: string) {
  const story = new Story().opened('ann', { maxPassengers: 2 })
  story.hold(name)
  story.attach(name)
  return story
}

/** States reached by real stories; ann is in each, with what she may do. */
const stories: [string, () => Story, Action[]][] = [
  ['an open group', () => new Story().opened('ann'), ['editInfo', 'exit']],
  ['a full group', () => holding('bob'), ['exit']],
  [
    'an open group, own deposit gone',
    () => released(new Story().opened('ann'), 'ann'),
    ['payDeposit', 'editInfo', 'exit'],
  ],
  [
    'an open group, own deposit not renewed',
    () => renewalLost('held'),
    ['payDeposit', 'editInfo', 'exit'],
  ],
  [
    'an open group, own deposit not renewed and gone',
    () => renewalLost('released'),
    ['payDeposit', 'editInfo', 'exit'],
  ],
  [
    'an open group, a new deposit in progress',
    () => having(released(new Story().opened('ann'), 'ann'), (story) => story.repaying('ann')),
    ['payDeposit', 'editInfo', 'exit'],
  ],
  [
    'an open group at its cutoff with a payment in progress',
    () => {
      const story = holding('bob')
      story.now = story.car.cutoffAt - 1
      story.giveUp('bob')
      story.tick(story.car.cutoffAt)
      return story
    },
    [],
  ],
  [
    'a complete group',
    () => new Story().complete(['ann', 'bob']),
    ['payRemaining', 'changeFlight'],
  ],
  [
    'a complete group, own deposit gone',
    () => released(new Story().opened('ann', { maxPassengers: 2 }), 'ann').joined('bob'),
    ['payDeposit', 'changeFlight'],
  ],
  [
    'a complete group, own payment attempt open',
    () => new Story().complete(['ann', 'bob']).paying('ann', 500),
    ['payRemaining', 'changeFlight'],
  ],
  [
    'a complete group, own payment attempt closing',
    () =>
      having(new Story().complete(['ann', 'bob']).paying('ann'), (story) =>
        story.tick(story.now + hours(1)),
      ),
    ['payRemaining', 'changeFlight'],
  ],
  [
    'a complete group, own balance paid',
    () => new Story().complete(['ann', 'bob']).paidUp('ann'),
    ['changeFlight'],
  ],
  [
    'a complete group, own balance paid and deposit gone',
    () => {
      const story = new Story().opened('ann', { maxPassengers: 2 }).joined('bob').paidUp('ann')
      return released(story, 'ann')
    },
    ['payDeposit', 'changeFlight'],
  ],
  [
    'a paid group',
    () => new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'),
    ['changeFlight'],
  ],
  [
    'a complete group held up at departure',
    () => {
      const story = new Story().complete(['ann', 'bob'])
      story.tick(DEPARTURE - minutes(1))
      story.paying('bob').tick(DEPARTURE)
      return story
    },
    [],
  ],
  [
    'a departed group',
    () =>
      having(new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'), (story) =>
        story.tick(DEPARTURE),
      ),
    ['changeFlight'],
  ],
  [
    'a group that left three hours ago',
    () =>
      having(new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'), (story) =>
        story.tick(DEPARTURE + hours(3)),
      ),
    [],
  ],
  [
    'a closed group',
    () => having(new Story().complete(['ann', 'bob']), (story) => story.tick(DEPARTURE)),
    [],
  ],
  ['a failed group', () => new Story().failed('ann'), ['convertToPrivate', 'cancelFailed']],
  [
    'a failed group, own deposit gone',
    () =>
      having(released(new Story().opened('ann'), 'ann'), (story) => story.tick(story.car.cutoffAt)),
    ['convertToPrivate', 'cancelFailed'],
  ],
  [
    'a failed group after departure',
    () => having(new Story().failed('ann'), (story) => story.tick(DEPARTURE)),
    ['cancelFailed'],
  ],
  [
    'a failed group whose day is over',
    () => having(new Story().failed('ann'), (story) => story.tick(DEPARTURE + hours(24))),
    [],
  ],
  ['a private car', alone, ['payRemaining', 'changeFlight', 'exit']],
  [
    'a private car, its deposit gone',
    () => released(alone(), 'ann'),
    ['payDeposit', 'changeFlight', 'exit'],
  ],
  ['a paid private car', () => alone().paidUp('ann'), ['changeFlight']],
  [
    'a paid private car, its deposit gone',
    () => released(alone().paidUp('ann'), 'ann'),
    ['payDeposit', 'changeFlight'],
  ],
  [
    'a private car held up at departure',
    () => having(alone().paying('ann'), (story) => story.tick(DEPARTURE)),
    ['changeFlight', 'exit'],
  ],
  ['a draft', () => having(new Story(), (story) => story.draft('ann')), []],
  [
    'a group the student has left',
    () => having(new Story().opened('ann').joined('bob'), (story) => story.exit('ann')),
    [],
  ],
]

describe('permitted actions', () => {
  test.each(stories)(
    'in %s are listed, and are exactly the accepted ones',
    (_what, make, expected) => {
      const story = make()
      expect(actionsOf(standing(story, 'ann'), story.now)).toEqual(expected)
      expect(takenActions(story.car, story.place('ann'), story.now)).toEqual(expected)
    },
  )

  test('match what is accepted at every later moment of each story, for everyone in it', () => {
    const later = [
      1,
      HOLD_MS,
      hours(1),
      hours(24),
      hours(24 * 6),
      hours(24 * 7),
      hours(24 * 7 + 12),
      hours(24 * 9),
    ]
    let checked = 0
    for (const [what, make] of stories)
      for (const ms of later) {
        const story = make()
        story.tick(story.now + ms)
        for (const p of story.car.participants) {
          const named = actionsOf(actionFactsOf(story.car, p), story.now)
          expect(named, `${what}, ${ms} ms later, ${p.userId}`).toEqual(
            takenActions(story.car, p, story.now),
          )
          checked++
        }
      }
    expect(checked).toBeGreaterThan(200)
  })
})

describe('the lists of the profile', () => {
  const where: [string, () => Story, 'joined' | 'exited' | 'history'][] = [
    ['an open group', () => new Story().opened('ann'), 'joined'],
    ['a complete group', () => new Story().complete(['ann', 'bob']), 'joined'],
    [
      'a paid group',
      () => new Story().complete(['ann', 'bob']).paidUp('ann').paidUp('bob'),
      'joined',
    ],
    ['a private car', alone, 'joined'],
    ['a failed group', () => new Story().failed('ann'), 'joined'],
    [
      'a failed group, converted',
      () => afterwards(new Story().failed('ann'), (s) => s.convert('ann')),
      'exited',
    ],
    [
      'a failed group, cancelled',
      () => afterwards(new Story().failed('ann'), (s) => s.cancelFailed('ann')),
      'exited',
    ],
    [
      'a failed group, refunded automatically',
      () => afterwards(new Story().failed('ann'), (s) => s.tick(DEPARTURE + hours(24))),
      'exited',
    ],
    [
      'an open group the student left',
      () => afterwards(new Story().opened('ann').joined('bob'), (s) => s.exit('ann')),
      'history',
    ],
    ['a car cancelled by leaving', () => afterwards(alone(), (s) => s.exit('ann')), 'history'],
    ['a closed private car', () => afterwards(alone(), (s) => s.tick(DEPARTURE)), 'history'],
    [
      'a closed group',
      () => afterwards(new Story().complete(['ann', 'bob']), (s) => s.tick(DEPARTURE)),
      'history',
    ],
    [
      'a car under way',
      () => afterwards(alone().paidUp('ann').captured('ann'), (s) => s.tick(DEPARTURE)),
      'joined',
    ],
    [
      'a completed car',
      () => afterwards(alone().paidUp('ann').captured('ann'), (s) => s.tick(ARRIVED)),
      'history',
    ],
  ]
  test.each(where)('have %s where it belongs', (_what, make, list) => {
    const story = make()
    expect(listOf(standing(story, 'ann'))).toBe(list)
  })

  test('show a failed record as expired only when its day is over', () => {
    const story = new Story().failed('ann')
    story.tick(DEPARTURE + hours(11))
    expect(isExpired(standing(story, 'ann'), story.now)).toBe(false)
    expect(isExpired(standing(story, 'ann'), DEPARTURE + hours(12))).toBe(true)
    expect(isExpired(standing(new Story().opened('bob'), 'bob'), DEPARTURE + hours(12))).toBe(false)
  })
})

test('a deposit is required from the open group until departure, and not in a failed or finished one', () => {
  const kept = [
    'OPEN',
    'FULL',
    'SUCCESS_PENDING_PAYMENT',
    'SUCCESS',
    'PRIVATE_PENDING_PAYMENT',
    'PRIVATE',
  ] as const
  for (const status of kept) expect(is(status, 'keepsDeposit')).toBe(true)
  for (const status of ['PENDING', 'FAILED', 'COMPLETED', 'CLOSED', 'CANCELLED'] as const)
    expect(is(status, 'keepsDeposit')).toBe(false)
})

function afterwards(story: Story, act: (story: Story) => unknown) {
  act(story)
  return story
}
