import type { Browser, Request } from '@playwright/test'
import { newPhone } from './chromium.ts'
import type { Place } from './site.ts'

export const KINDS = ['HTML', 'CSS', 'JS', 'texts'] as const
export type Kind = (typeof KINDS)[number]
/** Compressed bytes of a first visit, and how many of its requests failed. */
export type Weight = { bytes: Record<Kind, number>; failures: number }

/**
 * What a first visit transfers before the page can be used: the document, its styles and scripts
 * (including those it preloads) and the texts that the scripts wait for, in bytes on the network
 * without headers. Not counted: images, and what a hydrated page requests (the routes of its links,
 * whether a deposit stands).
 */
export async function weigh(browser: Browser, url: string, place: Place): Promise<Weight> {
  const phone = await newPhone(browser, url, place.cookie)
  const page = await phone.newPage()
  const weight: Weight = { bytes: { HTML: 0, CSS: 0, JS: 0, texts: 0 }, failures: 0 }
  const counted: Promise<void>[] = []
  const count = async (request: Request) => {
    const response = await request.response()
    const kind = response && kindOf(request, response.headers()['content-type'] ?? '')
    if (!response || response.status() >= 400) weight.failures += 1
    else if (kind) {
      if (response.headers()['content-encoding'] !== 'gzip')
        throw new Error(`${request.url()} is not compressed`)
      const { responseBodySize } = await request.sizes()
      weight.bytes[kind] += responseBodySize
    }
  }
  // Stripe's own script is not ours to measure.
  const isOurs = (request: Request) => request.url().startsWith(`${url}/`)
  page.on('requestfinished', (request) => {
    if (isOurs(request)) counted.push(count(request))
  })
  page.on('requestfailed', (request) => {
    if (isOurs(request)) weight.failures += 1
  })
  page.on('pageerror', () => (weight.failures += 1))
  await page.goto(url + place.path, { waitUntil: 'networkidle' })
  await page.locator(place.shows).first().waitFor()
  await Promise.all(counted)
  await phone.close()
  return weight
}

function kindOf(request: Request, type: string): Kind | null {
  if (request.isNavigationRequest()) return 'HTML'
  if (type.startsWith('text/css')) return 'CSS'
  if (type.startsWith('text/javascript')) return 'JS'
  return type.startsWith('application/json') && request.url().includes('/assets/') ? 'texts' : null
}
