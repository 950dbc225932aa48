import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiDocument } from '#app/api/document.ts'
import { DECLINES_PER_HOUR } from '#app/kernel/limits.ts'
import { attempts } from '#db/schema.ts'
import { type Shown, Visitor } from '#tests/worker/accounts/visitor.ts'
import { keyOf, sources } from '#tests/worker/sources.ts'
import { api } from '#tests/worker/world/api.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import type { Ask } from './scene.ts'
import { carpoolScenes } from './scenes-carpool.ts'
import { orderScenes } from './scenes-order.ts'
import { tripScenes } from './scenes-trip.ts'
import { userScenes } from './scenes-user.ts'

/** After three declined cards no further payment is handed out, whichever way it is requested. */

const scenes = { ...carpoolScenes, ...orderScenes, ...tripScenes, ...userScenes }
const sceneOf = async (name: string): Promise<Ask & { as: { id: string; token: string } }> => {
  const ask = await scenes[name]?.()
  if (!ask) throw new Error(`no scene for ${name}`)
  return ask as Ask & { as: { id: string; token: string } }
}
const decline = ({ id }: { id: string }) =>
  db.insert(attempts).values(
    Array.from({ length: DECLINES_PER_HOUR }, () => ({
      kind: 'decline',
      subject: id,
      at: devClock.now(),
    })),
  )
const forget = ({ id }: { id: string }) => db.delete(attempts).where(eq(attempts.subject, id))

const document = (await (
  await exports.default.fetch(`${ORIGIN}/api/openapi.json`)
).json()) as ApiDocument
const schemas = (document as unknown as { components: { schemas: Record<string, object> } })
  .components.schemas
/** Whether a response of this shape can carry a payment's secret. */
function hasSecret(schema: object): boolean {
  const text = JSON.stringify(schema)
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  return text.includes('"clientSecret":') || named.some((name) => hasSecret(schemas[name] ?? {}))
}
/** Reports the state of a payment begun earlier; it begins none. */
const TELLS = 'getUserParticipantStatusParticipantId'
/** Creates something that has to be paid for; the payment itself is requested separately. */
const BEGINS = ['postMailCreate', 'postMoveCreate', 'postTripCreate', 'postCarpoolIdJoin']

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    operationId: String(operationId),
    method: method.toUpperCase(),
    path,
    isOne: BEGINS.includes(operationId) || (operationId !== TELLS && hasSecret(good(responses))),
  })),
)
function good(responses: Record<string, unknown>): object {
  return Object.entries(responses).filter(([status]) => status.startsWith('2'))
}

test('every kind of payment is covered by the calls', () => {
  const named = operations.filter(({ isOne }) => isOne).map(({ operationId }) => operationId)
  expect(named).toEqual(
    expect.arrayContaining([
      ...BEGINS,
      'postCarpoolDepositPaymentIntentForCreate',
      'getCarpoolDepositPaymentIntentParticipantId',
      'postUserParticipantRepayDeposit',
      'postUserMyPayRemaining',
      'postMailPayBase',
      'postMovePayBase',
      'postTripPayBase',
      'postTripPayBalance',
    ]),
  )
})

/** Sends a scene's request. */
function callOf(name: string, { as, params, json }: Ask) {
  const { method = '', path = '' } =
    operations.find(({ operationId }) => operationId === name) ?? {}
  const filled = path.replace(/\{(\w+)\}/g, (_, param: string) => params?.[param] ?? '')
  return api(method, filled, { ...(as && { as }), ...(json !== undefined && { json }) })
}

test.each(operations.filter(({ isOne }) => isOne))('$method $path', async ({ operationId }) => {
  const ask = await sceneOf(operationId)
  await decline(ask.as)
  const { status, body, headers } = await callOf(operationId, ask)
  expect([status, body.code]).toEqual([429, 'rateLimited'])
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3500)
  await forget(ask.as)
  expect((await callOf(operationId, ask)).status).toBe(ask.status)
})

type Row = {
  purpose: string
  /** The call whose scene has the payment, and the part of it that completes the page's address. */
  of: string
  param: string
  /** What is sent when the card has been typed, derived from what the call says is due. */
  sent?: (due: Record<string, unknown>) => Record<string, unknown>
}
/** The charges whose pages hand out a payment. */
const CHARGES: Row[] = [
  {
    purpose: 'deposit',
    of: 'getCarpoolDepositPaymentIntentParticipantId',
    param: 'participantId',
    sent: () => ({ filling: 'open' }),
  },
  {
    purpose: 'deposit',
    of: 'postUserParticipantRepayDeposit',
    param: 'participantId',
    sent: () => ({ again: 'yes' }),
  },
  {
    purpose: 'balance',
    of: 'postUserMyPayRemaining',
    param: 'participantId',
    sent: ({ amount }) => ({ amount, pointsDeducted: 0 }),
  },
  { purpose: 'deposit', of: 'postTripPayBase', param: 'tripId' },
  {
    purpose: 'balance',
    of: 'postTripPayBalance',
    param: 'tripId',
    sent: ({ amount }) => ({ amount }),
  },
  { purpose: 'base', of: 'postMailPayBase', param: 'mailId' },
  { purpose: 'base', of: 'postMovePayBase', param: 'tripId' },
]

test('every page whose code prepares a payment is here', () => {
  const making = Object.entries(sources).filter(([, text]) =>
    /\b(?:prepareDeposit|repayDeposit|payBase|prepareBalance)\(/.test(text),
  )
  expect(making.map(([path]) => keyOf(path)).sort()).toEqual([
    'checkout/carpool-balance',
    'checkout/carpool-deposit',
    'checkout/order',
    'checkout/trip',
  ])
})

const secretIn = ({ html }: Shown) => /pi_\w+_secret_\w+/.test(html)

test.each(CHARGES)('the $purpose of $of', async ({ purpose, of, param, sent }) => {
  const scene = await sceneOf(of)
  const { as, params, json } = scene
  const path = `/pay/${purpose}-${{ ...params, ...(json as object) }[param as never]}`
  const visitor = new Visitor({ lang: 'en' })
  visitor.cookies.set('sid', as.token)
  // Having already begun is no way round it either.
  const due = await callOf(of, scene)
  expect(due.status).toBe(scene.status)
  const form = Object.entries(sent?.(due.body) ?? {}).map(([name, value]) => [name, String(value)])
  const press = () => visitor.post(`${path}/begin`, Object.fromEntries(form))
  await decline(as)
  const refused = await press()
  expect(secretIn(refused)).toBe(false)
  expect(refused.html).toContain('3 payments by card were declined')
  await forget(as)
  // Looking at the page hands nothing out.
  expect(secretIn(await visitor.get(path))).toBe(false)
  expect(secretIn(await press())).toBe(true)
})
