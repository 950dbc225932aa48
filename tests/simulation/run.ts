import { takeOverGlobals } from './globals.ts'

/**
 * Plays histories and prints one line of JSON. SIM_SEED: one history, shortened if it fails, with
 * its trace. Otherwise SIM_RUNS histories starting at seed SIM_FROM, the first of them twice.
 */
const print = (text: string) => process.stdout.write(`${text}\n`)
const clock = performance
takeOverGlobals()
const { planFor, play, shorten } = await import('./play.ts')

const failures: { seed: number; name: string; message: string; trace: string[] }[] = []

/** In how many histories each outcome occurred. */
const seen: Record<string, number> = {}
/** What became of all wishes. */
const wishes = { made: 0, seated: 0 }
/** What became of all cars that were not full at their cutoff. */
const cutoffs = { went: 0, failed: 0 }

async function replayOne(seed: number): Promise<void> {
  const outcome = await play(planFor(seed))
  const shown =
    outcome.failure && process.env.SIM_SHORTEN !== 'off' ? await shorten(outcome) : outcome
  print(shown.trace.join('\n'))
  print(`steps: ${shown.plan.steps.map(({ kind }) => kind).join(' ')}`)
  if (shown.failure) failures.push({ seed, ...shown.failure, trace: [] })
}

async function playMany(from: number, runs: number): Promise<void> {
  const first = await play(planFor(from))
  const again = await play(planFor(from))
  if (first.digest !== again.digest)
    failures.push({
      seed: from,
      name: 'Broken',
      message: 'the same seed gave a different history',
      trace: [],
    })
  for (let seed = from; seed < from + runs; seed++) {
    const { failure, trace, seen: met, wished, saved } = await play(planFor(seed))
    wishes.made += wished.made
    wishes.seated += wished.seated
    cutoffs.went += saved.went
    cutoffs.failed += saved.failed
    for (const name of met) seen[name] = (seen[name] ?? 0) + 1
    if (failure) failures.push({ seed, ...failure, trace: trace.slice(-25) })
    if (failures.length >= Number(process.env.SIM_FAILURES ?? 5)) break
  }
}

const startedAt = clock.now()
const seed = process.env.SIM_SEED
const runs = Number(process.env.SIM_RUNS ?? 1000)
if (seed) await replayOne(Number(seed))
else await playMany(Number(process.env.SIM_FROM ?? 1), runs)
const seconds = Math.round((clock.now() - startedAt) / 100) / 10
for (const { seed, message, trace } of failures)
  print(`seed ${seed}: ${message}\n  ${trace.join('\n  ')}`)
print(
  JSON.stringify({
    runs: seed ? 1 : runs,
    seconds,
    seen,
    wishes,
    cutoffs,
    failed: failures.map(({ seed, message }) => `seed ${seed}: ${message.slice(0, 300)}`),
  }),
)
process.exit(failures.length === 0 ? 0 : 1)
