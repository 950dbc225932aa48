import { expect, test } from 'vitest'
import { callKey } from '#app/api/call-text.ts'
import { calls } from '#app/api/table.server.ts'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import type { Ask } from './scene.ts'
import { adminScenes } from './scenes-admin.ts'
import { boardScenes } from './scenes-board.ts'
import { carpoolScenes } from './scenes-carpool.ts'
import { dispatchScenes } from './scenes-dispatch.ts'
import { orderScenes } from './scenes-order.ts'
import { tripScenes } from './scenes-trip.ts'

/**
 * For every call that takes an Idempotency-Key: a key belongs to one caller, one body and one path.
 */

const scenes = {
  ...adminScenes,
  ...carpoolScenes,
  ...dispatchScenes,
  ...boardScenes,
  ...orderScenes,
  ...tripScenes,
}
const idempotent = calls
  .filter((call) => 'idempotent' in call && call.idempotent)
  .map(({ method, path, ...call }) => ({ method, path, key: callKey({ method, path, ...call }) }))

test('the table of calls lists those that accept a key', () => {
  expect(idempotent.length).toBeGreaterThan(5)
  expect(idempotent.some(({ path }) => path.includes(':'))).toBe(true)
})

test.each(idempotent)('$method $path', async ({ method, path, key: name }) => {
  const scene = scenes[name]
  if (!scene) throw new Error('no scene')
  const key = crypto.randomUUID()
  const send = (ask: Ask, params = ask.params ?? {}) =>
    api(
      method,
      path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? ''),
      {
        ...(ask.as && { as: ask.as }),
        ...(ask.json !== undefined && { json: ask.json }),
        headers: { 'Idempotency-Key': key },
      },
    )
  const ask = await scene()
  const first = await send(ask)
  expect(first.status).toBe(ask.status)
  const again = await send(ask)
  expect([again.status, again.body], 'said again').toEqual([first.status, first.body])
  for (const param of Object.keys(ask.params ?? {})) {
    const { id } = await openCarpool(await newStudent())
    const refused = await send(ask, { ...ask.params, [param]: id })
    expect(refused.body?.code, `another ${param}`).toBe('idempotencyKeyReused')
  }
  const others = await scene()
  const theirs = await send(others)
  expect(theirs.status, 'somebody else’s').toBe(others.status)
  expect(theirs.body).not.toEqual(first.body)
})
