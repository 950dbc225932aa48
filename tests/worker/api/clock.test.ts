import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { api } from '#tests/worker/world/api.ts'
import { ORIGIN } from '#tests/worker/world/services.ts'

/**
 * Moves the clock of the app, the objects and the payment stand-in, and lets everything due happen.
 */
async function pass(advanceSeconds: number) {
  const response = await exports.default.fetch(`${ORIGIN}/__dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  })
  expect(response.status).toBe(200)
}

test('health reports payments as down, and checks again after a while', async () => {
  const fault = (kind: string) =>
    exports.default.fetch(`${ORIGIN}/__dev/stripe/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind, count: 50 }),
    })
  await fault('fail-calls')
  const down = await api('GET', '/health')
  expect([down.status, down.body.status, down.body.checks]).toEqual([
    503,
    'down',
    { database: 'ok', payments: 'down', groups: 'ok' },
  ])
  await fault('none')
  expect((await api('GET', '/health')).status).toBe(503)
  await pass(15)
  expect((await api('GET', '/health')).status).toBe(200)
})
