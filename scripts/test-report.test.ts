import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './test-report.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const written = (report: unknown): string => {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

describe('vitest’s report', () => {
  const passing = { status: 'passed', fullName: 'a seat is held' }
  const report = (failed: number, testResults: unknown[]) =>
    written({ numPassedTests: 7, numFailedTests: failed, numPendingTests: 1, testResults })

  it('names each failed test with its file and reason', () => {
    const failing = {
      status: 'failed',
      fullName: 'a seat is freed',
      failureMessages: ['expected 3 to be 4'],
    }
    const file = report(1, [
      { name: 'seat.test.ts', status: 'failed', message: '', assertionResults: [passing, failing] },
    ])
    expect(vitestOutcome(file, 'vitest ended with 1')).toEqual({
      passed: 7,
      failed: 1,
      skipped: 1,
      failures: ['seat.test.ts › a seat is freed\nexpected 3 to be 4'],
    })
  })

  it('counts an unreadable file as a failure', () => {
    const file = report(0, [
      { name: 'seat.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ])
    expect(vitestOutcome(file, 'vitest ended with 1')).toMatchObject({
      failed: 1,
      failures: ['seat.test.ts\nno such module'],
    })
  })

  it('counts a run that failed after its tests passed', () => {
    const file = report(0, [
      { name: 'seat.test.ts', status: 'passed', message: '', assertionResults: [passing] },
    ])
    expect(vitestOutcome(file, 'vitest ended with 1')).toMatchObject({
      failed: 1,
      failures: ['vitest ended with 1'],
    })
    expect(vitestOutcome(file, null)).toMatchObject({ failed: 0, failures: [] })
  })
})

test('a run stopped before it could report has failed', () => {
  for (const outcomeOf of [vitestOutcome, playwrightOutcome])
    expect(outcomeOf(path.join(folder, 'none.json'), 'vitest run ended with SIGTERM')).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['vitest run ended with SIGTERM'],
    })
})

describe('Playwright’s report', () => {
  const spec = (status: string, ...messages: string[]) => ({
    title: 'a car fills',
    file: 'story.spec.ts',
    line: 12,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })

  it('names each failed test at any depth, and one that passed only on the second attempt', () => {
    const file = written({
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [spec('expected')],
          suites: [
            {
              specs: [spec('unexpected', 'no such button')],
              suites: [{ specs: [spec('flaky', 'late')] }],
            },
          ],
        },
      ],
    })
    expect(playwrightOutcome(file, 'playwright test ended with 1')).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      failures: [
        'story.spec.ts:12 › a car fills\nno such button',
        'story.spec.ts:12 › a car fills\nlate',
      ],
    })
  })

  it('says why nothing ran', () => {
    const file = written({
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
      suites: [],
      errors: [{ message: 'the server did not start' }],
    })
    expect(playwrightOutcome(file, 'playwright test ended with 1')).toMatchObject({
      failed: 1,
      failures: ['the server did not start'],
    })
  })
})
