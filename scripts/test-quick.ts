import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { root } from './dev-config.ts'
import { run } from './run.ts'

/**
 * `npm run test:quick`: the check, and the unit and worker tests for what changed since `main` (or
 * in the last commit, if nothing did). Unit tests are selected if they import a changed file. The
 * worker is one program, so all its tests depend on all its files: they are selected if their names
 * share a topic with the changes. `npm test` runs everything.
 */
const TOPICS = [
  /account|login|register|password|session|profile|user|phone|device|code|sms|credential/,
  /admin|console/,
  /carpool/,
  /trip/,
  /order|mail|moving|postage/,
  /notice|email/,
  /share|calendar/,
  /stripe|payment|deposit|refund|dispute|dashboard/,
  /point/,
  /closing|erase/,
  /shell|home|visitor|page-script|entry|root/,
]
/** Worker tests that any change may affect. */
const ALWAYS = /every-page|reads\.test/

/** So many files are worth two runtimes. */
const MANY = 20

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changesSince = (base: string) => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const [fork = 'HEAD'] = git('merge-base', 'HEAD', 'main')
const base = changesSince(fork).length > 0 ? fork : 'HEAD~1'
const changed = changesSince(base)
const topics = TOPICS.filter((topic) => changed.some((file) => topic.test(file)))
const tests = globSync('tests/worker/**/*.test.ts', { cwd: root }).filter(
  (file) => changed.includes(file) || ALWAYS.test(file) || topics.some((topic) => topic.test(file)),
)
const reachesWorker = changed.some((file) =>
  /^(app|db|locales|workers|tests\/(worker|kit))\//.test(file),
)

const vitest = (project: string, ...args: string[]) =>
  run('vitest', ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...args])
const startedAt = performance.now()
console.log(`${changed.length} files changed since ${base.slice(0, 12)}`)
/** The longest way; all these files together are over sooner than a second runtime has started. */
async function testWorker(): Promise<void> {
  if (!reachesWorker) return
  await run('remix', ['vite:build'], { stdio: 'ignore' })
  await vitest('worker', ...tests, ...(tests.length < MANY ? ['--maxWorkers=1'] : []))
}
const checked = run('node', ['scripts/check.ts'])
const results = await Promise.allSettled([
  checked,
  testWorker(),
  checked.catch(() => {}).then(() => vitest('unit', '--changed', base, '--passWithNoTests')),
])
for (const result of results) if (result.status === 'rejected') console.error(result.reason.message)
console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
process.exit(results.every(({ status }) => status === 'fulfilled') ? 0 : 1)
