import { execFileSync } from 'node:child_process'
import { run } from './run.ts'

/**
 * `npm run deploy`: migrates and seeds the real database, builds and deploys. docs/deploy.md lists
 * what must be set up first.
 */
const version = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
await run('node', ['scripts/db.ts', 'migrate', '--remote'])
await run('node', ['scripts/db.ts', 'seed', '--remote'])
await run('remix', ['vite:build'])
await run('wrangler', ['deploy', '--var', `VERSION:${version}`])
