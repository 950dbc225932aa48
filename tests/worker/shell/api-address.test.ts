import { expect, test } from 'vitest'
import { type Answer, ask } from './kit.ts'

/**
 * The API is a Remix route: requests that Remix would handle itself reach the table of calls like
 * any other.
 */

const BASES = ['/api', '/neighbourhelp/api']

const PROBLEM = 'application/problem+json; charset=utf-8'
const codeOf = ({ text }: Answer): string => JSON.parse(text).code

test.each(BASES)('%s answers calls, even with a trailing slash', async (base) => {
  for (const path of ['/health', '/health/']) {
    const answer = await ask(base + path)
    expect(answer.status, path).toBe(200)
    expect(JSON.parse(answer.text), path).toMatchObject({ status: 'ok' })
  }
  const head = await ask(`${base}/health`, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
})

test.each(BASES)('%s reports unknown addresses and wrong methods', async (base) => {
  const gone = await ask(`${base}/no-such-call`)
  expect([gone.status, codeOf(gone)]).toEqual([404, 'notFound'])
  expect(gone.headers.get('Content-Type')).toBe(PROBLEM)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const refused = await ask(`${base}/health`, { method })
    expect([refused.status, codeOf(refused)], method).toEqual([405, 'methodNotAllowed'])
    expect(refused.headers.get('Allow'), method).toBe('GET, HEAD')
  }
  const unknown = await ask(`${base}/health`, { method: 'PROPFIND' })
  expect([unknown.status, codeOf(unknown)]).toEqual([405, 'methodNotAllowed'])
})

test.each(BASES)('%s is never read as a request for a page’s data', async (base) => {
  for (const path of [
    '/health.data',
    '/carpool/%0A',
    '/carpool/a%2Fb',
    '/carpool/%zz',
    '//health',
  ]) {
    const { status, headers } = await ask(base + path)
    expect([status, headers.get('Content-Type')], path).toEqual([404, PROBLEM])
  }
  for (const query of ['_data=root', '_routes=root', 'index']) {
    const answer = await ask(`${base}/health?${query}`)
    expect(answer.status, query).toBe(200)
    expect(JSON.parse(answer.text), query).toMatchObject({ status: 'ok' })
  }
})
