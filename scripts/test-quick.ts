import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './dev-config.ts'
import { run } from './run.ts'

/**
 * `npm run test:quick`: the check, and the unit and worker tests for what changed since `main` (or
 * in the last commit, if nothing did). Unit tests are selected if they import a changed file. The
 * worker is one program, so all its tests depend on all its files: those whose names share the most
 * words with the changes are selected. `npm test` runs everything.
 */
const WORKER_FILES = 6
/** Words in paths that do not tell files apart. */
const EVERYWHERE =
  /^(app|features|groups?|rules|rows|service|object|pages|http|route|server|worker|tests?|tsx?)$/

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changesSince = (base: string) => [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const [fork = 'HEAD'] = git('merge-base', 'HEAD', 'main')
const base = changesSince(fork).length > 0 ? fork : 'HEAD~1'
const changed = changesSince(base)

/** A path's topics in the singular: `app/features/wishes/rows/wishes` has wish. */
const wordsOf = (file: string): string[] =>
  (file.match(/[a-z]{3,}/g) ?? [])
    .filter((word) => !EVERYWHERE.test(word))
    .map((word) => word.replace(/(?<=sh|ss|x)es$|s$/, ''))
const changedWords = new Set(changed.flatMap(wordsOf))

/** The worker tests to run: changed ones, and those closest to the changes. */
function selectWorkerTests(): string[] {
  const closeness = (file: string) => wordsOf(file).filter((word) => changedWords.has(word)).length
  const close = globSync('tests/worker/**/*.test.ts', { cwd: root })
    .filter((file) => !changed.includes(file) && closeness(file) > 0)
    .sort((a, b) => closeness(b) - closeness(a))
  const own = changed.filter((file) => /^tests\/worker\/.*\.test\.ts$/.test(file))
  return [
    ...own.filter((file) => existsSync(path.join(root, file))),
    ...close.slice(0, WORKER_FILES),
  ]
}

/**
 * Whether a source of the pages is newer than their build. Most of the worker is not in it. Of the
 * domain it has only what pages calculate themselves, which has unit tests; `npm test` rebuilds for
 * that.
 */
function isBuildOld(): boolean {
  const built = path.join(root, 'build/server/index.js')
  if (!existsSync(built)) return true
  const sources = globSync(
    ['app/{i18n,web}/**/*', 'app/**/{pages,ui}/**/*', 'app/*', 'locales/**/*', '*.{ts,json}'],
    { cwd: root, exclude: ['**/*.test.*'] },
  )
  const { mtimeMs } = statSync(built)
  return sources.some((file) => statSync(path.join(root, file)).mtimeMs > mtimeMs)
}

const vitest = (project: string, ...args: string[]) =>
  run('vitest', ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...args])
const startedAt = performance.now()
console.log(`${changed.length} files changed since ${base.slice(0, 12)}`)
/** In one process: the check needs the other core. */
async function testWorker(): Promise<void> {
  const reaches = /^(app|db|locales|workers|tests\/(worker|kit))\//
  if (!changed.some((file) => reaches.test(file))) return
  const chosen = selectWorkerTests()
  if (chosen.length === 0) return
  if (isBuildOld()) await run('remix', ['vite:build'], { stdio: 'ignore' })
  await vitest('worker', ...chosen, '--maxWorkers=1')
}
const results = await Promise.allSettled([
  testWorker(),
  vitest('unit', '--changed', base, '--passWithNoTests'),
  // Takes less time than the tests, so it gets the lower priority.
  run('node', ['scripts/check.ts'], { env: { ...process.env, NICE: '10' } }),
])
for (const result of results) if (result.status === 'rejected') console.error(result.reason.message)
console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
process.exit(results.every(({ status }) => status === 'fulfilled') ? 0 : 1)
