import { rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.ts'
import { root } from './dev-config.ts'
import { run, runQuietly } from './run.ts'
import { type Outcome, playwrightOutcome, vitestOutcome } from './test-report.ts'

/**
 * `npm test`: check, build, unit, simulation, worker, production bundle, benchmarks, browser; with names as arguments only
 * those. Every part runs even when one before it failed. At the end stands what failed, and why, for whoever sees no more than
 * that; the last line counts the tests and, of the parts that are no tests (check, build, bundle, bench), the failed ones.
 */
const PARTS = ['check', 'build', 'unit', 'simulation', 'worker', 'bundle', 'bench', 'e2e'] as const
type Part = (typeof PARTS)[number]
/** A part that has not ended by then has stopped somewhere. The longest takes 15 minutes. */
const LIMIT_MS = 40 * 60_000

const asked = process.argv.slice(2).filter((name): name is Part => PARTS.some((part) => part === name))
const needsBuild = ['worker', 'bench', 'e2e'].some((name) => asked.includes(name as Part))
const parts = asked.length === 0 ? [...PARTS] : needsBuild ? (['build', ...asked] as Part[]) : asked
const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })

async function vitest(project: string): Promise<Outcome> {
  const file = path.join(reports, `${project}.json`)
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const problem = await problemOf(run('vitest', args, { timeout: LIMIT_MS }))
  return vitestOutcome(file, problem)
}

async function playwright(): Promise<Outcome> {
  const chromium = await ensureChromium()
  const file = path.join(reports, 'e2e.json')
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(chromium ? { CHROMIUM: chromium } : {}),
  }
  const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const problem = await problemOf(run('playwright', args, { env, timeout: LIMIT_MS }))
  return playwrightOutcome(file, problem)
}

/** What went wrong with some work, or null. */
const problemOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: Error) => error.message,
  )
/** A part that is no test counts only when it fails. */
async function step(work: Promise<unknown>): Promise<Outcome> {
  const problem = await problemOf(work)
  return {
    passed: 0,
    failed: problem === null ? 0 : 1,
    skipped: 0,
    failures: problem === null ? [] : [problem],
  }
}

const RUN: Record<Part, () => Promise<Outcome>> = {
  check: () => step(run('node', ['scripts/check.ts'])),
  build: () => step(runQuietly('remix', ['vite:build'])),
  unit: () => vitest('unit'),
  simulation: () => vitest('simulation'),
  worker: () => vitest('worker'),
  bundle: () => step(run('node', ['scripts/check-bundle.ts'])),
  // Only to show that it runs: a second is no measuring.
  bench: () =>
    step(runQuietly('node', ['tests/load/bench.ts', '--built', '--seconds', '1', '--rounds', '1'])),
  e2e: playwright,
}

const total = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
for (const part of parts) {
  const startedAt = performance.now()
  const outcome = await RUN[part]().catch(
    (error): Outcome => ({ passed: 0, failed: 1, skipped: 0, failures: [String(error?.stack ?? error)] }),
  )
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
  failures.push(...outcome.failures.map((text) => `${part}: ${text}`))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `\n— ${part}: ${outcome.failed === 0 ? 'ok' : 'FAILED'}, ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)\n`,
  )
}
for (const failure of failures) console.log(`FAILED ${failure}\n`)
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 ? 0 : 1)
