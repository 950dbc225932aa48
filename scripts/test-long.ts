import { run } from './run.ts'

/**
 * `npm run test:long [-- histories [first seed]]`: only the simulation, on new seeds unless the
 * first one is given.
 */
const [runs = '20000', from] = process.argv.slice(2)
for (const given of [runs, from])
  if (given !== undefined && !/^[1-9]\d*$/.test(given))
    throw new Error(`${given} is not a whole number above 0`)

const env = { ...process.env, SIM_RUNS: runs, ...(from && { SIM_FROM: from }) }
await run('vitest', ['run', '--config', 'tests/vitest.config.ts', '--project', 'simulation'], {
  env,
}).catch(() => process.exit(1))
