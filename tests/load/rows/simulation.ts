import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Row, Sample } from '#tests/load/harness.ts'
import { temporary } from '#tests/load/temporary.ts'
import { root } from '../../../scripts/dev-config.ts'

/**
 * Each round plays the same histories, so that rounds differ only by the machine; about this many
 * fit into a second.
 */
const HISTORIES_PER_SECOND = 6
/** They produce about a thousand commands, of every kind that people, payments and time produce. */
const RECORDED_HISTORIES = 15

/**
 * Whole histories of the simulation in one process: students, objects, Stripe, faults and all
 * invariants.
 */
export const simulation: Row = {
  id: '11',
  what: 'the simulation, one process',
  unit: 'histories/s',
  open: async () => ({
    sides: [
      { name: 'histories', measure: (seconds) => play(Math.ceil(seconds * HISTORIES_PER_SECOND)) },
    ],
    close: async () => undefined,
  }),
  ratios: [],
}

/**
 * The rules alone: what a group's object calls on each command, with states and commands recorded
 * from histories.
 */
export const decisions: Row = {
  id: '11d',
  what: 'decide, carpools and trips, as recorded from histories',
  unit: 'decisions/s',
  async open() {
    const recorded = await record()
    const deciders = {
      carpool: (await import('#app/domain/carpool/machine.ts')).decide as Decide,
      trip: (await import('#app/domain/trip/machine.ts')).decide as Decide,
    }
    const asked = recorded.map((one) => ({ ...one, decide: deciders[kindOf(one)] }))
    checkMix(asked.map(({ decide, state, command, now }) => decide(state, command, now).ok))
    return {
      sides: [{ name: 'decide', measure: async (seconds) => decideFor(asked, seconds) }],
      close,
    }
  },
  ratios: [],
}

const close = async () => undefined

type Said = { state: object | null; command: { type: string }; now: number }
type Decide = (state: object | null, command: object, now: number) => { ok: boolean }

const kindOf = ({ state, command }: Said): 'trip' | 'carpool' =>
  command.type === 'draftTrip' || (state !== null && 'tripStartAt' in state) ? 'trip' : 'carpool'

/**
 * Checks for both accepted and refused commands; otherwise the measurement does not resemble a real
 * day.
 */
function checkMix(accepted: boolean[]): void {
  const part = accepted.filter(Boolean).length / accepted.length
  if (accepted.length < 500 || part < 0.5 || part === 1)
    throw new Error(
      `${accepted.length} commands, of which ${Math.round(part * 100)} % are accepted`,
    )
}

function decideFor(asked: (Said & { decide: Decide })[], seconds: number): Sample {
  const begun = performance.now()
  const until = begun + seconds * 1000
  let count = 0
  while (performance.now() < until) {
    for (const { decide, state, command, now } of asked) decide(state, command, now)
    count += asked.length
  }
  return { value: (count * 1000) / (performance.now() - begun), failures: 0 }
}

async function play(runs: number): Promise<Sample> {
  const { seconds, failed } = await simulate({ SIM_RUNS: String(runs) })
  // The first history is played twice more, to check that a seed always gives the same one.
  return { value: (runs + 2) / seconds, failures: failed.length }
}

/** Plays histories while recording the calls to the rules. */
async function record(): Promise<Said[]> {
  const folder = temporary()
  const file = path.join(folder, 'said.jsonl')
  const patch = path.join(folder, 'patch.json')
  const from = '    decide(state, command, now) {\n'
  const note = `process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(file)}, JSON.stringify({ state, command, now }) + '\\n')\n`
  writeFileSync(
    patch,
    JSON.stringify({ file: 'app/domain/group/machine.ts', from, to: from + note }),
  )
  await simulate({ SIM_PATCH: patch, SIM_RUNS: String(RECORDED_HISTORIES) })
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  rmSync(file)
  return lines.map((line) => JSON.parse(line) as Said)
}

/**
 * A simulation takes over the time, timers and randomness of its whole process, so it runs in its
 * own.
 */
function simulate(env: Record<string, string>): Promise<{ seconds: number; failed: string[] }> {
  const folder = path.join(root, 'tests/simulation')
  const imported = ['--import', path.join(folder, 'hooks.ts'), path.join(folder, 'run.ts')]
  const child = spawn(process.execPath, ['--max-semi-space-size=32', ...imported], {
    env: { ...process.env, SIM_FROM: '1', ...env },
  })
  return new Promise((resolve, reject) => {
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk))
    child.on('error', reject)
    child.on('close', () => {
      const last = out.trim().split('\n').at(-1) ?? ''
      if (last.startsWith('{')) resolve(JSON.parse(last))
      else reject(new Error(out))
    })
  })
}
