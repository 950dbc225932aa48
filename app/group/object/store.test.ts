import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import type { Group } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { Sqlite, sqlStorage } from '#tests/simulation/sql.ts'
import { Store } from './store.ts'
import { MIRROR_GRACE_MS, type Task } from './task.ts'

const NOW = Date.parse('2026-11-22T12:00Z')
const ALWAYS = Number.MAX_SAFE_INTEGER
const [ann, bob] = ['par_ann', 'par_bob'] as const
const capture = (amount: number): Task => ({
  kind: 'capture',
  participantId: ann,
  intentId: 'pi_1',
  amount,
})
const check: Task = { kind: 'check', participantId: ann, intentId: 'pi_1' }
const project: Task = { kind: 'project' }

let sqlite: Sqlite
let store: Store
const reopen = () => new Store(sqlStorage(sqlite, () => undefined))
const stateAt = (version: number) =>
  ({ id: 'car_1', version, participants: [] }) as unknown as Group
const append = (events: object[], version: number, tasks: Task[] = []) =>
  store.append(events as AnyEvent[], stateAt(version), tasks, NOW)
const money = (dueBy = ALWAYS) => store.rows('money', dueBy, 20)

beforeEach(() => {
  sqlite = new Sqlite()
  store = reopen()
})
afterEach(() => sqlite.close())

test('an unknown group has nothing, and reading it writes nothing', () => {
  const before = sqlite.writes
  expect([store.load(), store.events(), store.nextTry(), store.rows('money', ALWAYS, 20)]).toEqual([
    null,
    [],
    null,
    [],
  ])
  expect([store.hasSeen('evt_1'), store.isMirrorBehind(), store.mirror().version]).toEqual([
    false,
    false,
    0,
  ])
  expect(sqlite.writes).toBe(before)
})

describe('pending tasks', () => {
  beforeEach(() => append([{ type: 'statusChanged', to: 'OPEN' }], 1))

  test('run once however often they are requested, and the last request counts', () => {
    store.enqueue(capture(2000), NOW)
    store.enqueue(capture(1500), NOW + 1)
    expect(money().map(({ payload, firstAt }) => [JSON.parse(payload), firstAt])).toEqual([
      [capture(1500), NOW + 1],
    ])
  })

  test('requested again during an attempt outlive that attempt, as new ones', () => {
    store.enqueue(capture(2000), NOW)
    const [tried] = money()
    if (!tried) throw new Error('no task')
    store.claim(tried, NOW + hours(1), true)
    store.enqueue(capture(1500), NOW + 5)
    // The try succeeds, but it was for the earlier task.
    store.finish(tried.id)
    expect(money(NOW + 5)).toMatchObject([
      { attempts: 0, stuck: false, nextTryAt: NOW + 5, firstAt: NOW + 5 },
    ])
    expect(store.stuckRows()).toEqual([])
  })

  test('count an attempt before it is made, and retry when due', () => {
    store.enqueue(check, NOW)
    const [row] = money()
    if (!row) throw new Error('no task')
    store.claim(row, NOW + 2000, false)
    expect(money(NOW + 1999)).toEqual([])
    // The try died with the object.
    store = reopen()
    expect(money(NOW + 2000)).toMatchObject([{ attempts: 1, nextTryAt: NOW + 2000, firstAt: NOW }])
    store.finish(row.id)
    expect([money(), store.nextTry()]).toEqual([[], null])
  })

  test('are due at once for payments and after a grace period for D1, from the moment of the request', () => {
    store.enqueue(check, NOW)
    store.enqueue(project, NOW)
    expect([store.nextTry('money'), store.nextTry('mirror')]).toEqual([NOW, NOW + MIRROR_GRACE_MS])
    store.enqueue(project, NOW, NOW - 5)
    expect([store.nextTry('mirror'), store.nextTry()]).toEqual([NOW - 5, NOW - 5])
    expect(store.rows('mirror', NOW - 6, 20)).toEqual([])
    expect(store.rows('mirror', NOW - 5, 20)).toHaveLength(1)
  })

  test('are returned oldest first, and no more than requested', () => {
    for (const [n, dueAt] of [NOW + 2, NOW, NOW + 1].entries())
      store.enqueue({ kind: 'check', participantId: ann, intentId: `pi_${n}` }, NOW, dueAt)
    expect(money().map(({ nextTryAt }) => nextTryAt)).toEqual([NOW, NOW + 1, NOW + 2])
    expect(store.rows('money', ALWAYS, 2)).toHaveLength(2)
  })

  test('are listed when undecided for too long, oldest first', () => {
    const two = ['pi_1', 'pi_2'].map(
      (intentId): Task => ({ kind: 'check', participantId: ann, intentId }),
    )
    for (const task of two) store.enqueue(task, NOW)
    const [first, second] = money()
    if (!first || !second) throw new Error('no tasks')
    store.claim(first, NOW + 2, true)
    store.claim(second, NOW + 1, true)
    expect(
      reopen()
        .stuckRows()
        .map(({ id }) => id),
    ).toEqual([first.id, second.id])
  })
})

test('a provider’s event is remembered for 90 days, in the object’s own storage', () => {
  store.markSeen('evt_1', NOW)
  store.markSeen('evt_1', NOW)
  expect([reopen().hasSeen('evt_1'), reopen().hasSeen('evt_2')]).toEqual([true, false])
  store.markSeen('evt_2', NOW + hours(24 * 90))
  expect(store.hasSeen('evt_1')).toBe(true)
  store.markSeen('evt_3', NOW + hours(24 * 90) + 1)
  expect([store.hasSeen('evt_1'), store.hasSeen('evt_2')]).toEqual([false, true])
})

describe('the read model', () => {
  test('is outdated from an event until it is written, and again if the mark was lost', () => {
    append([{ type: 'statusChanged', to: 'OPEN' }], 1)
    expect(store.isMirrorBehind()).toBe(true)
    const write = store.beginMirrorWrite(stateAt(1), false)
    store.markMirrored(write, 1, NOW)
    expect([store.isMirrorBehind(), reopen().mirror().version]).toEqual([false, 0])
    store.keepMark()
    expect(reopen().mirror()).toEqual({ writes: write.number, version: 1, nextDueAt: NOW })
  })

  test('has version numbers that only grow, and an overtaken write changes nothing', () => {
    append([{ type: 'statusChanged', to: 'OPEN' }], 1)
    const first = store.beginMirrorWrite(stateAt(1), true)
    const second = store.beginMirrorWrite(stateAt(1), true)
    expect(second.number).toBeGreaterThan(first.number)
    store.markMirrored(first, 1, null)
    expect(store.isMirrorBehind()).toBe(true)
    store.markMirrored(second, 1, null)
    expect(store.isMirrorBehind()).toBe(false)
    const underWay = store.beginMirrorWrite(stateAt(1), true)
    store.forgetMirror()
    store.markMirrored(underWay, 1, null)
    expect(store.isMirrorBehind()).toBe(true)
    expect(store.beginMirrorWrite(stateAt(1), false).number).toBeGreaterThan(second.number)
  })

  test.each(['statusChanged', 'balancePriceSet'])('%s is about everyone', (type) => {
    append([{ type: 'seatTaken', participantId: ann }], 1)
    expect(store.changedSince(0)).toEqual({ types: ['seatTaken'], everybody: false, ids: [ann] })
    append([{ type: 'seatTaken', participantId: bob }, { type }], 3)
    const types = ['seatTaken', type]
    expect(store.changedSince(1)).toEqual({ types, everybody: true, ids: [bob] })
    expect(store.changedSince(3)).toEqual({ types: [], everybody: false, ids: [] })
  })

  test('an event that names nobody is about no place', () => {
    append([{ type: 'waitJoined' }, { type: 'waitLeft' }], 2)
    const types = ['waitJoined', 'waitLeft']
    expect(store.changedSince(0)).toEqual({ types, everybody: false, ids: [] })
  })
})

test('history never changes, except when a student is forgotten', () => {
  append(
    [
      { type: 'seatTaken', participantId: ann },
      { type: 'seatTaken', participantId: bob },
    ],
    2,
  )
  expect(() => sqlite.all("UPDATE events SET body = ''")).toThrow('never changed')
  expect(() => sqlite.all('DELETE FROM events')).toThrow('never deleted')
  const forgotten = {
    type: 'seatTaken',
    participantId: ann,
    party: 'forgotten',
  } as unknown as AnyEvent
  store.rewrite(
    (event) => ('participantId' in event && event.participantId === ann ? forgotten : event),
    stateAt(2),
  )
  expect(reopen().events()).toEqual([forgotten, { type: 'seatTaken', participantId: bob }])
  expect(() => sqlite.all("UPDATE events SET body = ''")).toThrow('never changed')
})

test('values remembered in a failed transaction are forgotten with it', () => {
  append([{ type: 'statusChanged', to: 'OPEN' }], 1)
  const broken = () =>
    sqlite.atomically(() => {
      append([{ type: 'statusChanged', to: 'FULL' }], 2, [check])
      expect(store.nextTry()).toBe(NOW)
      throw new Error('the disk is full')
    })
  expect(broken).toThrow('the disk is full')
  store.forget()
  expect([store.load()?.version, store.events().length, store.nextTry()]).toEqual([1, 1, null])
})

describe('the stored state', () => {
  const stored = () => JSON.parse(String(sqlite.all('SELECT body FROM snapshot')[0]?.body)).version

  test('is stored again every 20 events', () => {
    const versions = Array.from({ length: 42 }, (_, n) => {
      append([{ type: 'statusChanged', to: 'OPEN' }], n + 1)
      return stored()
    })
    expect([...new Set(versions)]).toEqual([1, 21, 41])
    expect(versions.indexOf(21)).toBe(20)
  })

  test('of another format is not used: it is rebuilt from the events', () => {
    append([{ type: 'statusChanged', to: 'OPEN' }], 1)
    expect(reopen().load()).toEqual(stateAt(1))
    sqlite.all('UPDATE snapshot SET shape = shape - 1')
    // These events begin in the middle, so replaying them throws.
    expect(() => reopen().load()).toThrow('begins with a draft')
  })
})
