import { run } from '../../scripts/run.ts'

/**
 * `npm run test:mutation [-- app/trip/rules]`: StrykerJS makes one small mistake after the other in
 * the pure rules, of all rooms or of a folder, and counts those that no unit test sees. What has
 * not changed since the last run is not tried again.
 */
const STRYKER = 'tests/mutation/packages/node_modules/.bin/stryker'
const [folder] = process.argv.slice(2)
const mutate = folder ? ['--mutate', `${folder}/**/*.ts,!**/*.test.ts`] : []
await run(STRYKER, ['run', 'tests/mutation/stryker.config.json', ...mutate]).catch(() =>
  process.exit(1),
)
