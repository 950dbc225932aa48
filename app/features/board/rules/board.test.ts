import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GROUP_STATUSES, type GroupStatus } from '#app/group/rules/status.ts'
import {
  BOARD_KEPT_MS,
  BOARD_NOTICE_MS,
  BOARD_OPEN_MS,
  BOARD_POSTS_MAX,
  hours,
  minutes,
  POSTS_PER_HOUR,
} from '#app/kernel/limits.ts'
import { DEPARTURE, NOW, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import {
  boardDue,
  hasBoard,
  isBoardOpen,
  newsOf,
  notifyAt,
  type Post,
  readerOf,
  refusePost,
  seenBy,
} from './board.ts'

const [ann, bob, cat] = ['ann', 'bob', 'cat'].map(placeIdOf) as [`par_`, `par_`, `par_`]
let id = 0
const post = (placeId: `par_${string}`, over: Partial<Post> = {}): Post => ({
  id: ++id,
  placeId,
  at: NOW,
  content: 'hello',
  isHidden: false,
  notifiedAt: null,
  reports: [],
  ...over,
})
const reportedBy = (...places: `par_${string}`[]) =>
  places.map((placeId) => ({ placeId, isOpen: true }))
const group = (status: GroupStatus = 'SUCCESS', isPrivate = false) => ({
  status,
  private: isPrivate,
  departureAt: DEPARTURE,
})

describe('a board', () => {
  const TOGETHER: GroupStatus[] = ['SUCCESS_PENDING_PAYMENT', 'SUCCESS', 'COMPLETED']
  test.each(GROUP_STATUSES)('of a group that is %s', (status) => {
    const is = TOGETHER.includes(status)
    const one = group(status, status.startsWith('PRIVATE'))
    expect([hasBoard(one, NOW), isBoardOpen(one, NOW)]).toEqual([is, is])
    expect(hasBoard(group(status, true), NOW), 'a private car has none').toBe(false)
  })

  test.each([
    [-1, true, true],
    [BOARD_OPEN_MS - 1, true, true],
    [BOARD_OPEN_MS, true, false],
    [BOARD_KEPT_MS - 1, true, false],
    [BOARD_KEPT_MS, false, false],
  ])('%i ms after departure is [there, open]: %s, %s', (after, there, open) => {
    const now = DEPARTURE + after
    expect([hasBoard(group(), now), isBoardOpen(group(), now)]).toEqual([there, open])
  })
})

describe('who reads', () => {
  const reader = (story: Story, name: string, as = name) =>
    readerOf(
      story.car,
      DEPARTURE,
      { participantId: placeIdOf(name), userId: userOf(as) },
      story.now,
    )?.id

  test('confirmed places of a complete group, each as itself', () => {
    const story = new Story().complete(['ann', 'bob'])
    expect([reader(story, 'ann'), reader(story, 'bob')]).toEqual([ann, bob])
    expect(reader(story, 'ann', 'bob'), 'with somebody else’s place').toBeUndefined()
    expect(reader(story, 'eve'), 'without a place').toBeUndefined()
  })

  test('nobody before the group is complete, and nobody who is on hold', () => {
    const story = new Story()
    story.draft('ann')
    story.attach('ann')
    story.settle('ann', 'held')
    story.hold('bob')
    expect([reader(story, 'ann'), reader(story, 'bob')]).toEqual([undefined, undefined])
  })

  test('nobody who is gone, and nobody of a cancelled group', () => {
    const story = new Story().complete(['ann', 'bob', 'cat'])
    story.cancelGroup()
    expect(reader(story, 'ann')).toBeUndefined()
  })
})

describe('posting', () => {
  const refusal = (posts: Post[], now = NOW) => refusePost(group(), posts, ann, now)
  const codeOf = (posts: Post[], now = NOW) => {
    const refused = refusal(posts, now)
    return refused && !refused.ok ? refused.error.code : null
  }

  test('200 posts fit, hidden ones included', () => {
    const posts = (count: number) =>
      Array.from({ length: count }, (_, n) => post(bob, { isHidden: n % 2 === 0 }))
    expect(codeOf(posts(BOARD_POSTS_MAX - 1))).toBeNull()
    expect(codeOf(posts(BOARD_POSTS_MAX))).toBe('boardFull')
  })

  test('10 in an hour, counted for each place, and the answer says how long to wait', () => {
    const own = Array.from({ length: POSTS_PER_HOUR }, (_, n) => post(ann, { at: NOW + n }))
    const others = Array.from({ length: 50 }, () => post(bob))
    expect(codeOf([...others, ...own.slice(1)], NOW + minutes(1))).toBeNull()
    expect(refusal([...others, ...own], NOW + minutes(1))).toEqual({
      ok: false,
      error: {
        code: 'rateLimited',
        params: { context: 'post', max: POSTS_PER_HOUR, retryAfterSeconds: 59 * 60 },
      },
    })
    expect(codeOf(own, NOW + hours(1)), 'an hour after the first').toBeNull()
  })

  test('until a day after departure', () => {
    expect(codeOf([], DEPARTURE + BOARD_OPEN_MS - 1)).toBeNull()
    expect(codeOf([], DEPARTURE + BOARD_OPEN_MS)).toBe('operationExpired')
  })
})

test('a post is shown to members unless it is hidden or they reported it, the newest first', () => {
  const posts = [
    post(ann, { content: 'one' }),
    post(ann, { content: 'two', isHidden: true, reports: reportedBy(bob) }),
    post(cat, { content: 'three', reports: reportedBy(bob) }),
  ]
  const seen = (who: `par_`) => seenBy(who, posts).map(({ content, state }) => [content, state])
  expect(seen(bob)).toEqual([
    [null, 'reported'],
    [null, 'hidden'],
    ['one', 'shown'],
  ])
  expect(seen(ann), 'its author too').toEqual([
    ['three', 'shown'],
    [null, 'hidden'],
    ['one', 'shown'],
  ])
})

describe('notices', () => {
  const story = new Story().complete(['ann', 'bob', 'cat'])
  const news = (posts: Post[], of = story) =>
    newsOf(of.car, posts).map(({ place, count }) => [place.id, count])

  test('count what is new to each, and nothing for its author', () => {
    expect(news([post(ann), post(ann)])).toEqual([
      [bob, 2],
      [cat, 2],
    ])
    expect(news([post(ann), post(bob), post(ann)]), 'whoever writes has read').toEqual([
      [bob, 1],
      [cat, 3],
    ])
    expect(news([post(ann, { isHidden: true })]), 'hidden').toEqual([])
    expect(news([post(ann, { notifiedAt: NOW })]), 'known').toEqual([])
    expect(news([post(ann, { reports: reportedBy(bob) })]), 'reported').toEqual([[cat, 1]])
  })

  test('come at once, and then once an hour at most', () => {
    expect(notifyAt([])).toBeNull()
    expect(notifyAt([post(ann)])).toBe(NOW)
    const known = post(ann, { notifiedAt: NOW })
    const next = post(bob, { at: NOW + minutes(1) })
    expect(notifyAt([known])).toBeNull()
    expect(notifyAt([known, next])).toBe(NOW + BOARD_NOTICE_MS)
    expect(notifyAt([known, { ...next, isHidden: true }])).toBeNull()
    expect(notifyAt([known, post(bob, { at: NOW + hours(5) })])).toBe(NOW + hours(5))
  })

  test('whoever left is told nothing', () => {
    const left = new Story().complete(['ann', 'bob', 'cat'])
    left.cancelGroup()
    expect(news([post(ann)], left)).toEqual([])
  })
})

test('a board waits for its next notice, or for its end; an empty one for nothing', () => {
  const end = DEPARTURE + BOARD_KEPT_MS
  expect(boardDue([], DEPARTURE)).toBeNull()
  expect(boardDue([post(ann)], DEPARTURE)).toBe(NOW)
  expect(boardDue([post(ann, { notifiedAt: NOW })], DEPARTURE)).toBe(end)
  expect(boardDue([post(ann, { at: end + 5 })], DEPARTURE)).toBe(end)
})

test('notices are never closer than an hour, however posts come', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: minutes(90) }), { maxLength: 60 })
  fc.assert(
    fc.property(gaps, (waits) => {
      const posts: Post[] = []
      const told: number[] = []
      let now = NOW
      const tell = (until: number) => {
        const due = notifyAt(posts)
        if (due === null || due > until) return
        for (const one of posts) one.notifiedAt ??= due
        told.push(due)
      }
      for (const wait of waits) {
        tell(now + wait)
        now += wait
        posts.push(post(ann, { at: now }))
        tell(now)
      }
      tell(Number.MAX_SAFE_INTEGER)
      expect(posts.every(({ notifiedAt }) => notifiedAt !== null)).toBe(true)
      for (const [n, at] of told.entries())
        if (n > 0) expect(at - Number(told[n - 1])).toBeGreaterThanOrEqual(BOARD_NOTICE_MS)
    }),
  )
})
