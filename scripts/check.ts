import { run } from './run.ts'

/** `npm run check`: format, lint, types, locales, dependency direction, unused code. All of them run; any failure fails. */
const CHECKS: [string, string, string[]][] = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['types of scripts', 'tsc', ['--noEmit', '-p', 'scripts']],
  ['types of the simulation', 'tsc', ['--noEmit', '-p', 'tests/simulation']],
  ['locales', 'node', ['scripts/check-locales.ts']],
  ['dependency direction', 'node', ['scripts/check-direction.ts']],
  ['unused code', 'knip', []],
  ['migrations match the schema', 'node', ['scripts/check-migrations.ts']],
]

let failed = 0
for (const [name, command, args] of CHECKS) {
  const startedAt = performance.now()
  const ok = await run(command, args).then(
    () => true,
    () => false,
  )
  if (!ok) failed++
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}
process.exit(failed === 0 ? 0 : 1)
