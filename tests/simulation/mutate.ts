import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MUTATIONS, type Mutation } from './mutations.ts'

/**
 * `node tests/simulation/mutate.ts [part of a name]`: plays SIM_RUNS (default 500) histories
 * against each mutation and reports what the first broken one broke; some are tried with a test
 * instead. Fails when a mutation is not detected or can no longer be applied.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'))
const wanted = process.argv[2] ?? ''
const VITEST = 'node_modules/vitest/vitest.mjs'
let unseen = 0

/**
 * Whether the source contains that piece exactly once; otherwise nothing would be changed or
 * tested.
 */
function isThere({ file, from }: Mutation): boolean {
  const url = new URL(`../../${file}`, import.meta.url)
  return existsSync(url) && readFileSync(url, 'utf8').split(from).length === 2
}

async function judge(mutation: Mutation, index: number): Promise<string> {
  if (!isThere(mutation)) {
    unseen++
    return `CANNOT BE APPLIED: ${mutation.file}`
  }
  const file = path.join(folder, `${index}.json`)
  writeFileSync(file, JSON.stringify(mutation))
  const env = {
    ...process.env,
    SIM_PATCH: file,
    NO_COLOR: '1',
    SIM_FAILURES: '1',
    SIM_RUNS: process.env.SIM_RUNS ?? '500',
  }
  const here = import.meta.dirname
  const { seenBy } = mutation
  const child = seenBy
    ? spawn(process.execPath, [VITEST, 'run', '--config', 'tests/vitest.config.ts', seenBy], {
        env,
      })
    : spawn(process.execPath, ['--import', `${here}/hooks.ts`, `${here}/run.ts`], { env })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (out += chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  const failed = out.match(/ FAIL .*/)?.[0].trim()
  if (code === 0 || (seenBy && !failed)) {
    unseen++
    return code === 0 ? 'NOT DETECTED' : `broke: ${out.slice(-300)}`
  }
  if (failed) return failed
  const last = out.trim().split('\n').at(-1) ?? ''
  return last.startsWith('{')
    ? String((JSON.parse(last) as { failed: string[] }).failed[0])
    : `broke: ${out.slice(-300)}`
}

for (const [index, mutation] of MUTATIONS.entries())
  if (mutation.name.includes(wanted))
    console.log(`${mutation.name}\n  ${await judge(mutation, index)}`)
process.exit(unseen === 0 ? 0 : 1)
