import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { SentEmail } from '#workers/email/page.ts'
import type { EmailStandIn } from '#workers/email/stand-in.ts'

/** The email stand-in handles the one Resend call that the app makes, as Resend does. */

const open = () =>
  (
    env as unknown as { EMAIL_STAND_IN: DurableObjectNamespace<EmailStandIn> }
  ).EMAIL_STAND_IN.getByName(crypto.randomUUID())
type Box = ReturnType<typeof open>

const email = (over: object = {}) => ({
  from: 'Name <hello@example.org>',
  to: ['ming@example.com'],
  subject: 'Subject',
  text: 'Text',
  html: '<p onclick="alert(1)">Text</p>',
  headers: { 'List-Unsubscribe': '<https://example.org/>' },
  ...over,
})
const send = (box: Box, body: unknown = email(), headers: Record<string, string> = {}) =>
  box.fetch('https://api.resend.com/emails', {
    method: 'POST',
    headers: { Authorization: 'Bearer re_1', 'User-Agent': 'test', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const list = async (box: Box, to?: string) => {
  const answer = await box.fetch(
    `http://localhost/__dev/email${to ? `?to=${encodeURIComponent(to)}` : ''}`,
  )
  return ((await answer.json()) as { items: SentEmail[] }).items
}
const fault = (box: Box, kind: string, count?: number) =>
  box.fetch('http://localhost/__dev/email', {
    method: 'POST',
    body: JSON.stringify({ kind, count }),
  })
const nameOf = async (answer: Response) => ((await answer.json()) as { name: string }).name

test('an email is accepted with its id, and shown with all its content', async () => {
  const box = open()
  const answer = await send(box)
  expect(answer.status).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  expect(await list(box)).toEqual([
    { ...email(), id, to: 'ming@example.com', at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ])
})
test('the newest comes first, and a recipient’s are found in any case', async () => {
  const box = open()
  await send(box, email({ subject: 'one' }))
  await send(box, email({ subject: 'other', to: 'Li@Example.com' }))
  await send(box, email({ subject: 'two' }))
  expect((await list(box)).map(({ subject }) => subject)).toEqual(['two', 'other', 'one'])
  expect((await list(box, 'LI@example.com')).map(({ subject }) => subject)).toEqual(['other'])
})
test('a repeated key sends once, and is refused with another content', async () => {
  const box = open()
  const key = { 'Idempotency-Key': 'groupComplete:par_1' }
  const [first, again] = [await send(box, email(), key), await send(box, email(), key)]
  expect(await again.json()).toEqual(await first.json())
  const other = await send(box, email({ subject: 'Other' }), key)
  expect(other.status).toBe(409)
  expect(await nameOf(other)).toBe('invalid_idempotent_request')
  expect(await list(box)).toHaveLength(1)
})
test.each([
  ['no sender', { from: undefined }, 'missing_required_field'],
  ['no recipient', { to: undefined }, 'missing_required_field'],
  ['no subject', { subject: '' }, 'missing_required_field'],
  ['no body', { text: '', html: '' }, 'validation_error'],
  ['an invalid sender address', { from: 'Name' }, 'invalid_from_address'],
  ['an invalid recipient address', { to: ['ming'] }, 'validation_error'],
])('%s is refused', async (_what, over, name) => {
  const box = open()
  const answer = await send(box, email(over))
  expect(answer.status).toBe(422)
  expect(await nameOf(answer)).toBe(name)
  expect(await list(box)).toEqual([])
})
test('a body that is not JSON and a key that is too long are refused', async () => {
  expect((await send(open(), 'from=me')).status).toBe(400)
  expect((await send(open(), email(), { 'Idempotency-Key': 'k'.repeat(257) })).status).toBe(400)
})
test('a caller without a key or a name is refused', async () => {
  expect((await send(open(), email(), { Authorization: '' })).status).toBe(401)
  expect((await send(open(), email(), { 'User-Agent': '' })).status).toBe(403)
})
test('it fails, limits and loses replies as often as configured', async () => {
  const box = open()
  await fault(box, 'fail')
  expect((await send(box)).status).toBe(500)
  await fault(box, 'limit', 1)
  const limited = await send(box)
  expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '1'])
  expect(await list(box)).toEqual([])
  await fault(box, 'lose-answers')
  await expect(send(box)).rejects.toThrow()
  expect(await list(box)).toHaveLength(1)
  await fault(box, 'fail', 5)
  await fault(box, 'none')
  expect((await send(box)).status).toBe(200)
  expect((await fault(box, 'rain')).status).toBe(422)
})
test('the page shows each email in a frame without any permissions', async () => {
  const box = open()
  await send(box, email({ subject: '<b>Bold</b>' }))
  const html = await (await box.fetch('http://localhost/__dev/email/')).text()
  expect(html).toContain('<iframe sandbox ')
  expect(html).not.toContain('<b>Bold')
  expect(html).not.toContain('<p onclick')
})
test('no other call is supported', async () => {
  const answer = await open().fetch('https://api.resend.com/domains')
  expect(answer.status).toBe(404)
})
