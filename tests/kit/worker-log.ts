import { beforeEach } from 'vitest'

/**
 * Buffers log output and shows it where a test fails. If it were left to the runner, a line that an
 * object writes on its own after the last test would never get out of the object, and the run would
 * wait for it forever.
 */
const { log } = console
const lines: unknown[][] = []
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
  console[level] = (...line) => void lines.push(line)

/** Called in every file: this module is evaluated once per runtime, but hooks apply to one file. */
export const showLogOfFailures = () =>
  beforeEach(({ onTestFailed }) => {
    lines.length = 0
    onTestFailed(() => {
      for (const line of lines) log(...line)
    })
  })
