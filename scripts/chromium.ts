import { existsSync } from 'node:fs'
import { run } from './run.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** What a Chromium is started with that shall find nobody of its own accord. */
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
 * Makes sure that a Chromium and a Chinese font are there. Gives the browser's path, or null for
 * Playwright's own. Debian's packages where apt and root are there, Playwright's download elsewhere.
 */
export async function ensureChromium(): Promise<string | null> {
  const found = () => PLACES.find((place) => existsSync(place)) ?? null
  const place = found()
  if (place) return place
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], {
      env,
    })
    return found()
  }
  await run('playwright', ['install', 'chromium'])
  return null
}
