import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './dev-config.ts'
import { run } from './run.ts'
import { workerDurations } from './test-report.ts'

/**
 * `npm run test:quick`: the check, and the unit and worker tests for what changed since `main` (or
 * in the last commit, if nothing did). Unit tests are selected if they import a changed file. The
 * worker is one program, so all its tests depend on all its files: they are selected if their names
 * share a topic with the changes, the closest first, as many as fit. `npm test` runs everything.
 */
const TOPICS = [
  /account|login|register|password|session|profile|user|phone|device|code|sms|credential/,
  /admin|console/,
  /carpool|group/,
  /trip|group/,
  /order|mail|moving|postage/,
  /notice|email/,
  /share|calendar/,
  /stripe|payment|deposit|refund|dispute|dashboard/,
  /point/,
  /closing|erase/,
  /shell|home|visitor|page-script|entry|root/,
]
/** Worker tests that any change may affect. */
const ALWAYS = /every-page\.|reads\.test/
/** How long the selected worker tests may take, by the last `npm test`. */
const WORKER_MS = 8000
/** What a file takes that has not been run yet. */
const USUAL_MS = 1500

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changesSince = (base: string) => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const [fork = 'HEAD'] = git('merge-base', 'HEAD', 'main')
const base = changesSince(fork).length > 0 ? fork : 'HEAD~1'
const changed = changesSince(base)

/** The words of a path. */
const wordsOf = (file: string) => new Set(file.match(/[a-z]{3,}/g))
const changedWords = wordsOf(changed.join(' '))
const topics = TOPICS.filter((topic) => changed.some((file) => topic.test(file)))
/** How close a test is to the changes: itself one of them, many topics and words in common. */
function closeness(file: string): number {
  if (changed.includes(file)) return Number.POSITIVE_INFINITY
  const inCommon = topics.filter((topic) => topic.test(file)).length
  if (inCommon === 0) return ALWAYS.test(file) ? 1 : 0
  return 10 * inCommon + [...wordsOf(file)].filter((word) => changedWords.has(word)).length
}

/** The worker tests to run, and those that would take too long. */
function selectWorkerTests(): { chosen: string[]; leftOut: string[] } {
  const took = workerDurations.read()
  const msOf = (file: string) => took[file] ?? USUAL_MS
  const close = globSync('tests/worker/**/*.test.ts', { cwd: root })
    .filter((file) => closeness(file) > 0)
    .sort((a, b) => closeness(b) - closeness(a) || msOf(a) - msOf(b))
  let left = WORKER_MS
  const fits = (file: string) => changed.includes(file) || msOf(file) <= left
  const chosen = close.filter((file) => {
    const isChosen = fits(file)
    if (isChosen) left -= msOf(file)
    return isChosen
  })
  return { chosen, leftOut: close.filter((file) => !chosen.includes(file)) }
}

/**
 * Whether a source of the pages is newer than their build. Most of the worker is not in it. Of the
 * domain it has what pages calculate themselves, which has unit tests: a build for that is left to
 * `npm test`.
 */
function isBuildOld(): boolean {
  const built = path.join(root, 'build/server/index.js')
  if (!existsSync(built)) return true
  const sources = globSync(
    ['app/{i18n,page-script,routes,ui}/**/*', 'app/*', 'locales/**/*', '*.{ts,json}'],
    { cwd: root, exclude: ['**/*.test.*'] },
  )
  const { mtimeMs } = statSync(built)
  return sources.some((file) => statSync(path.join(root, file)).mtimeMs > mtimeMs)
}

const vitest = (project: string, ...args: string[]) =>
  run('vitest', ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...args])
const startedAt = performance.now()
console.log(`${changed.length} files changed since ${base.slice(0, 12)}`)
/** In one runtime: the check needs the other core. */
async function testWorker(): Promise<void> {
  const reaches = /^(app|db|locales|workers|tests\/(worker|kit))\//
  if (!changed.some((file) => reaches.test(file))) return
  const { chosen, leftOut } = selectWorkerTests()
  if (chosen.length === 0) return
  if (leftOut.length > 0) console.log(`worker tests that would take too long: ${leftOut.join(' ')}`)
  if (isBuildOld()) await run('remix', ['vite:build'], { stdio: 'ignore' })
  await vitest('worker', ...chosen, '--maxWorkers=1')
}
const results = await Promise.allSettled([
  testWorker(),
  vitest('unit', '--changed', base, '--passWithNoTests'),
  // Takes less than these, so it is the one that waits where cores are short.
  run('node', ['scripts/check.ts'], { env: { ...process.env, NICE: '10' } }),
])
for (const result of results) if (result.status === 'rejected') console.error(result.reason.message)
console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
process.exit(results.every(({ status }) => status === 'fulfilled') ? 0 : 1)
