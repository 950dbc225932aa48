import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import lock from '../package-lock.json' with { type: 'json' }

/**
 * Published advisories that a version answers, or that what we use cannot reach (decision 0001).
 * Those that the product guards against itself: tests/worker/shell/advisories.test.ts.
 */

type Installed = { version: string; dev?: boolean; devOptional?: boolean }
const installed = (name: string): Installed[] =>
  Object.entries(lock.packages as unknown as Record<string, Installed>)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map(([, one]) => one)

/** Whether a version is at least another. */
const isFrom = (least: string, version: string): boolean =>
  version.localeCompare(least, 'en', { numeric: true }) >= 0

test.each([
  ['CVE-2026-22029', '@remix-run/router', '1.23.2'],
  ['CVE-2026-40181', '@remix-run/router', '1.23.3'],
  ['CVE-2026-40181', 'react-router', '6.30.4'],
  ['CVE-2026-22030', '@remix-run/server-runtime', '2.17.3'],
  ['CVE-2026-21884', '@remix-run/react', '2.17.3'],
  ['CVE-2026-42342', '@remix-run/server-runtime', '2.17.5'],
  ['CVE-2026-39356', 'drizzle-orm', '0.45.2'],
])('%s: every %s that ships is at least %s', (_advisory, name, least) => {
  const shipped = installed(name).filter(({ dev }) => !dev)
  expect(shipped.length).toBeGreaterThan(0)
  expect(shipped.filter(({ version }) => !isFrom(least, version))).toEqual([])
})

test.each(['CVE-2026-39363', 'CVE-2026-39364', 'CVE-2026-53571'])(
  '%s: what serves during development is at least vite 6.4.6',
  () => {
    const own = (lock.packages as Record<string, { version?: string }>)['node_modules/vite']
    expect(isFrom('6.4.6', own?.version ?? '0')).toBe(true)
  },
)

test.each([
  ['tar', 'CVE-2026-23745, -23950, -24842, -26960, -29786 and -31802'],
  ['esbuild', 'GHSA-67mh-4wv8-2f99'],
  ['vite', 'every advisory about its server'],
])('no %s ships (%s)', (name) => {
  expect(installed(name).filter(({ dev, devOptional }) => !dev && !devOptional)).toEqual([])
})

test('CVE-2026-42211: nothing on the server decodes what a browser sends as a turbo-stream', () => {
  const at = 'node_modules/@remix-run/server-runtime/dist'
  const texts = readdirSync(at)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(`${at}/${name}`, 'utf8'))
  expect(texts.some((text) => text.includes('turboStream.encode'))).toBe(true)
  expect(texts.filter((text) => /turboStream\.decode|\bdecode\(/.test(text))).toEqual([])
})
