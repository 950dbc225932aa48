import type { Browser, Page } from '@playwright/test'
import { launch, newPhone, slowDown } from '#tests/load/browser/chromium.ts'
import { openSite, type Site } from '#tests/load/browser/site.ts'
import { median, type Row, type Side } from '#tests/load/harness.ts'

/** Ways on from the list; each ends when its destination is visible. */
const WAYS = {
  'to the other direction': async (page) => {
    await page.locator('main nav a[href*="DROPOFF"]').tap()
    await page.locator('main nav a[href*="DROPOFF"][aria-current]').waitFor()
    await page.locator('article').first().waitFor()
  },
  'to a dialog': async (page) => {
    await page.locator('article a[href*="/join"]').first().tap()
    await page.locator('dialog footer button').waitFor()
  },
} satisfies Record<string, (page: Page) => Promise<void>>
type Way = keyof typeof WAYS
const wayNames = Object.keys(WAYS) as Way[]

/** Tries in a round of the usual five seconds; the median counts. */
const TRIES = 9
const USUAL_SECONDS = 5

/**
 * How long a way takes on a slow phone that has had time to load everything the list requests, in
 * ms.
 */
async function take(browser: Browser, site: Site, way: Way): Promise<number> {
  const { list, join } = site.places
  const phone = await newPhone(browser, site.url, join.cookie)
  try {
    const page = await slowDown(phone)
    await page.goto(site.url + list.path, { waitUntil: 'networkidle' })
    const begun = performance.now()
    await WAYS[way](page)
    return performance.now() - begun
  } finally {
    await phone.close()
  }
}

const SENT = 'as sent'
const HYDRATED = 'hydrated'

/**
 * Going on from a list that stays as it was sent, versus the same list hydrated (decision 0024).
 */
export const ways: Row = {
  id: '9n',
  what: 'from the list, slow phone',
  unit: 'ms',
  async open() {
    const [sent, hydrated, browser] = await Promise.all([openSite(), openSite('stock'), launch()])
    const side = (how: string, site: Site, way: Way): Side => ({
      name: `${way}, ${how}`,
      async measure(seconds) {
        const tries = Math.max(1, Math.floor((TRIES * seconds) / USUAL_SECONDS))
        const times: number[] = []
        while (times.length < tries) times.push(await take(browser, site, way))
        return { value: median(times), failures: 0 }
      },
    })
    return {
      sides: wayNames.flatMap((way) => [side(SENT, sent, way), side(HYDRATED, hydrated, way)]),
      close: async () =>
        void (await Promise.all([browser.close(), sent.close(), hydrated.close()])),
    }
  },
  ratios: wayNames.map((way) => ({ of: `${way}, ${SENT}`, against: `${way}, ${HYDRATED}` })),
}
