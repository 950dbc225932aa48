import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { root, standInKeys, writeDevConfig } from '../scripts/dev-config.ts'

const migrations = await readD1Migrations(path.join(root, 'db/migrations'))
const configPath = writeDevConfig()

// Each object and the database are files that are synced on every write. A RAM disk, if there is a
// large one, cuts the time by a third.
const MEMORY_DISK = '/dev/shm'
if (existsSync(MEMORY_DISK)) {
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  if (bavail * bsize > 2 ** 30) process.env.TMPDIR = MEMORY_DISK
}

/** See tests/kit/worker-crypto.ts. A file that has moved would cost every login 90 ms unnoticed. */
const PASSWORDS = 'app/account/service/passwords.server.ts'
if (!existsSync(path.join(root, PASSWORDS))) throw new Error(`where is ${PASSWORDS}?`)
const quickPasswords: Plugin = {
  name: 'quick-passwords',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith(`/${PASSWORDS}`)
      ? code.replace("'node:crypto'", "'#tests/kit/worker-crypto.ts'")
      : undefined,
}

/** One mistake in one source file, for tests/simulation/mutate.ts. */
const { file, from, to }: Record<string, string> = process.env.SIM_PATCH
  ? JSON.parse(readFileSync(process.env.SIM_PATCH, 'utf8'))
  : {}
const mistake: Plugin = {
  name: 'mistake',
  enforce: 'pre',
  transform: (code, id) =>
    file && from && id.endsWith(`/${file}`) ? code.replace(from, () => to ?? '') : undefined,
}

/** Ends a test that hangs. A machine that does other work besides is slow, not wrong. */
const PATIENCE_MS = 120_000

/**
 * unit: pure code, in Node. simulation: the product on our simulated platform, in separate
 * processes. worker: the whole development worker in workerd, with real D1, real objects and the
 * stand-ins; it needs the built pages (`npm run build`).
 */
export default defineConfig({
  test: {
    // Every request writes a log line; only a failed test's lines are worth reading.
    silent: 'passed-only',
    // Twice as fast on two cores as the default, which uses one fewer.
    maxWorkers: availableParallelism(),
    // The cache would keep the mistake, or not see it.
    ...(file && { fsModuleCache: false }),
    projects: [
      {
        root,
        plugins: [mistake],
        test: {
          name: 'unit',
          include: [
            '{app,db,locales,scripts,workers}/**/*.test.{ts,tsx}',
            'tests/{kit,load,rows}/**/*.test.ts',
          ],
          environment: 'node',
          // Most files load the same modules: loading them once per process instead of once per
          // file takes a quarter of the time.
          isolate: false,
          // Some take seconds, and a busy machine takes several times as long.
          testTimeout: PATIENCE_MS,
        },
      },
      {
        root,
        test: { name: 'simulation', include: ['tests/simulation/*.test.ts'], environment: 'node' },
      },
      {
        root,
        test: {
          name: 'hops',
          include: ['tests/hops/*.test.ts'],
          environment: 'node',
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        root,
        plugins: [
          quickPasswords,
          mistake,
          cloudflareTest({
            main: path.join(root, 'workers/dev/server.ts'),
            wrangler: { configPath },
            miniflare: { bindings: { ...standInKeys(), TEST_MIGRATIONS: migrations } },
          }),
        ],
        test: {
          name: 'worker',
          // Starting workerd and loading all modules for each file takes as long as all the tests.
          // The setup clears what a file leaves behind.
          isolate: false,
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: ['tests/kit/worker-setup.ts'],
          provide: {
            // Whether anything depends on when the tests are run: HOURS_AHEAD=13 npx vitest …
            hoursAhead: Number(process.env.HOURS_AHEAD ?? 0),
            fuzz: {
              seed: Number(process.env.FUZZ_SEED ?? 1),
              runs: Number(process.env.FUZZ_RUNS ?? 9),
              path: process.env.FUZZ_PATH ?? '',
            },
          },
          testTimeout: PATIENCE_MS,
          // A hook may wait for the wall clock's next minute.
          hookTimeout: PATIENCE_MS,
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ['@remix-run/cloudflare', '@remix-run/server-runtime', 'stripe'],
              },
            },
          },
        },
      },
    ],
  },
})
