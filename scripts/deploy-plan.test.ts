import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseRefusal, deployRefusals, deploySteps } from './deploy-plan.ts'
import { developmentConfig, root } from './dev-config.ts'

const DATABASE = '7c1e0d52-3b5f-4a83-9a5e-0a4f6f6f9d10'
const ready = {
  status: '',
  config: {
    routes: [{ pattern: 'linbang.co.uk', custom_domain: true }],
    workers_dev: false,
    preview_urls: false,
    d1_databases: [{ binding: 'DB', database_id: DATABASE }],
    vars: { SITE_URL: 'https://linbang.co.uk' },
  },
}
const having = (config: object, status = '') =>
  deployRefusals({ status, config: { ...ready.config, ...config } })

describe('a deployment', () => {
  test('of a clean tree with its own domain and database goes ahead', () => {
    expect(deployRefusals(ready)).toEqual([])
  })

  test.each([
    ['a changed file', ' M app/root.tsx\n', 'app/root.tsx'],
    ['a staged file', 'A  app/new.ts\n', 'app/new.ts'],
    ['an untracked file', '?? notes.txt\n', 'notes.txt'],
    ['a renamed file', 'R  a.ts -> b.ts\n', 'b.ts'],
    ['a deleted file', ' D db/db.ts\n', 'db/db.ts'],
  ])('is refused with %s, which is named', (_, status, name) => {
    const [refusal = ''] = deployRefusals({ ...ready, status })
    expect(refusal).toContain('not committed')
    expect(refusal).toContain(name)
  })

  const other = { pattern: 'linbang.co.uk/*', zone_name: 'linbang.co.uk' }
  test.each([
    ['the example domain', { routes: [{ pattern: 'neighbourhelp.example', custom_domain: true }] }],
    ['no domain', { routes: undefined }],
    ['an empty list of domains', { routes: [] }],
    ['a route that is no custom domain', { routes: [other] }],
    ['a route that is a text', { routes: ['linbang.co.uk/*'] }],
    ['a second route beside the domain', { routes: [...ready.config.routes, other] }],
    ['an address at workers.dev', { workers_dev: true }],
    ['workers.dev left to its default', { workers_dev: undefined }],
    ['preview addresses', { preview_urls: true }],
    ['preview addresses left to their default', { preview_urls: undefined }],
    ['the example database', { d1_databases: [{ binding: 'DB', database_id: id('0') }] }],
    ['no database', { d1_databases: [] }],
    ['links to another host', { vars: { SITE_URL: 'https://example.org' } }],
    ['links without https', { vars: { SITE_URL: 'http://linbang.co.uk' } }],
    ['links to nowhere', { vars: {} }],
  ])('is refused with %s', (_, config) => {
    expect(having(config)).toHaveLength(1)
  })

  test('is told everything that is wrong at once', () => {
    expect(having({ routes: [], workers_dev: true, d1_databases: [] }, '?? a\n')).toHaveLength(4)
  })

  test('builds and bundles before it touches the database, which it does before it uploads', () => {
    const steps = deploySteps('abc1234').map((step) => step.join(' '))
    const at = (what: string) => steps.findIndex((step) => step.includes(what))
    const order = [
      'vite:build',
      '--dry-run',
      'migrate --remote',
      'seed --remote',
      'VERSION:abc1234',
    ]
    expect(order.map(at)).toEqual([0, 1, 2, 3, 4])
    expect(steps).toHaveLength(order.length)
  })
})

test('the configuration that comes with the code is refused until it has a domain', () => {
  const toml = readFileSync(path.join(root, 'wrangler.toml'), 'utf8')
  expect(toml).toMatch(/^workers_dev = false$/m)
  expect(toml).toMatch(/^preview_urls = false$/m)
  expect(toml).toMatch(/^routes = \[\{ pattern = ".+\.example", custom_domain = true \}\]$/m)
})

test('development has no domain, whatever the owner has set', () => {
  const toml = readFileSync(path.join(root, 'wrangler.toml'), 'utf8')
  const own = toml.replace(/pattern = ".+?"/, 'pattern = "linbang.co.uk"')
  for (const text of [toml, own]) expect(developmentConfig(text)).not.toContain('routes')
})

test.each([
  [['admins', 'admin_sessions', 'audit_log'], true],
  [[], false],
  [['d1_migrations', '_cf_KV'], false],
  [['admins', 'admin_sessions'], false],
])('a database with the tables %j gets an administrator: %s', (names, ready) => {
  expect(databaseRefusal(names.map((name) => ({ name }))) === null).toBe(ready)
})

const id = (digit: string) => DATABASE.replace(/[\da-f]/g, digit)
