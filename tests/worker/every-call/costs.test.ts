import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { callKey } from '#app/api/call-text.ts'
import { type AnyCall, rateLimitOf } from '#app/api/define.server.ts'
import { calls } from '#app/api/table.server.ts'
import { SHIELDS } from '#app/platform/shields.server.ts'
import { hashed } from '#tests/kit/worker-crypto.ts'
import { ORIGIN } from '#tests/worker/world/services.ts'
import { createWorker } from '#workers/app.server.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import { handlePage } from '#workers/remix.ts'
import type { Scenes } from './scene.ts'
import { adminScenes } from './scenes-admin.ts'
import { boardScenes } from './scenes-board.ts'
import { carpoolScenes } from './scenes-carpool.ts'
import { dispatchScenes } from './scenes-dispatch.ts'
import { orderScenes } from './scenes-order.ts'
import { publicScenes } from './scenes-public.ts'
import { tripScenes } from './scenes-trip.ts'
import { userScenes } from './scenes-user.ts'

/**
 * A call without a limit per address neither reads Stripe nor sends a text message nor hashes a
 * password: each is made once for real, and what it costs is counted.
 */

const scenes: Scenes = {
  ...userScenes,
  ...carpoolScenes,
  ...orderScenes,
  ...tripScenes,
  ...publicScenes,
  ...adminScenes,
  ...dispatchScenes,
  ...boardScenes,
}

/**
 * Signed by Stripe, or asked by what watches the service: it asks Stripe once in a while, however
 * often it is asked itself.
 */
const TRUSTED = ['POST /stripe/webhook', 'GET /health']
const nameOf = ({ method, path }: AnyCall) => `${method} ${path}`

const asked: string[] = []
const counting = createWorker(() => {
  const runtime = devRuntime(env as DevEnv)
  return {
    ...runtime,
    fetch: (input, init) => {
      const { hostname } = new URL(new Request(input, init).url)
      if (!hostname.includes('resend')) asked.push(hostname)
      return runtime.fetch(input, init)
    },
  }
}, handlePage)

const open = calls.filter((call) => rateLimitOf(call) === null && !TRUSTED.includes(nameOf(call)))

test('every administrator’s call and every entry of the table has a limit', () => {
  expect(calls.filter((call) => call.auth === 'admin' && !rateLimitOf(call))).toEqual([])
  const names = calls.map(nameOf)
  expect(Object.keys(SHIELDS).filter((key) => key.includes(' ') && !names.includes(key))).toEqual(
    [],
  )
  expect(open.length).toBeGreaterThan(20)
})

test.each(open.map((call) => ({ call, name: nameOf(call) })))(
  '$name costs little',
  async ({ call }) => {
    const ask = await scenes[callKey(call)]?.()
    if (!ask) throw new Error('no scene')
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => ask.params?.[name] ?? '')
    const request = new Request(`${ORIGIN}/api${path}${ask.query ? `?${ask.query}` : ''}`, {
      method: call.method,
      headers: {
        ...ask.headers,
        ...(ask.as && { Authorization: `Bearer ${ask.as.token}` }),
        ...(ask.json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(call.method !== 'GET' && { body: ask.raw ?? JSON.stringify(ask.json ?? {}) }),
    })
    asked.length = 0
    const before = hashed.times
    const execution = createExecutionContext()
    const response = await counting.fetch(request, env, execution)
    await waitOnExecutionContext(execution)
    expect(response.status).toBe(ask.status)
    expect({ asked, hashed: hashed.times - before }).toEqual({ asked: [], hashed: 0 })
  },
)
