import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/chromium.ts'

const root = path.resolve(import.meta.dirname, '../..')
const port = Number(process.env.PORT ?? 8790)
/** The browser tests' own state folder, made anew for every run; another one for a second run beside the first. */
const state = path.resolve(root, process.env.E2E_STATE_DIR ?? '.state/e2e')

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: path.join(import.meta.dirname, 'kit/setup.ts'),
  outputDir: path.join(root, 'test-results/e2e'),
  // One world for all files, in the order of their names: those that move its clock by days are called timed-… and come last.
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: true,
  // A machine that does other things besides is slow, not wrong.
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${port}/neighbourhelp/`,
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
  },
  projects: [{ name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } }],
  webServer: {
    command: 'rm -rf "$STATE_DIR" && node scripts/start.ts',
    cwd: root,
    env: { PORT: String(port), STATE_DIR: state, SKIP_BUILD: '1' },
    url: `http://localhost:${port}/__dev/ready`,
    timeout: 120_000,
    reuseExistingServer: false,
  },
})
