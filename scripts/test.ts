import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.ts'
import { root } from './dev-config.ts'
import { run, runQuietly } from './run.ts'

/**
 * `npm test`: check, build, unit, simulation, worker, production bundle, benchmarks, browser; with names as arguments only
 * those. Every part runs even when one before it failed. The last line counts the tests and, of
 * the parts that are no tests (check, build, bundle), the failed ones.
 */
const PARTS = ['check', 'build', 'unit', 'simulation', 'worker', 'bundle', 'bench', 'e2e'] as const
type Part = (typeof PARTS)[number]
type Counts = { passed: number; failed: number; skipped: number }

const asked = process.argv.slice(2).filter((name): name is Part => PARTS.some((part) => part === name))
const needsBuild = ['worker', 'bench', 'e2e'].some((name) => asked.includes(name as Part))
const parts = asked.length === 0 ? [...PARTS] : needsBuild ? (['build', ...asked] as Part[]) : asked
const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })

async function vitest(project: string): Promise<Counts> {
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
  const ok = await succeeds(run('vitest', args))
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const failed = report.numFailedTests || (ok ? 0 : 1)
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests }
}

async function playwright(): Promise<Counts> {
  const chromium = await ensureChromium()
  const file = path.join(reports, 'e2e.json')
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(chromium ? { CHROMIUM: chromium } : {}),
  }
  const ok = await succeeds(
    run('playwright', ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json'], { env }),
  )
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky || (ok ? 0 : 1),
    skipped: stats.skipped,
  }
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: Error) => {
      console.error(error.message)
      return false
    },
  )
/** A part that is no test counts only when it fails. */
const step = async (work: Promise<unknown>): Promise<Counts> => ({
  passed: 0,
  failed: (await succeeds(work)) ? 0 : 1,
  skipped: 0,
})

const RUN: Record<Part, () => Promise<Counts>> = {
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

const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const part of parts) {
  const startedAt = performance.now()
  const counts = await RUN[part]().catch((error): Counts => {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `\n— ${part}: ${counts.failed === 0 ? 'ok' : 'FAILED'}, ${counts.passed} passed, ${counts.failed} failed (${seconds} s)\n`,
  )
}
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 ? 0 : 1)
