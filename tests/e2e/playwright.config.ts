import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/chromium.ts'
import { port, root, WORKERS } from './kit/servers.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/**
 * A context's first page takes a third less CPU without a spare process beside its own. Drawing
 * needs one thread: the cores are busy anyway.
 */
const CHEAP_PAGES = ['--renderer-process-limit=1', '--num-raster-threads=1']

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results/e2e'),
  // A file is run by one worker from beginning to end. Files that move the clock by days are called
  // timed-….
  fullyParallel: false,
  workers: WORKERS,
  // Retried only to record a trace; the test has failed all the same.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 120_000,
  forbidOnly: true,
  // A machine that does other work besides is slow, not wrong.
  expect: { timeout: 15_000 },
  use: {
    trace: 'on-first-retry',
    baseURL: `http://localhost:${port}/neighbourhelp/`,
    launchOptions: { executablePath, args: [...CHROMIUM_ARGS, ...CHEAP_PAGES] },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Animations would have to be waited for. The files about animation turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // A test cannot see or change what a service worker asks for. The file about it lets it in.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
  webServer: {
    command: 'node tests/e2e/kit/serve.ts',
    cwd: root,
    wait: { stdout: /READY/ },
    timeout: 300_000,
  },
})
