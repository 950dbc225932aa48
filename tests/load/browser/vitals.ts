import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { newPhone, slowDown } from './chromium.ts'
import type { Place } from './site.ts'

/**
 * What a visitor saw: when the largest thing stood there (ms), how far things moved, how long the
 * slowest touch took to show (ms).
 */
export type Vitals = { LCP: number; CLS: number; INP: number; largest: Largest; slowest: Slowest }
/** What was largest, and where its time went (ms). */
export type Largest = {
  element: string
  toFirstByte: number
  toRequest: number
  loading: number
  toRender: number
}
/** What was touched, and where the time to the next picture went (ms). */
export type Slowest = { element: string; waiting: number; working: number; painting: number }
/** What a visitor does as soon as the page stands there. */
export type Touches = (page: Page) => Promise<void>

const require = createRequire(import.meta.url)
const folder = path.dirname(require.resolve('web-vitals'))
const library = readFileSync(path.join(folder, 'web-vitals.attribution.iife.js'), 'utf8')
/** The browser tells of no touch that is quicker, but for the first. */
const QUICKEST_MS = 16
const GIVE_UP_MS = 15_000

/**
 * Runs before anything of the page's own. The figures lie in the tab's storage: a link may be what
 * is touched last, and what is told on leaving is read on the next page, which is not measured.
 */
const watch = `${library};
(() => {
  if (window !== top || sessionStorage.left) return
  const seen = {}
  const all = { reportAllChanges: true, durationThreshold: ${QUICKEST_MS} }
  const keep = (figures) => { sessionStorage.vitals = JSON.stringify(Object.assign(seen, figures)) }
  webVitals.onLCP(({ value, attribution: a }) => keep({ LCP: value, largest: {
    element: a.target, toFirstByte: a.timeToFirstByte, toRequest: a.resourceLoadDelay,
    loading: a.resourceLoadDuration, toRender: a.elementRenderDelay } }), all)
  webVitals.onCLS(({ value }) => keep({ CLS: value }), all)
  webVitals.onINP(({ value, attribution: a }) => keep({ INP: value, slowest: {
    element: a.interactionTarget, waiting: a.inputDelay, working: a.processingDuration,
    painting: a.presentationDelay } }), all)
  addEventListener('pagehide', () => { sessionStorage.left = 'yes' })
})()`

/**
 * Visits a page for the first time on a slow phone, and touches it. Throws when it is not the page
 * that was meant.
 */
export async function visit(
  browser: Browser,
  url: string,
  place: Place,
  touches: Touches,
): Promise<Vitals> {
  const phone = await newPhone(browser, url, place.cookie)
  try {
    phone.setDefaultTimeout(GIVE_UP_MS)
    const page = await slowDown(phone)
    await page.addInitScript(watch)
    await page.goto(url + place.path, { waitUntil: 'load' })
    await page.locator(place.shows).first().waitFor()
    // A touch ends the search for the largest thing.
    await page.waitForFunction(() => sessionStorage.vitals?.includes('LCP'))
    await touches(page)
    await page.waitForFunction(() => sessionStorage.vitals?.includes('INP'))
    return { CLS: 0, ...JSON.parse(await page.evaluate(() => sessionStorage.vitals)) }
  } finally {
    await phone.close()
  }
}
