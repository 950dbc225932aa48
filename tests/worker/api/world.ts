import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { apiPath, matchCall } from '#app/api/match.server.ts'
import { calls } from '#app/api/table.server.ts'
import type { UserId } from '#app/domain/id.ts'
import { addDays, londonDay } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { createPasswords } from '#app/services/accounts/passwords.server.ts'
import { createSessions } from '#app/services/accounts/sessions.server.ts'
import { readConfig } from '#app/services/platform/config.server.ts'
import { openDb } from '#db/db.ts'
import { users } from '#db/schema.ts'
import { describedReply } from '#tests/kit/api-schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { give } from '#tests/worker/points/kit.ts'
import { devClock } from '#workers/dev/clock.ts'

export const ORIGIN = 'http://localhost:8787'
export const db = openDb(env.DB)

type Options = {
  as?: { token: string }
  json?: unknown
  /** Empty: the call specifies no language. */
  lang?: Language | ''
  headers?: Record<string, string>
  /** A body to be sent as is, not as JSON. */
  raw?: string
}
// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever JSON came; the document checks its shape
type Answer = { status: number; headers: Headers; body: any }

const document = (await (
  await exports.default.fetch(`${ORIGIN}/api/openapi.json`)
).json()) as Parameters<typeof describedReply>[0]

/** One call over HTTP. Every response is checked against the API's own document. */
export async function api(method: string, path: string, options: Options = {}): Promise<Answer> {
  const { as, json, lang = 'en', headers, raw } = options
  const sent = json === undefined ? raw : JSON.stringify(json)
  const url = new URL(`/api${path}`, ORIGIN)
  if (!url.searchParams.has('lang')) url.searchParams.set('lang', lang)
  const response = await exports.default.fetch(url, {
    method,
    headers: {
      ...(as && { Authorization: `Bearer ${as.token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  })
  const text = await response.text()
  const answer = {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : null,
  }
  checkAgainstDocument(method, url.pathname, answer)
  return answer
}

function checkAgainstDocument(method: string, pathname: string, { status, body }: Answer) {
  const match = matchCall(calls, method, apiPath(pathname) ?? '')
  if (!match || 'allow' in match) return
  const template = match.call.path.replace(/:(\w+)/g, '{$1}')
  const what = `${method} ${template} ${status} ${JSON.stringify(body)}`
  expect(document.paths[template]?.[method.toLowerCase()]?.responses[status], what).toBeDefined()
  const schema = describedReply(document, method, template, status)
  if (!schema) expect(body, what).toBeNull()
  else expect(schema.safeParse(body).error?.issues, what).toBeUndefined()
}

export type Student = { id: UserId; token: string }

const nobodysPassword = createPasswords(readConfig(env).pepper).hash(crypto.randomUUID())

/** A student with an account and a session, without the text message. */
export async function newStudent(): Promise<Student> {
  const id: UserId = `usr_${crypto.randomUUID()}`
  const phone = newPhone()
  const email = `${id}@example.com`
  const now = devClock.now()
  await db.insert(users).values({
    id,
    phone,
    email,
    emailKey: email,
    emailConfirmedAt: 0,
    name: '王明',
    wechat: 'wang_ming',
    passwordHash: nobodysPassword,
    accountType: 'NORMAL',
    createdAt: now,
    updatedAt: now,
  })
  const { token } = await createSessions({ db, clock: devClock }).create(id)
  return { id, token }
}

/** The London date that many days from now. */
export const dayIn = (days: number): string => addDays(londonDay(devClock.now()), days)

const party = {
  terminal: 'T5',
  nLocation: '12 Castle Boulevard',
  flightNumber: 'BA038',
  people: 1,
  bigLuggage: 2,
  smallLuggage: 1,
  bag: 1,
} as const

export const createPayload = (change: object = {}) => ({
  ...party,
  tripType: 'PICKUP' as const,
  airportId: 'air_lhr',
  carpoolDatetime: `${dayIn(10)}T14:00`,
  flightTime: `${dayIn(10)}T12:00`,
  maxPassengers: 3,
  ...change,
})

export const joinPayload = (change: object = {}) => ({
  ...party,
  flightTime: `${dayIn(10)}T11:00`,
  ...change,
})

/**
 * Changes to a create payload for a car leaving that many days from now, with a matching flight.
 */
export const rideIn = (days: number, change: object = {}) => ({
  carpoolDatetime: `${dayIn(days)}T14:00`,
  flightTime: `${dayIn(days)}T12:00`,
  ...change,
})

type Card = { card?: string; keep?: boolean }

/**
 * Acts as the browser's card form: confirms an intent at the payment stand-in, passing the bank's
 * challenge if there is one. `keep`: the card may be charged again off-session.
 */
export async function pay(
  clientSecret: string,
  { card = 'pm_card_visa', keep = false }: Card = {},
) {
  const [intentId = ''] = clientSecret.split('_secret_')
  const post = (path: string, form: Record<string, string>) =>
    exports.default.fetch(`${ORIGIN}/__dev/stripe/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
      body: new URLSearchParams(form),
    })
  const response = await post(`v1/payment_intents/${intentId}/confirm`, {
    payment_method: card,
    use_stripe_sdk: 'true',
    ...(keep && { setup_future_usage: 'off_session' }),
  })
  expect(response.status).toBe(200)
  const { next_action } = (await response.json()) as {
    next_action: { use_stripe_sdk: { source: string } } | null
  }
  if (next_action) await post(`3ds/${next_action.use_stripe_sdk.source}`, { result: 'complete' })
}

/** A student's open carpool, with the deposit held. */
export async function openCarpool(as: Student, change: object = {}, card: Card = {}) {
  const json = createPayload(change)
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', { as, json })
  expect(draft.status, JSON.stringify(draft.body)).toBe(201)
  await pay(draft.body.clientSecret, card)
  const created = await api('POST', '/carpool/create', {
    as,
    json: { ...json, tempParticipantId: draft.body.participantId },
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return {
    id: created.body.id as string,
    participantId: draft.body.participantId as string,
    created: created.body,
  }
}

/** Holds a seat, pays and confirms; returns each response. */
export async function joinAndPay(as: Student, id: string, change: object = {}) {
  const held = await api('POST', `/carpool/${id}/join`, { as, json: joinPayload(change) })
  expect(held.status, JSON.stringify(held.body)).toBe(201)
  const intent = await api('GET', `/carpool/deposit-payment-intent/${held.body.participantId}`, {
    as,
  })
  expect(intent.status, JSON.stringify(intent.body)).toBe(200)
  await pay(intent.body.clientSecret)
  const confirmed = await api('POST', `/carpool/confirm-join/${held.body.participantId}`, { as })
  return { held: held.body, intent: intent.body, confirmed }
}

/**
 * A refusal as the caller sees it: its code, its status and the exact message, in both languages.
 */
export async function refusal(method: string, path: string, options: Options = {}) {
  const zh = await api(method, path, { ...options, lang: 'zh' })
  const en = await api(method, path, { ...options, lang: 'en' })
  expect([en.status, en.body?.code], JSON.stringify([zh.body, en.body])).toEqual([
    zh.status,
    zh.body?.code,
  ])
  const { status, code, detail, errors } = zh.body ?? {}
  const first = (body: { errors?: Record<string, { detail: string }[]> }) =>
    Object.fromEntries(
      Object.entries(body.errors ?? {}).map(([name, [wrong]]) => [name, wrong?.detail]),
    )
  return {
    status,
    code,
    zh: detail,
    en: en.body?.detail,
    ...(errors && { fields: { zh: first(zh.body), en: first(en.body) } }),
  }
}

/** Makes a student an approved member with points granted by an administrator. */
export async function makeMember({ id }: Student, points: number) {
  const member = {
    accountType: 'MEMBER',
    auth: 'APPROVED',
    flatName: 'Trent House',
    flatNumber: '12B',
  } as const
  await db.update(users).set(member).where(eq(users.id, id))
  await give(id, points)
}
