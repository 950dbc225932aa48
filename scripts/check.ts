import { setPriority } from 'node:os'
import { runQuietly } from './run.ts'

type Check = [name: string, command: string, args: string[]]

/** TypeScript 7. Version 5 is only for tools that need its API (decision 0023). */
const TSC = 'node_modules/typescript-native/bin/tsc'
/**
 * Type check, incremental: repeated only for changes since the last run on this checkout. On two
 * cores, several checkers are slower than one.
 */
const types = (name: string, project: string): Check => {
  const seen = `.cache/types-${project.replace(/\W+/g, '-')}.tsbuildinfo`
  const options = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', seen]
  return [name, 'node', [TSC, ...options, '-p', project]]
}

/**
 * `npm run check`: format, lint, the API's document, types, locales, documents, dependency
 * direction, unused code. The lanes run in parallel, each lane in order. All of them run; any
 * failure fails.
 */
const LANES: Check[][] = [
  [
    // Before the type check: it writes the document's types.
    ['API document', 'node', ['scripts/check-api.ts']],
    types('types', '.'),
  ],
  [
    ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
    types('types of scripts', 'scripts'),
    types('types of the simulation', 'tests/simulation'),
    ['locales', 'node', ['scripts/check-locales.ts']],
    ['documents', 'node', ['scripts/check-docs.ts']],
    ['dependency direction', 'depcruise', ['--output-type', 'err-long', 'app', 'db', 'workers']],
    ['unused code', 'knip', ['--cache', '--cache-location', '.cache/knip']],
    ['migrations match the schema', 'node', ['scripts/check-migrations.ts']],
  ],
]

// Applies to this process and its child processes.
if (process.env.NICE) setPriority(Number(process.env.NICE))
await Promise.all(
  LANES.map(async (lane) => {
    for (const [name, command, args] of lane) {
      const startedAt = performance.now()
      const ok = await runQuietly(command, args).then(
        () => true,
        () => false,
      )
      if (!ok) process.exitCode = 1
      console.log(
        `${ok ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`,
      )
    }
  }),
)
