import type { Browser, Page } from '@playwright/test'
import { webVitals } from '#tests/load/packages/index.ts'
import { newPhone, slowDown } from './chromium.ts'
import type { Place } from './site.ts'

/**
 * What a visitor experienced: when the largest element appeared (ms), how far things shifted, how
 * long the slowest interaction took to show (ms).
 */
export type Vitals = { LCP: number; CLS: number; INP: number; largest: Largest; slowest: Slowest }
/** The largest element, and where its time went (ms). */
export type Largest = {
  element: string
  toFirstByte: number
  toRequest: number
  loading: number
  toRender: number
}
/** The element touched, and where the time to the next frame went (ms). */
export type Slowest = { element: string; waiting: number; working: number; painting: number }
/** What a visitor does as soon as the page has appeared. */
export type Touches = (page: Page) => Promise<void>

/** The browser reports no interaction faster than this, except the first. */
const QUICKEST_MS = 16
const GIVE_UP_MS = 15_000

/**
 * Runs before any of the page's own scripts. The figures are kept in the tab's storage: the last
 * touch may be on a link, and what is reported on leaving is read on the next page, which is not
 * measured.
 */
const watch = () => `${webVitals()};
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
 * Visits a page for the first time on a slow phone, and interacts with it. Throws if it is not the
 * intended page.
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
    await page.addInitScript(watch())
    await page.goto(url + place.path, { waitUntil: 'load' })
    await page.locator(place.shows).first().waitFor()
    // An interaction ends the search for the largest element.
    await page.waitForFunction(() => sessionStorage.vitals?.includes('LCP'))
    await touches(page)
    await page.waitForFunction(() => sessionStorage.vitals?.includes('INP'))
    return { CLS: 0, ...JSON.parse(await page.evaluate(() => sessionStorage.vitals)) }
  } finally {
    await phone.close()
  }
}
