import { existsSync, readFileSync } from 'node:fs'

/** The result of a part of the tests; `failures` says which tests failed, and why. */
export type Outcome = { passed: number; failed: number; skipped: number; failures: string[] }

/** Maximum length of a failure's text, for places that store only the end of a log. */
const LONGEST = 1500
const short = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/**
 * Reads vitest's JSON report. A failed run without a failed test (`problem`) counts as one failure.
 */
export function vitestOutcome(file: string, problem: string | null): Outcome {
  if (!existsSync(file)) return unreported(problem)
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    const told = failed.map((one) =>
      short(`${name} › ${one.fullName}\n${(one.failureMessages ?? []).join('\n')}`),
    )
    return failed.length === 0 && status === 'failed' ? [short(`${name}\n${message}`)] : told
  })
  return counted(
    report.numPassedTests,
    report.numFailedTests,
    report.numPendingTests,
    failures,
    problem,
  )
}

type Suite = {
  specs?: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
  suites?: Suite[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
  errors?: { message?: string }[]
}

/**
 * Reads Playwright's JSON report, as above; a test that only passed on a retry counts as failed.
 */
export function playwrightOutcome(file: string, problem: string | null): Outcome {
  if (!existsSync(file)) return unreported(problem)
  const { stats, suites, errors = [] }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = [
    ...suites.flatMap(failedIn),
    ...errors.map(({ message = '' }) => short(message)),
  ]
  return counted(stats.expected, stats.unexpected + stats.flaky, stats.skipped, failures, problem)
}

function failedIn({ specs = [], suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors = [] }) =>
          errors.map(({ message = '' }) => message),
        )
        return short(`${file}:${line} › ${title}\n${messages.join('\n')}`)
      }),
  )
  return [...own, ...suites.flatMap(failedIn)]
}

/**
 * The outcome of a run that stopped before it could report, for example because it took too long.
 */
const unreported = (problem: string | null): Outcome => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [problem ?? 'the run stopped before it wrote a report'],
})

function counted(
  passed: number,
  failed: number,
  skipped: number,
  failures: string[],
  problem: string | null,
): Outcome {
  if (failed > 0 || problem === null) return { passed, failed, skipped, failures }
  return { passed, failed: 1, skipped, failures: failures.length > 0 ? failures : [problem] }
}
