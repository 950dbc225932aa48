import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { api, createPayload, joinPayload, newStudent, ORIGIN, openCarpool } from './world.ts'

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
const DAY = 86_400

test('an expired hold is reported as such', async () => {
  const { id } = await openCarpool(await newStudent())
  const as = await newStudent()
  const { body } = await api('POST', `/carpool/${id}/join`, { as, json: joinPayload() })
  await pass(15 * 60)
  const late = await api('GET', `/carpool/deposit-payment-intent/${body.participantId}`, { as })
  expect([late.status, late.body.code]).toEqual([409, 'holdExpired'])
  expect((await api('GET', `/carpool/${id}`)).body.currentPassengers).toBe(1)
})
test('an unpaid draft is gone after half an hour', async () => {
  const as = await newStudent()
  const json = createPayload()
  const { body } = await api('POST', '/carpool/deposit-payment-intent-for-create', { as, json })
  await pass(30 * 60)
  const late = await api('POST', '/carpool/create', {
    as,
    json: { ...json, tempParticipantId: body.participantId },
  })
  expect([late.status, late.body.code]).toEqual([409, 'holdExpired'])
})
test('after the cutoff nobody can join, and an unfilled car has failed', async () => {
  const creator = await newStudent()
  const { id } = await openCarpool(creator)
  const flight = joinPayload()
  await pass(9 * DAY + 18 * 3600)
  const as = await newStudent()
  const late = await api('POST', `/carpool/${id}/join`, { as, json: flight })
  expect([late.status, late.body.code]).toEqual([409, 'cutoffPassed'])
  expect((await api('GET', `/carpool/${id}`, { as: creator })).body.status).toBe('FAILED')
  expect((await api('GET', `/carpool/${id}`, { as })).status, 'for its own people alone').toBe(404)
})
test('an expired token is refused', async () => {
  const as = await newStudent()
  await pass(31 * DAY)
  const { status, body } = await api('GET', '/carpool/car_x/check-join', { as })
  expect([status, body.code]).toEqual([401, 'loginExpired'])
})

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
