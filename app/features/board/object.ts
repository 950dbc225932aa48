import {
  BOARD,
  type BoardAnswer,
  type BoardAsk,
  boardDue,
  boardEndsAt,
  newsOf,
  notifyAt,
  type Post,
  readerOf,
  refusePost,
  seenBy,
} from '#app/features/board/rules/board.ts'
import type { Part, PartDeps } from '#app/group/object/part.ts'
import { placesOf } from '#app/group/rules/forget.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { AdminId, ParticipantId } from '#app/kernel/id.ts'
import { BOARD_NOTICE_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'

/**
 * `board.due_at` is when the board next has work. Post ids are never reused: administrators and the
 * audit log refer to them. `key` is the idempotency key of the form or call that sent the post.
 */
export const BOARD_TABLES = `CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  place_id TEXT NOT NULL,
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  content TEXT NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0,
  notified_at INTEGER,
  UNIQUE (place_id, key)
);
CREATE TABLE reports (
  post_id INTEGER NOT NULL,
  place_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (post_id, place_id)
);
CREATE TABLE board (id INTEGER PRIMARY KEY CHECK (id = 1), due_at INTEGER);
INSERT INTO board (id, due_at) VALUES (1, NULL);`

/** `dueAt`: when it next has work. `reportedAt`: since when a report of a post has been open. */
type Times = { dueAt: Instant | null; reportedAt: Instant | null }
type Member = Extract<BoardAsk, { participantId: string }>

const inFull = (posts: Post[]): BoardAnswer => ({ seen: [], postId: null, posts })

/**
 * A group's message board, in the object's own storage and nowhere else: no text of a post ever
 * reaches events, the outbox, D1 or the log (docs/rules.md#message-board).
 */
export class Board implements Part<BoardAsk, BoardAnswer> {
  readonly name = BOARD
  readonly #deps: PartDeps
  #times: Times | undefined

  constructor(deps: PartDeps) {
    this.#deps = deps
  }

  dueAt(): Instant | null {
    return this.#known().dueAt
  }

  row() {
    return { reportedAt: this.#known().reportedAt }
  }

  reread(): void {
    this.#times = undefined
  }

  #known(): Times {
    this.#times ??= this.#readTimes()
    return this.#times
  }

  #readTimes(): Times {
    const query =
      'SELECT due_at, (SELECT MIN(at) FROM reports WHERE open = 1) AS reported_at FROM board'
    const [row] = this.#deps.isStarted() ? this.#run(query) : []
    return { dueAt: instantOf(row?.due_at), reportedAt: instantOf(row?.reported_at) }
  }

  /** Carries out a request on a group as it is at `now`. Fails with notFound for strangers. */
  answer(rules: Rules, state: Group, ask: BoardAsk, now: Instant): Result<BoardAnswer> {
    const dueAt = this.dueAt()
    if (dueAt !== null && dueAt <= now) this.tick(rules, state, now)
    if ('participantId' in ask) return this.#member(rules, state, ask, now)
    if (ask.do === 'own') {
      const places = placesOf(this.#deps.events(), ask.userId)
      return ok(inFull(this.#posts().filter((post) => places.has(post.placeId))))
    }
    if (ask.do !== 'review') {
      if (!this.#decide(state, ask.postId, ask.do === 'hide', ask.by, now)) return fail('notFound')
      this.#plan(rules, state, now)
    }
    return ok(inFull(this.#posts()))
  }

  #member(rules: Rules, state: Group, ask: Member, now: Instant): Result<BoardAnswer> {
    const departureAt = rules.departureAt(state)
    const place = readerOf(state, departureAt, ask, now)
    if (!place) return fail('notFound')
    if (ask.do === 'post' && this.#find(place.id, ask.key) === null) {
      const refused = refusePost({ ...state, departureAt }, this.#posts(), place.id, now)
      if (refused) return refused
      this.#add(place.id, ask.key, ask.content, now)
      this.#plan(rules, state, now)
    }
    if (ask.do === 'report' && !this.#report(place.id, ask.postId, now)) return fail('notFound')
    const postId = ask.do === 'post' ? this.#find(place.id, ask.key) : null
    return ok({ seen: seenBy(place.id, this.#posts()), postId, posts: [] })
  }

  /** Does what is due: notifies members, and finally deletes everything. */
  tick(rules: Rules, state: Group, now: Instant): void {
    if (now >= boardEndsAt({ departureAt: rules.departureAt(state) })) {
      this.#run('DELETE FROM posts')
      this.#run('DELETE FROM reports')
    }
    this.#plan(rules, state, now)
  }

  /**
   * Notifies members if that is due, then stores the next due time, also in D1, where the sweep
   * finds it.
   */
  #plan(rules: Rules, state: Group, now: Instant): void {
    const at = notifyAt(this.#posts())
    if (at !== null && at <= now) {
      // Unique per place and hour, since members are notified at most hourly.
      const hour = String(Math.floor(now / BOARD_NOTICE_MS))
      for (const { place, count } of newsOf(state, this.#posts()))
        this.#deps.enqueue(noticeOf(rules, state, place, 'boardPosts', hour, { count }), now)
      this.#run('UPDATE posts SET notified_at = ? WHERE notified_at IS NULL AND hidden = 0', now)
    }
    const dueAt = boardDue(this.#posts(), rules.departureAt(state))
    const isChange = dueAt !== this.dueAt()
    if (isChange) this.#run('UPDATE board SET due_at = ?', dueAt)
    this.reread()
    if (isChange) this.#deps.enqueue({ kind: 'project' }, now)
  }

  /** Deletes what these places posted and reported. */
  forget(places: ReadonlySet<string>): void {
    const these = '(SELECT value FROM json_each(?))'
    const own = `(SELECT id FROM posts WHERE place_id IN ${these})`
    const list = JSON.stringify([...places])
    this.#run(`DELETE FROM reports WHERE place_id IN ${these} OR post_id IN ${own}`, list, list)
    this.#run(`DELETE FROM posts WHERE place_id IN ${these}`, list)
    this.reread()
  }

  /**
   * Hides or shows a post, which also closes its reports. Returns false if there is no such post.
   */
  #decide(state: Group, id: number, hide: boolean, by: AdminId, now: Instant): boolean {
    const post = this.#posts().find((one) => one.id === id)
    if (!post) return false
    const isAnswered = post.reports.every(({ isOpen }) => !isOpen)
    if (post.isHidden === hide && isAnswered) return true
    this.#run('UPDATE posts SET hidden = ? WHERE id = ?', hide ? 1 : 0, id)
    this.#run('UPDATE reports SET open = 0 WHERE post_id = ?', id)
    this.#reportsChanged(now)
    const action = hide ? 'postHidden' : 'postShown'
    const about = { action, subject: state.id, before: {}, after: { postId: id } } as const
    this.#deps.enqueue(
      { kind: 'audit', id: `${action}:${state.id}:${id}:${now}`, at: now, by, ...about },
      now,
    )
    return true
  }

  /** Records a place's report of another's post, once. Returns false if there is no such post. */
  #report(placeId: ParticipantId, id: number, now: Instant): boolean {
    const post = this.#posts().find((one) => one.id === id)
    if (!post || post.isHidden || post.placeId === placeId) return false
    const query = 'INSERT OR IGNORE INTO reports (post_id, place_id, at) VALUES (?, ?, ?)'
    this.#run(query, id, placeId, now)
    this.#reportsChanged(now)
    return true
  }

  /** Copies the time of the oldest open report to the group's row in D1. */
  #reportsChanged(now: Instant): void {
    this.reread()
    this.#deps.enqueue({ kind: 'project' }, now)
  }

  /** The post that was sent with this key, if any. */
  #find(placeId: ParticipantId, key: string): number | null {
    const query = 'SELECT id FROM posts WHERE place_id = ? AND key = ?'
    const [row] = this.#run(query, placeId, key)
    return row ? Number(row.id) : null
  }

  #add(placeId: ParticipantId, key: string, content: string, now: Instant): void {
    const query = 'INSERT INTO posts (place_id, key, at, content) VALUES (?, ?, ?, ?)'
    this.#run(query, placeId, key, now, content)
  }

  /** All posts, oldest first. */
  #posts(): Post[] {
    const reports = this.#run('SELECT post_id, place_id, open FROM reports ORDER BY at')
    return this.#run('SELECT * FROM posts ORDER BY id').map((row) => ({
      id: Number(row.id),
      placeId: String(row.place_id) as ParticipantId,
      at: Number(row.at),
      content: String(row.content),
      isHidden: row.hidden === 1,
      notifiedAt: row.notified_at === null ? null : Number(row.notified_at),
      reports: reports
        .filter(({ post_id }) => post_id === row.id)
        .map(({ place_id, open }) => ({
          placeId: String(place_id) as ParticipantId,
          isOpen: open === 1,
        })),
    }))
  }

  #run(query: string, ...params: SqlStorageValue[]): Record<string, SqlStorageValue>[] {
    return this.#deps.sql.exec<Record<string, SqlStorageValue>>(query, ...params).toArray()
  }
}

const instantOf = (value: SqlStorageValue | undefined): Instant | null =>
  value === null || value === undefined ? null : Number(value)
