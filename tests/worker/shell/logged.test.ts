import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, brokenDatabase } from './kit.ts'

/**
 * A login by query puts the password into an address. No line of the log, ours or the framework's,
 * has one, whatever becomes of the request.
 */

const BASE = '/neighbourhelp'
const SECRET = 'tram-to-beeston'
const PHONE = '07700900123'
const QUERY = `phone=${PHONE}&password=${SECRET}`
const MANGLED = [`?${QUERY}`, `%3F${QUERY}`, `%3F${encodeURIComponent(QUERY)}`, `&${QUERY}`]

const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const
const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  for (const level of LEVELS)
    vi.spyOn(console, level).mockImplementation(
      (...line) => void lines.push(line.map(String).join(' ')),
    )
})
afterEach(() => vi.restoreAllMocks())

const own = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
const production = { ENVIRONMENT: 'production', SITE_URL: 'https://help.example' }

test.each([
  ['a login that is refused', {}],
  ['a login while the database fails', { env: brokenDatabase }],
  ['a worker that lacks a setting', { env: { PEPPER: undefined } }],
  ['pages that fail', { pages: () => Promise.reject(new TypeError(`no ${BASE}/login?${QUERY}`)) }],
  ['plain http in production', { env: production, origin: 'http://help.example' }],
])('%s is logged without its password', async (_what, options) => {
  const paths = [
    ...['/api/user/login', `${BASE}/api/admin/account/login`, `${BASE}/login`],
    ...[`${BASE}/login.data`, `${BASE}/admin/login`, `${BASE}//login`, `${BASE}/login/%zz`],
    ...[`${BASE}/login?_data=root&x=`, `${BASE}/profile?redirect=`, '/login', `${BASE}/nothing`],
  ]
  for (const path of paths)
    for (const more of MANGLED)
      for (const form of [null, { method: 'POST', headers: own, body: `${QUERY}&returnTo=/` }])
        await ask(path + more, { ...form, ...options })
  expect(lines.length).toBeGreaterThan(80)
  expect(lines.filter((line) => line.includes(SECRET) || line.includes(PHONE))).toEqual([])
})
