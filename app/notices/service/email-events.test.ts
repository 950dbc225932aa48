import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { minutes } from '#app/kernel/limits.ts'
import { readEmailEvent } from './email-events.server.ts'

/** Events of the provider of emails: which are believed, and what they say. */

const NOW = Date.parse('2026-11-27T12:00:00Z')
const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const event = (type: string, data: unknown = { to: ['Li@Example.com'] }) =>
  JSON.stringify({ type, created_at: '2026-11-27T12:00:00Z', data })
const markOf = (id: string, at: string, body: string, of = secret) => {
  const key = Buffer.from(of.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
}
function read(body: string, change: Record<string, string> = {}, at = NOW) {
  const seconds = String(Math.floor(at / 1000))
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': seconds,
    'svix-signature': markOf('msg_1', seconds, body),
    ...change,
  }
  const answer = readEmailEvent(body, new Headers(headers), { secret, now: NOW })
  return answer.ok ? answer.value : answer.error.code
}
const bounced = event('email.bounced')

test.each<[string, string, unknown]>([
  ['a bounce', bounced, { to: ['Li@Example.com'], why: 'bounced' }],
  [
    'a bounce for good',
    event('email.bounced', { to: ['a@b.c', 'd@e.f'], bounce: { type: 'Permanent' } }),
    { to: ['a@b.c', 'd@e.f'], why: 'bounced' },
  ],
  [
    'a suppressed address',
    event('email.bounced', { to: ['a@b.c'], bounce: { type: 'Undetermined' } }),
    { to: ['a@b.c'], why: 'bounced' },
  ],
  [
    'a full mailbox',
    event('email.bounced', { to: ['a@b.c'], bounce: { type: 'Transient' } }),
    null,
  ],
  ['a complaint', event('email.complained'), { to: ['Li@Example.com'], why: 'unwanted' }],
  ['a delivery', event('email.delivered'), null],
  ['an event of a later version', event('email.teleported', 'x'), null],
  ['a bounce of nobody', event('email.bounced', {}), 'malformedBody'],
  ['too many addresses', event('email.bounced', { to: Array(51).fill('a@b.c') }), 'malformedBody'],
  ['no event', '[]', 'malformedBody'],
  ['no JSON', '{', 'malformedBody'],
])('%s', (_what, body, says) => {
  expect(read(body)).toEqual(says)
})

const seconds = String(NOW / 1000)
test.each<[string, Record<string, string>]>([
  ['no signature', { 'svix-signature': '' }],
  ['a signature of another body', { 'svix-signature': markOf('msg_1', seconds, '{}') }],
  ['another id', { 'svix-id': 'msg_2' }],
  ['no id', { 'svix-id': '' }],
  ['another time', { 'svix-timestamp': String(NOW / 1000 - 1) }],
  ['no time', { 'svix-timestamp': '' }],
  ['a time that is none', { 'svix-timestamp': 'NaN' }],
  ['another secret', { 'svix-signature': markOf('msg_1', seconds, bounced, 'whsec_b3RoZXI=') }],
  [
    'a version that is not known',
    { 'svix-signature': markOf('msg_1', seconds, bounced).replace('v1', 'v2') },
  ],
  ['a part of the signature', { 'svix-signature': markOf('msg_1', seconds, bounced).slice(0, -8) }],
  ['the bare key word', { 'svix-signature': 'v1,' }],
])('%s is refused', (_what, change) => {
  expect(read(bounced, change)).toBe('malformedBody')
})

test('one right signature of several is enough, while the secret is being replaced', () => {
  const both = `v1,b2xk ${markOf('msg_1', seconds, bounced)}`
  expect(read(bounced, { 'svix-signature': both })).toEqual(
    expect.objectContaining({ why: 'bounced' }),
  )
})

test.each([
  [-5, true],
  [5, true],
  [-6, false],
  [6, false],
])('an event signed %i minutes from now is believed: %s', (n, isBelieved) => {
  expect(read(bounced, {}, NOW + minutes(n)) !== 'malformedBody').toBe(isBelieved)
})
