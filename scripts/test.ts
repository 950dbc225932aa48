import { rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.ts'
import { root } from './dev-config.ts'
import { run, runQuietly } from './run.ts'
import { type Outcome, playwrightOutcome, vitestOutcome } from './test-report.ts'

/**
 * `npm test`: runs all parts, or only those named as arguments. Stages run one after another, the
 * lanes of a stage beside each other, the parts of a lane in order. Every part runs even if an
 * earlier one failed. The end of the output repeats what failed and why, for readers who see no
 * more than that; the last line counts the tests and the failed parts that are not tests (check,
 * build, bundle, bench, state).
 */
const STAGES = [
  [
    ['check', 'unit', 'simulation'],
    // The benchmark mostly waits for alarms.
    ['build', 'bundle', 'bench', 'hops', 'state'],
  ],
  [['worker']],
  [['e2e']],
] as const
type Part = (typeof STAGES)[number][number][number]
const PARTS: readonly Part[] = STAGES.flat(2)
/**
 * A part still running after this time is stuck. The longest takes 8 minutes on an idle machine.
 */
const LIMIT_MS = 40 * 60_000

const args = process.argv.slice(2)
const unknown = args.filter((name) => !PARTS.some((part) => part === name))
if (unknown.length > 0) throw new Error(`no part is called ${unknown}: ${PARTS.join(', ')}`)
const isAsked = (part: Part) => args.length === 0 || args.includes(part)
/** Prerequisites of the requested parts. */
const needed: Partial<Record<Part, boolean>> = {
  build: (['bundle', 'bench', 'hops', 'worker', 'e2e'] as const).some(isAsked),
  state: isAsked('e2e'),
}
const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
// Installed while other parts run.
const chromium = isAsked('e2e') ? ensureChromium() : null
chromium?.catch(() => {})

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
  const place = await chromium
  const file = path.join(reports, 'e2e.json')
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    E2E_PREPARED: '1',
    ...(place ? { CHROMIUM: place } : {}),
  }
  const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const problem = await problemOf(run('playwright', args, { env, timeout: LIMIT_MS }))
  return playwrightOutcome(file, problem)
}

/** The error of a promise, or null. */
const problemOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: Error) => error.message,
  )
/** Runs a part that is not a test; it only counts if it fails. Its output is shown in one piece. */
async function step(command: string, ...args: string[]): Promise<Outcome> {
  const problem = await problemOf(
    runQuietly(command, args).then((printed) => console.log(printed.trimEnd())),
  )
  return {
    passed: 0,
    failed: problem === null ? 0 : 1,
    skipped: 0,
    failures: problem === null ? [] : [problem],
  }
}

const RUN: Record<Part, () => Promise<Outcome>> = {
  check: () => step('node', 'scripts/check.ts'),
  build: () => step('remix', 'vite:build'),
  unit: () => vitest('unit'),
  simulation: () => vitest('simulation'),
  worker: () => vitest('worker'),
  bundle: () => step('node', 'scripts/check-bundle.ts'),
  // Only checks that it starts the product and prints a row: one second is too short to measure.
  bench: () =>
    step(
      'node',
      'scripts/setup.mjs',
      'tests/load/bench.ts',
      '--built',
      '--seconds',
      '1',
      '--rounds',
      '1',
      '2',
    ),
  hops: () => vitest('hops'),
  // The state that the browser tests' servers start with.
  state: () => step('node', 'tests/e2e/kit/prepare.ts'),
  e2e: playwright,
}

const total = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const lines: string[] = []
const beganAt = performance.now()
const secondsSince = (at: number) => `${((performance.now() - at) / 1000).toFixed(1)} s`

async function play(part: Part): Promise<void> {
  const startedAt = performance.now()
  const outcome = await RUN[part]().catch(
    (error): Outcome => ({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [String(error?.stack ?? error)],
    }),
  )
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += outcome[key]
  failures.push(...outcome.failures.map((text) => `${part}: ${text}`))
  const { passed, failed } = outcome
  const line = `${part}: ${failed === 0 ? 'ok' : 'FAILED'}, ${passed} passed, ${failed} failed (${secondsSince(startedAt)})`
  lines.push(line)
  console.log(`\n— ${line}\n`)
}

for (const stage of STAGES)
  await Promise.all(
    stage.map(async (lane) => {
      for (const part of lane) if (isAsked(part) || needed[part]) await play(part)
    }),
  )
console.log(`${lines.join('\n')}\nall: ${secondsSince(beganAt)}\n`)
for (const failure of failures) console.log(`FAILED ${failure}\n`)
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 ? 0 : 1)
