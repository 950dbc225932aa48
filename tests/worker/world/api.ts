import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { apiPath, matchCall } from '#app/api/match.server.ts'
import { calls } from '#app/api/table.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { describedReply } from '#tests/kit/api-schema.ts'
import type { Student } from './people.ts'
import { dayIn, ORIGIN, passChallenge, pay } from './services.ts'

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

/** A student's open carpool, with the deposit held. */
export async function openCarpool(
  as: Student,
  change: object = {},
  { card = 'pm_card_visa', consent = false } = {},
) {
  const json = createPayload(change)
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', { as, json })
  expect(draft.status, JSON.stringify(draft.body)).toBe(201)
  const { id, status } = await pay(draft.body.clientSecret, card, { consent })
  if (status === 'requires_action') await passChallenge(id)
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
