import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rules } from '#app/carpool/rules/rules.ts'
import type { BoardAsk } from '#app/features/board/rules/board.ts'
import { Store } from '#app/group/object/store.ts'
import type { Task } from '#app/group/object/task.ts'
import { BOARD_KEPT_MS, BOARD_POSTS_MAX, hours, minutes } from '#app/kernel/limits.ts'
import { DEPARTURE, placeIdOf, Story, userOf } from '#tests/kit/carpool.ts'
import { Sqlite, sqlStorage } from '#tests/simulation/sql.ts'
import { Board } from './object.ts'

let sqlite: Sqlite
let store: Store
let board: Board
let story: Story
let tasks: Task[]
let key = 0

beforeEach(() => {
  sqlite = new Sqlite()
  const sql = sqlStorage(sqlite, () => undefined)
  store = new Store(sql)
  tasks = []
  board = new Board({
    sql,
    isStarted: () => store.isStarted(),
    events: () => store.events(),
    enqueue: (task) => void tasks.push(task),
  })
  story = new Story().complete(['ann', 'bob', 'cat'])
  store.append(story.events, story.car, [], story.now)
})
afterEach(() => sqlite.close())

const say = (ask: BoardAsk) => board.answer(rules, story.car, ask, story.now)
const as = (name: string) => ({ participantId: placeIdOf(name), userId: userOf(name) })
const post = (name: string, content = 'hello', sent = `key ${key++}`) =>
  say({ do: 'post', ...as(name), key: sent, content })
const report = (name: string, postId: number) => say({ do: 'report', ...as(name), postId })
const hide = (postId: number) => say({ do: 'hide', postId, by: 'adm_one' })
const show = (postId: number) => say({ do: 'show', postId, by: 'adm_one' })
const readBy = (name: string) => {
  const read = say({ do: 'read', ...as(name) })
  return read.ok ? read.value.seen.map(({ content, state }) => content ?? state) : read.error.code
}
const codeOf = (result: ReturnType<typeof say>) => (result.ok ? 'ok' : result.error.code)
const told = () =>
  tasks.flatMap((task) => (task.kind === 'notice' ? [`${task.userId} ${task.params.count}`] : []))

test('a form sent twice is one post, and the answer names it both times', () => {
  const [first, again] = [post('ann', 'once', 'k'), post('ann', 'once', 'k')]
  expect([first, again].map((one) => one.ok && one.value.postId)).toEqual([1, 1])
  expect(readBy('bob')).toEqual(['once'])
  expect(codeOf(post('bob', 'another place', 'k')), 'keys are each place’s own').toBe('ok')
  expect(readBy('ann')).toEqual(['another place', 'once'])
})

test('the 201st post is refused, and a repeated one is not', () => {
  for (let n = 0; n < BOARD_POSTS_MAX; n++) {
    story.now += minutes(7)
    expect(codeOf(post('ann', `${n}`, `post ${n}`))).toBe('ok')
  }
  expect([codeOf(post('bob')), codeOf(post('ann', '199', 'post 199'))]).toEqual(['boardFull', 'ok'])
  expect(readBy('bob')).toHaveLength(BOARD_POSTS_MAX)
})

describe('strangers', () => {
  test('of a group, or with somebody else’s place, learn nothing and change nothing', () => {
    post('ann')
    const eve = { participantId: placeIdOf('ann'), userId: userOf('eve') }
    expect(
      [
        say({ do: 'read', ...eve }),
        say({ do: 'post', ...eve, key: 'k', content: 'x' }),
        say({ do: 'report', ...eve, postId: 1 }),
      ].map(codeOf),
    ).toEqual(['notFound', 'notFound', 'notFound'])
    expect(readBy('bob')).toEqual(['hello'])
  })

  test('whoever was released is one at once', () => {
    post('bob')
    story.paidUp('ann').paidUp('bob')
    story.tick(DEPARTURE - hours(12))
    expect(story.place('cat').seat).toBe('gone')
    expect([readBy('cat'), codeOf(post('cat')), codeOf(report('cat', 1))]).toEqual([
      'notFound',
      'notFound',
      'notFound',
    ])
    expect(readBy('ann')).toEqual(['hello'])
  })
})

describe('reports', () => {
  beforeEach(() => void post('ann', 'rude'))
  const since = () => board.row().reportedAt

  test('count once for each place, and hide the post from whoever reported it', () => {
    const at = story.now
    report('bob', 1)
    story.now += minutes(1)
    expect([codeOf(report('bob', 1)), codeOf(report('cat', 1))]).toEqual(['ok', 'ok'])
    expect([readBy('bob'), readBy('ann'), since()]).toEqual([['reported'], ['rude'], at])
    const review = say({ do: 'review' })
    expect(review.ok && review.value.posts[0]?.reports).toHaveLength(2)
  })

  test('one’s own post, a hidden one and none at all cannot be reported', () => {
    hide(1)
    expect([report('ann', 1), report('bob', 1), report('bob', 9)].map(codeOf)).toEqual([
      'notFound',
      'notFound',
      'notFound',
    ])
    expect(since()).toBeNull()
  })

  test.each([
    ['hide', hide, 'hidden', 'postHidden'],
    ['show', show, 'rude', 'postShown'],
  ])('are dealt with by a decision: %s', (_, decide, seen, action) => {
    report('bob', 1)
    decide(1)
    decide(1)
    expect([since(), readBy('cat')]).toEqual([null, [seen]])
    const entries = tasks.filter((task) => task.kind === 'audit')
    expect(entries, 'recorded once, without the text').toEqual([
      expect.objectContaining({ action, subject: story.car.id, after: { postId: 1 } }),
    ])
    expect(JSON.stringify(tasks)).not.toContain('rude')
  })

  test('a hidden post can be shown again; an unknown one cannot be decided', () => {
    hide(1)
    expect(readBy('ann')).toEqual(['hidden'])
    show(1)
    expect(readBy('ann')).toEqual(['rude'])
    expect([codeOf(hide(9)), codeOf(show(9))]).toEqual(['notFound', 'notFound'])
  })
})

describe('notices', () => {
  const tick = (ms: number) => {
    story.now += ms
    board.tick(rules, story.car, story.now)
  }

  test('the first comes at once, later ones together after an hour; never to the author', () => {
    post('ann')
    expect(told()).toEqual(['usr_bob 1', 'usr_cat 1'])
    tasks = []
    story.now += minutes(20)
    post('ann')
    post('bob')
    expect([told(), board.dueAt()]).toEqual([[], story.now + minutes(40)])
    tick(minutes(40) - 1)
    expect(told()).toEqual([])
    tick(1)
    expect(told()).toEqual(['usr_ann 1', 'usr_cat 2'])
    expect(board.dueAt()).toBe(DEPARTURE + BOARD_KEPT_MS)
  })

  test('a post that was hidden before its notice has none; shown again it has one', () => {
    post('ann')
    tasks = []
    post('ann', 'rude')
    hide(2)
    tick(hours(2))
    expect(told()).toEqual([])
    post('bob')
    expect(told(), 'the hidden one is not among them').toEqual(['usr_ann 1', 'usr_cat 1'])
    tasks = []
    show(2)
    tick(hours(1))
    expect(told()).toEqual(['usr_cat 1'])
  })
})

test('everything is deleted 14 days after departure, whatever the object slept through', () => {
  post('ann')
  report('bob', 1)
  story.now = DEPARTURE + BOARD_KEPT_MS - 1
  board.tick(rules, story.car, story.now)
  expect(sqlite.all('SELECT * FROM posts')).toHaveLength(1)
  story.now++
  board.tick(rules, story.car, story.now)
  expect([sqlite.all('SELECT * FROM posts'), sqlite.all('SELECT * FROM reports')]).toEqual([[], []])
  expect([board.dueAt(), board.row()]).toEqual([null, { reportedAt: null }])
})

test('what is due is done before any answer, however late the alarm is', () => {
  post('ann')
  post('bob')
  tasks = []
  story.now += hours(1)
  readBy('cat')
  expect(told()).toEqual(['usr_ann 1', 'usr_cat 1'])
  story.now = DEPARTURE + BOARD_KEPT_MS
  const review = say({ do: 'review' })
  expect(review.ok && review.value.posts).toEqual([])
})

test('forgetting places deletes their posts, reports of those, and what they reported', () => {
  post('ann', 'hers')
  post('bob', 'his')
  report('bob', 1)
  report('ann', 2)
  report('cat', 2)
  const own = say({ do: 'own', userId: userOf('ann') })
  expect(own.ok && own.value.posts.map(({ content }) => content)).toEqual(['hers'])
  board.forget(new Set([placeIdOf('ann')]))
  expect(sqlite.all('SELECT content FROM posts')).toEqual([{ content: 'his' }])
  expect(sqlite.all('SELECT post_id, place_id FROM reports')).toEqual([
    { post_id: 2, place_id: placeIdOf('cat') },
  ])
  board.forget(new Set([placeIdOf('cat')]))
  expect(board.row().reportedAt).toBeNull()
})
