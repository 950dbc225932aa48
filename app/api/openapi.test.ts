import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { errorCatalogue } from '#app/kernel/error.ts'
import { readSchema } from '#tests/kit/api-schema.ts'
import { callText } from './call-text.ts'
import { needsVersion } from './define.server.ts'
import { errorsOf } from './errors-of.server.ts'
import { openApiDocument } from './openapi.server.ts'
import { calls } from './table.server.ts'

const document = openApiDocument(calls, getT('en'), 'test')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every call of the project's contract. */
const CONTRACT = `
POST /user/send-verification-code
POST /user/register
POST /user/login
POST /user/logout
GET /user/current
GET /user/info
PUT /user/wechat
PUT /user/email
POST /user/send-email-link
POST /user/confirm-email
PUT /user/flat-info
POST /user/send-verification-code-password
POST /user/change-password
GET /user/sessions
DELETE /user/sessions
DELETE /user/sessions/{id}
PUT /user/password
POST /user/send-verification-code-phone
PUT /user/phone
GET /user/participant/status/{participantId}
POST /user/participant/repay-deposit
GET /user/my/{type}/points
GET /user/my/ongoing
GET /user/my/completed
POST /user/my/pay-remaining
POST /user/my/confirm-remaining
GET /user/my/payment-status/{participantId}
GET /user/my/ride/{participantId}
PUT /user/my/ride-contact
GET /user/my/board/{participantId}
POST /user/my/board-post
POST /user/my/board-report
POST /user/update-open-participant
POST /user/change-flight
GET /user/my/wishes
POST /user/my/wishes
DELETE /user/my/wishes/{id}
GET /carpool/wish-board
GET /carpool/list
GET /carpool/{id}
GET /carpool/{id}/check-join
POST /carpool/deposit-payment-intent-for-create
POST /carpool/create
DELETE /carpool/cancel-temporary-carpool/{id}
POST /carpool/{id}/join
GET /carpool/deposit-payment-intent/{participantId}
POST /carpool/confirm-join/{participantId}
DELETE /carpool/{id}/exit
POST /carpool/{id}/convert-to-private
POST /carpool/{id}/cancel-failed
POST /carpool/{id}/waitlist
DELETE /carpool/{id}/waitlist
GET /user/my/waitlists
GET /carpool/airport-prices
POST /mail/create
GET /mail/get
POST /mail/pay-base
POST /mail/add-stripe
POST /mail/join
DELETE /mail/{id}/delete
POST /move/create
GET /move/get
POST /move/pay-base
POST /move/add-stripe
DELETE /move/{id}/delete
POST /trip/create
POST /trip/get
POST /trip/pay-base
POST /trip/join
POST /trip/pay-balance
POST /trip/balance
DELETE /trip/{id}/temporary
GET /service-descriptions/{service}
GET /normal-price-matrix
GET /special-price-matrix
GET /postage-price-matrix
GET /health
POST /stripe/webhook
POST /resend/webhook
GET /openapi.json
GET /admin/orders/{kind}
PUT /admin/orders/{kind}/{id}/status
GET /admin/carpools
POST /admin/carpools/{id}/cancel
GET /admin/trips
POST /admin/trips/{id}/cancel
PUT /admin/trips/{id}/balance-price
GET /admin/vehicles
POST /admin/vehicles
PUT /admin/vehicles/{id}
DELETE /admin/vehicles/{id}
GET /admin/drivers
POST /admin/drivers
PUT /admin/drivers/{id}
DELETE /admin/drivers/{id}
PUT /admin/carpools/{id}/assignment
DELETE /admin/carpools/{id}/assignment
PUT /admin/trips/{id}/assignment
DELETE /admin/trips/{id}/assignment
GET /admin/day
GET /admin/stuck-payments
POST /admin/account/login
POST /admin/account/logout
POST /admin/account/confirm
GET /admin/account/pending-members
POST /admin/account/approve-member
POST /admin/account/reject-member
POST /admin/account/update-membership-level
POST /admin/account/allocate-points
GET /admin/audit-log
GET /admin/airport/getall
GET /admin/airport/get/{id}
POST /admin/airport/add
PUT /admin/airport/update/{id}
DELETE /admin/airport/delete/{id}
GET /admin/price/normal-price-matrix
PUT /admin/price/normal-price-matrix
GET /admin/price/special-price-matrix
PUT /admin/price/special-price-matrix
GET /admin/special-period
PUT /admin/special-period
GET /admin/postage-price-matrix
PUT /admin/postage-price-matrix
GET /admin/service-descriptions/{service}
PUT /admin/service-descriptions/{service}
GET /docs`
  .trim()
  .split('\n')

test('the document lists every call of the contract and no other', () => {
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  expect(described.toSorted()).toEqual(CONTRACT.toSorted())
  expect(
    calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
  ).toEqual(CONTRACT.toSorted())
})
test('every call has a description in both languages and a unique id', () => {
  const chinese = openApiDocument(calls, getT('zh'), 'test')
  for (const { path, method, operation } of operations) {
    expect(operation.summary, `${method} ${path}`).not.toContain('docs:')
    expect(chinese.paths[path]?.[method]?.summary).toMatch(/\p{Script=Han}/u)
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})
test('every code a call can return is listed under its status', () => {
  for (const call of calls) {
    const operation =
      document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
    for (const code of errorsOf(call)) {
      const answer = operation?.responses[errorCatalogue[code]]
      expect(answer, `${call.path} ${code}`).toBeDefined()
      if (!(errorCatalogue[code] in call.responses))
        expect(answer?.description, call.path).toContain(code)
    }
  }
})
test('every reference leads to an existing component', () => {
  const text = JSON.stringify(document)
  expect(text).not.toContain('#/$defs/')
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(Object.keys(document.components.schemas)).toContain(name)
})
test('a body about money or people allows no unknown field', () => {
  for (const path of [
    '/carpool/{id}/join',
    '/user/participant/repay-deposit',
    '/user/my/pay-remaining',
    '/user/my/confirm-remaining',
    '/mail/pay-base',
    '/mail/add-stripe',
    '/mail/join',
    '/move/pay-base',
    '/move/add-stripe',
    '/trip/pay-base',
    '/trip/join',
    '/trip/pay-balance',
    '/trip/balance',
  ]) {
    const body = document.paths[path]?.post?.requestBody?.content['application/json'].schema
    expect(body?.additionalProperties, path).toBe(false)
  }
})
test('every reply’s schema can be read back and rejects what it does not describe', () => {
  for (const [name, schema] of Object.entries(document.components.schemas))
    expect(readSchema(document, schema).safeParse({ surprise: 1 }).success, name).toBe(false)
})

test('every operation shows its request, its reply and how each refusal reads', () => {
  for (const { path, method, operation } of operations) {
    const what = `${method} ${path}`
    for (const { name, in: where, required, example } of operation.parameters)
      if (where === 'path' || (where === 'query' && required))
        expect(example, `${what} ${name}`).toBeDefined()
    if (operation.requestBody)
      expect(operation.requestBody.content['application/json'].example, what).toBeDefined()
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const [media, { schema: described, example, examples }] of Object.entries(content)) {
        if (media === 'application/json' && status < '300')
          expect(example, `${what} ${status}`).toBeDefined()
        if (media !== 'application/problem+json') continue
        const schema = readSchema(document, described)
        for (const one of Object.values(examples ?? {}) as { value: { detail: string } }[]) {
          expect(schema.safeParse(one.value).error, `${what} ${status}`).toBeUndefined()
          expect(one.value.detail, `${what} ${status}`).not.toMatch(/\{\{|^errors:/)
        }
      }
    }
  }
})

test('every call that replaces versioned data requires If-Match, in the document and in its description', () => {
  const versioned = calls.filter((call) => needsVersion(call))
  expect(versioned.map(({ path }) => path)).toEqual([
    '/admin/price/normal-price-matrix',
    '/admin/price/special-price-matrix',
    '/admin/special-period',
    '/admin/postage-price-matrix',
    '/admin/service-descriptions/:service',
  ])
  for (const call of versioned) {
    const { put } = document.paths[call.path.replace(/:(\w+)/g, '{$1}')] ?? {}
    expect(put?.parameters, call.path).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'If-Match', required: true, example: '"3"' }),
    )
    expect(put?.responses['428'], call.path).toBeDefined()
    for (const language of ['zh', 'en'] as const)
      expect(callText(call, getT(language)).details, `${call.path} ${language}`).toContain(
        'If-Match',
      )
  }
})

test('a login by query is accepted and marked as discouraged, with the reason', () => {
  const logins = operations.filter(({ path }) => /\/login$/.test(path))
  expect(logins.map(({ path }) => path)).toEqual(['/user/login', '/admin/account/login'])
  for (const { operation } of logins) {
    const asked = operation.parameters.filter(({ in: where }) => where === 'query')
    expect(asked.map(({ name }) => name)).toEqual(['lang', 'phone', 'password'])
    for (const { deprecated, description, required } of asked.slice(1)) {
      expect([deprecated, required]).toEqual([true, undefined])
      expect(description).toContain('other people’s logs')
    }
  }
})
