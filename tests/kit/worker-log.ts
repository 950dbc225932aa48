import { beforeEach } from 'vitest'

/**
 * Keeps what is logged, and shows it where a test fails. Left to the runner, a line that an object
 * writes on its own once the last test is over would never get out of the object, and the run would
 * wait for it for ever.
 */
const { log } = console
const lines: unknown[][] = []
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
  console[level] = (...line) => void lines.push(line)

/** For every file anew: this module is read once in a runtime, and hooks hold for one file. */
export const showLogOfFailures = () =>
  beforeEach(({ onTestFailed }) => {
    lines.length = 0
    onTestFailed(() => {
      for (const line of lines) log(...line)
    })
  })
