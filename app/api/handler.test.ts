import { expect, test, vi } from 'vitest'
import { fail, ok } from '#app/kernel/result.ts'
import { keyed } from '#app/platform/seal.server.ts'
import { fakeContext, rows } from '#tests/kit/api-context.ts'
import { handleApi } from './handler.server.ts'

type Context = Parameters<typeof fakeContext>[0]
type Init = RequestInit & { context?: Context; as?: string; json?: unknown }

const ID = `car_${'a'.repeat(26)}`
/** The objects of carpools, all of which answer this. */
const answering = (answer: unknown) => ({
  objects: { carpools: { execute: vi.fn(async () => answer) } },
})

const payload = {
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  terminal: 'T5',
  nLocation: 'NG7',
  carpoolDatetime: '2026-12-06T14:00',
  flightTime: '2026-12-06T12:00',
  maxPassengers: 4,
  bigLuggage: 1,
  smallLuggage: 1,
  bag: 1,
}
const {
  tripType: _,
  airportId: __,
  carpoolDatetime: ___,
  maxPassengers: ____,
  ...joinPayload
} = payload

async function call(method: string, path: string, { context, as, json, ...init }: Init = {}) {
  const headers = new Headers(init.headers)
  if (as) headers.set('Authorization', `Bearer ${as}`)
  if (json !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const body = json === undefined ? init.body : JSON.stringify(json)
  const request = new Request(`http://localhost/neighbourhelp/api${path}`, {
    method,
    headers,
    ...(body && { body }),
  })
  const response = await handleApi(request, fakeContext(context))
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : null,
  }
}

test('an unknown call gets 404, and a known path with another method gets 405 with Allow', async () => {
  expect((await call('GET', '/nothing')).body).toMatchObject({ status: 404, code: 'notFound' })
  const wrong = await call('PUT', '/carpool/create', { json: {} })
  expect([wrong.status, wrong.body.code, wrong.headers.get('Allow')]).toEqual([
    405,
    'methodNotAllowed',
    'POST',
  ])
})
test('a problem reply has a code, a text in the reader’s language and the request’s id', async () => {
  const { body, headers } = await call('GET', '/nothing?lang=en')
  expect(headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
  expect(body).toEqual({
    type: '/api/docs#notFound',
    title: 'Not found',
    status: 404,
    code: 'notFound',
    detail: expect.stringContaining('couldn’t find'),
    requestId: 'request-1',
  })
})
test('the language is the requested one, else the accepted one, else Chinese', async () => {
  const title = async (path: string, accept = '') =>
    (await call('GET', path, { headers: { 'Accept-Language': accept } })).body.title
  expect(await title('/nothing')).toBe('没有找到')
  expect(await title('/nothing', 'fr, en-GB;q=0.8, zh;q=0.5')).toBe('Not found')
  expect(await title('/nothing?lang=zh', 'en')).toBe('没有找到')
})
test('caches must not store any reply', async () => {
  const { headers } = await call('GET', '/nothing')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('Vary')).toContain('Authorization')
})
test('a call for users needs a valid token, and a cookie does not count as one', async () => {
  for (const as of [undefined, 'bad']) {
    const { status, body, headers } = await call('GET', '/carpool/car_1/check-join', { as })
    expect([status, body.code, headers.get('WWW-Authenticate')]).toEqual([
      401,
      'loginExpired',
      'Bearer',
    ])
  }
  const cookie = await call('GET', '/carpool/car_1/check-join', {
    headers: { Cookie: 'sid=good; __Host-sid=good' },
  })
  expect(cookie.status).toBe(401)
  const known = await call('GET', '/carpool/car_1/check-join', { as: 'good' })
  expect([known.status, known.body]).toEqual([200, false])
})
test('an invalid token is refused even where a token is optional', async () => {
  const list = (as?: string) => call('GET', '/carpool/list?tripType=PICKUP', { as })
  expect((await list()).body).toEqual({ items: [], nextCursor: null })
  expect((await list('good')).status).toBe(200)
  expect((await list('bad')).status).toBe(401)
})
test('a body must be a JSON object with a JSON content type', async () => {
  const join = (init: Init) => call('POST', '/carpool/car_1/join', { as: 'good', ...init })
  for (const body of ['', '{', '[]', '"text"', 'null']) {
    const answer = await join({ body, headers: { 'Content-Type': 'application/json' } })
    expect([answer.status, answer.body.code], body).toEqual([400, 'malformedBody'])
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const answer = await join({ body: '{}', headers: { 'Content-Type': type } })
    expect([answer.status, answer.body.code], type).toEqual([415, 'unsupportedMediaType'])
  }
})
test('a body over 64 KiB is refused, whatever its declared length', async () => {
  const chunks = 65
  const stream = new ReadableStream({
    start(controller) {
      for (let n = 0; n < chunks; n++) controller.enqueue(new Uint8Array(1024).fill(32))
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer good' }
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit
  const response = await handleApi(
    new Request('http://localhost/neighbourhelp/api/carpool/car_1/join', init),
    fakeContext(),
  )
  expect(response.status).toBe(413)
})
test('a refused body lists each field with a code and a message', async () => {
  const json = { ...payload, bag: 9, nLocation: ' ', surprise: 1 }
  const { status, body } = await call(
    'POST',
    '/carpool/deposit-payment-intent-for-create?lang=en',
    {
      as: 'good',
      json,
    },
  )
  expect([status, body.code]).toEqual([422, 'validationFailed'])
  expect(body.errors).toEqual({
    bag: [{ code: 'luggageRange', detail: 'The number of pieces must be from 0 to 5' }],
    nLocation: [{ code: 'nLocationRequired', detail: 'Please enter your address in Nottingham' }],
    surprise: [{ code: 'unknownField', detail: 'There’s no such field' }],
  })
})
test('a catalogued problem gives the reply its code', async () => {
  const draft = (change: object) =>
    call('POST', '/carpool/deposit-payment-intent-for-create', {
      as: 'good',
      json: { ...payload, ...change },
    })
  expect((await draft({ flightTime: '2026-12-06T15:00' })).body.code).toBe('flightTimeOrder')
  expect((await draft({ flightTime: '2027-03-28T01:30' })).body.code).toBe('invalidLocalTime')
  expect((await draft({ flightTime: '2026-12-06T15:00', bag: 6 })).body.code).toBe(
    'validationFailed',
  )
})
test("another user's userId is forbidden, one's own is accepted", async () => {
  const context = answering(fail('carpoolFull'))
  const join = (userId: unknown) =>
    call('POST', `/carpool/${ID}/join`, {
      as: 'good',
      json: { ...joinPayload, userId },
      context,
    })
  for (const other of ['usr_2', '', null, 1])
    expect((await join(other)).status, String(other)).toBe(403)
  expect(context.objects.carpools.execute).not.toHaveBeenCalled()
  expect((await join('usr_1')).body.code).toBe('carpoolFull')
  const list = await call('GET', '/carpool/list?tripType=PICKUP&userId=usr_2', { as: 'good' })
  expect(list.status).toBe(403)
})
test('a domain rule about a field is reported at that field', async () => {
  const { body } = await call('POST', `/carpool/${ID}/join`, {
    as: 'good',
    json: joinPayload,
    context: answering(fail('validationFailed', { field: 'terminal' })),
  })
  expect(body.errors).toEqual({
    terminal: [{ code: 'terminalInvalid', detail: expect.any(String) }],
  })
})
test('a failure with a known retry time sends it in the header', async () => {
  const rateLimit = async () => fail('rateLimited', { retryAfterSeconds: 17 })
  const spent = await call('POST', '/carpool/car_1/join', {
    as: 'good',
    json: joinPayload,
    context: { rateLimit },
  })
  expect([spent.status, spent.headers.get('Retry-After')]).toEqual([429, '17'])
  const down = await call('POST', `/carpool/${ID}/join`, {
    as: 'good',
    json: joinPayload,
    context: answering(fail('unavailable')),
  })
  expect([down.status, down.headers.get('Retry-After')]).toEqual([503, '5'])
})
test('a bug is logged, and the reply does not contain its message', async () => {
  const error = vi.fn()
  const find = () => {
    throw new Error('secret table name')
  }
  const db = new Proxy({}, { get: find })
  const { status, body } = await call('GET', `/carpool/${ID}`, {
    context: { db, log: { error } },
  })
  expect([status, body.code]).toEqual([500, 'internal'])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(error).toHaveBeenCalledOnce()
})
test('a reply without a body is 204 and empty', async () => {
  const held = { id: 'par_1', userId: 'usr_1', seat: 'held' }
  const car = ok({ state: { id: ID, participants: [held], strays: [] } })
  const carpools = { snapshot: async () => car, execute: async () => car }
  const gone = await call('DELETE', `/carpool/cancel-temporary-carpool/${ID}`, {
    as: 'good',
    context: { objects: { carpools } },
  })
  expect([gone.status, gone.body]).toEqual([204, null])
})
test('a path whose id belongs to nothing of its kind gets 404', async () => {
  expect((await call('GET', '/service-descriptions/balloon')).body.code).toBe('notFound')
})
test('a login may send its fields in the query when there is no body', async () => {
  const queried = await call('POST', '/user/login?phone=07700900101&password=secret1', {
    context: { address: '192.0.2.1' },
  })
  expect(queried.body.code).toBe('loginFailed')
  // Counted by the phone, and by its address: the API reads no cookies, so there is no device.
  const { config } = fakeContext()
  const [phone, from] = [
    keyed({ config }, 'phone', '07700900101'),
    keyed({ config }, 'address', '192.0.2.1'),
  ]
  const counted = rows.all("SELECT subject FROM attempts WHERE kind = 'login' ORDER BY subject")
  expect(counted.map(({ subject }) => subject)).toEqual([phone, `${phone}.${from}`])
  const empty = await call('POST', '/user/login', { json: {} })
  expect(Object.keys(empty.body.errors)).toEqual(['phone', 'password'])
})
test('HEAD gets the same headers as GET, without a body', async () => {
  const head = await call('HEAD', '/carpool/list?tripType=PICKUP')
  expect(head).toMatchObject({ status: 200, body: null })
})
