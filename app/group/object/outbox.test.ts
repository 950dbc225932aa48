import { expect, test } from 'vitest'
import type { Group } from '#app/group/rules/state.ts'
import { hours } from '#app/kernel/limits.ts'
import { Sqlite, sqlStorage } from '#tests/simulation/sql.ts'
import { Outbox } from './outbox.ts'
import { Store } from './store.ts'

const NOW = hours(1)

test.each([
  ['that was on the list of stuck ones', true, ['project']],
  ['that was not', false, []],
])('an effect %s leaves the list when it is decided: %s', async (_, stuck, written) => {
  const sqlite = new Sqlite()
  const store = new Store(sqlStorage(sqlite, () => undefined))
  const state = { id: 'car_1', version: 1, participants: [] } as unknown as Group
  store.append([], state, [{ kind: 'openPrivate', participantId: 'par_ann' }], NOW)
  for (const row of store.rows('money', NOW, 1)) store.claim(row, NOW, stuck)
  const outbox = new Outbox({
    store,
    clock: { now: () => NOW, systemTime: (at: number) => at },
    log: { info() {}, warn() {}, error: (...what: unknown[]) => expect.unreachable(String(what)) },
    load: () => state,
    kind: { runOwnEffect: async () => true },
  } as unknown as ConstructorParameters<typeof Outbox>[0])
  expect(await outbox.drain('money', NOW)).toBe(1)
  expect(store.rows('money', Number.MAX_SAFE_INTEGER, 9)).toEqual([])
  const waiting = store.rows('mirror', Number.MAX_SAFE_INTEGER, 9)
  expect(waiting.map(({ payload }) => JSON.parse(payload).kind)).toEqual(written)
  sqlite.close()
})
