import { existsSync } from 'node:fs'
import { run } from './run.ts'

const SHELL = '/usr/bin/chromium-headless-shell'
const PLACES = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Arguments for a Chromium that must not contact anything on its own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const isRoot = process.getuid?.() === 0

/**
 * Makes sure that a Chromium and a Chinese font are installed: Debian's packages if apt and root
 * are available, Playwright's download otherwise. Returns the browser's path, or null for
 * Playwright's own. The headless package is preferred: the other one starts pages of its window for
 * every context and takes a third longer for the same tests.
 */
export async function ensureChromium(): Promise<string | null> {
  const found = () => PLACES.find((place) => existsSync(place)) ?? null
  if (isRoot && !existsSync(SHELL) && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const install = (name: string) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-cjk'], {
        env,
      })
    await run('apt-get', ['update', '-qq'], { env })
    // Not every distribution has this package.
    await install('chromium-headless-shell').catch(() =>
      found() ? undefined : install('chromium'),
    )
    return found()
  }
  const place = found()
  if (place) return place
  await run('playwright', ['install', 'chromium'])
  return null
}
