import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { ORIGIN } from '#tests/worker/world/services.ts'
import { devStore } from '#workers/dev/clock.ts'

test('a demo that was stopped half-way is not taken for the whole one', async () => {
  await devStore(env).claimDemo()
  const seeded = await exports.default.fetch(`${ORIGIN}/__dev/seed`, { method: 'POST' })
  expect([seeded.status, await seeded.text()]).toEqual([500, expect.stringContaining('its end')])
  await devStore(env).markDemo()
  const again = await exports.default.fetch(`${ORIGIN}/__dev/seed`, { method: 'POST' })
  expect(await again.json()).toEqual({ played: 0 })
})
