import { expect, test } from 'vitest'
import { fail, ok } from '#app/kernel/result.ts'
import { beginKeyed, endKeyed, purgeKeys } from '#app/platform/idempotency.server.ts'
import { db } from '#tests/worker/world/services.ts'

const HOUR = 3_600_000

function world() {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const clock = { now: () => now, systemTime: (instant: number) => instant }
  const keys = {
    db,
    clock,
    log,
  }
  const key = crypto.randomUUID()
  return {
    keys,
    pass: (ms: number) => {
      now += ms
    },
    begin: (request: unknown = 'request') => beginKeyed(keys, { userId: 'usr_1', key, request }),
    end: (answer: Parameters<typeof endKeyed>[2]) =>
      endKeyed(keys, { userId: 'usr_1', key }, answer),
  }
}
const made = ok({ status: 201, body: 'made' })

test('the first call runs and its reply is repeated', async () => {
  const { begin, end } = world()
  expect(await begin()).toEqual(ok(null))
  await end(made)
  expect(await begin()).toEqual(ok(made))
})
test('a refusal counts as a reply too', async () => {
  const { begin, end } = world()
  await begin()
  await end(fail('carpoolFull'))
  expect(await begin()).toEqual(ok(fail('carpoolFull')))
})
test.each([
  ['a bug', null],
  ['a limit', fail('rateLimited')],
  ['a breakdown', fail('unavailable')],
])('%s leaves the key free for the next attempt', async (_, answer) => {
  const { begin, end } = world()
  await begin()
  await end(answer)
  expect(await begin()).toEqual(ok(null))
})
test('a different request with the same key is refused, before and after the reply', async () => {
  const { begin, end } = world()
  await begin('one')
  expect(await begin('two')).toEqual(fail('idempotencyKeyReused'))
  await end(made)
  expect(await begin('two')).toEqual(fail('idempotencyKeyReused'))
})
test('while the first call is running, the second has to wait', async () => {
  const { begin } = world()
  await begin()
  expect(await begin()).toEqual(fail('unavailable', { retryAfterSeconds: 1 }))
})
test('of many simultaneous calls one runs', async () => {
  const { begin } = world()
  const begun = await Promise.all(Array.from({ length: 20 }, () => begin()))
  expect(begun.filter((result) => result.ok && result.value === null)).toHaveLength(1)
})
test('a call that died with its worker can be repeated once', async () => {
  const { begin, pass } = world()
  await begin()
  pass(60_000)
  const begun = await Promise.all([begin(), begin(), begin()])
  expect(begun.filter((result) => result.ok && result.value === null)).toHaveLength(1)
})
test('a reply is deleted after a day and not before', async () => {
  const { keys, begin, end, pass } = world()
  await begin()
  await end(made)
  pass(24 * HOUR)
  await purgeKeys(keys)
  expect(await begin()).toEqual(ok(made))
  pass(1)
  await purgeKeys(keys)
  expect(await begin()).toEqual(ok(null))
})
