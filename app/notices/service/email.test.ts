import { expect, test } from 'vitest'
import { createEmail } from '#app/platform/email.server.ts'

const message = {
  key: 'groupComplete:par_1',
  to: 'wang.ming@example.com',
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  headers: { 'List-Unsubscribe': '<https://example.org/>' },
}

/**
 * The outcome of an email when the provider gives this answer, with the calls and the logged lines.
 */
async function sent(answer: () => Response | Promise<Response>) {
  const calls: Request[] = []
  const lines: string[] = []
  const write = (...line: unknown[]) =>
    void lines.push(JSON.stringify(line.map(String)) + JSON.stringify(line))
  const email = createEmail({
    email: { apiKey: 're_secret', from: 'Name <hello@example.org>' },
    fetch: async (input, init) => {
      calls.push(new Request(input, init))
      return answer()
    },
    log: { info: write, warn: write, error: write },
  })
  return { outcome: await email.send(message), calls, lines: lines.join('\n') }
}
const refusal = (status: number, name: string, headers: Record<string, string> = {}) =>
  sent(() =>
    Response.json(
      { statusCode: status, name, message: 'for wang.ming@example.com' },
      { status, headers },
    ),
  )

test('the call states who sends what to whom, under which key', async () => {
  const { outcome, calls } = await sent(() => Response.json({ id: 'em_1' }))
  expect(outcome).toEqual({ kind: 'sent' })
  const [call] = calls
  expect(call?.url).toBe('https://api.resend.com/emails')
  expect(call?.headers.get('Authorization')).toBe('Bearer re_secret')
  expect(call?.headers.get('Idempotency-Key')).toBe('groupComplete:par_1')
  expect(call?.headers.get('User-Agent')).not.toBe('')
  expect(await call?.json()).toEqual({
    from: 'Name <hello@example.org>',
    to: ['wang.ming@example.com'],
    subject: 'Subject',
    text: 'Text',
    html: '<p>Text</p>',
    headers: { 'List-Unsubscribe': '<https://example.org/>' },
  })
})
test.each([
  [400, 'validation_error', 'refused'],
  [422, 'invalid_from_address', 'refused'],
  [401, 'missing_api_key', 'limited'],
  [403, 'invalid_api_key', 'limited'],
  [429, 'daily_quota_exceeded', 'limited'],
  [409, 'concurrent_idempotent_requests', 'unknown'],
  [409, 'invalid_idempotent_request', 'sent'],
  [500, 'application_error', 'unknown'],
  [503, '', 'unknown'],
])('%i %s is %s', async (status, name, kind) => {
  expect((await refusal(status, name)).outcome.kind).toBe(kind)
})
test('a wait requested by the provider is returned in milliseconds', async () => {
  const asked = await refusal(429, 'rate_limit_exceeded', { 'Retry-After': '2' })
  expect(asked.outcome).toEqual({ kind: 'limited', retryAfterMs: 2000 })
  const odd = await refusal(429, 'rate_limit_exceeded', { 'Retry-After': 'soon' })
  expect(odd.outcome).toEqual({ kind: 'limited', retryAfterMs: null })
})
test('a missing reply is reported as no answer', async () => {
  const { outcome } = await sent(() => Promise.reject(new TypeError('connection lost')))
  expect(outcome).toEqual({ kind: 'unknown' })
})
test('no address, text or key is logged', async () => {
  for (const { lines } of [
    await refusal(422, 'validation_error'),
    await refusal(500, 'application_error'),
  ]) {
    expect(lines).not.toBe('')
    expect(lines).not.toMatch(/wang\.ming|Subject|re_secret/)
  }
})
