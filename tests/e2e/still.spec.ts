import { expect, type Page } from '@playwright/test'
import { cardNumber } from './kit/card.ts'
import { holdBack } from './kit/hold.ts'
import { orderOf } from './kit/orders.ts'
import { logIn } from './kit/people.ts'
import { draftPlace, newRider, openPlace } from './kit/places.ts'
import { dialog } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/**
 * Nothing moves under a finger while a page comes to life: a tap whose beginning and end hit
 * different elements does nothing.
 */

const RIDE = { days: 20, maxPassengers: 4 }

/** Resolves once everything that has arrived is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((then) => requestAnimationFrame(() => setTimeout(then))))

/** Where everything is that can be pressed in the sheet, once all that has come is drawn. */
async function targetsAt(page: Page) {
  await drawn(page)
  const targets = await dialog(page)
    .locator('a:visible, button:visible, label:visible, summary:visible')
    .all()
  return Promise.all(targets.map((target) => target.boundingBox()))
}

for (const [language, width] of [
  ['zh', 320],
  ['zh', 1280],
  ['en', 320],
  ['en', 1280],
] as const)
  test(`the payment sheet stays still while its card field opens: ${language}, ${width} px`, async ({
    page,
  }) => {
    await setLanguage(page, language)
    await page.setViewportSize({ width, height: 844 })
    const rider = await newRider(page.request)
    const { participantId } = await draftPlace(page.request, rider, RIDE)
    await logIn(page, rider)
    const script = await holdBack(page, /stripe\/stripe\.js/)
    const frame = await holdBack(page, /stripe\/card\?/)
    await page.goto(`${pages}/carpool/pay/${participantId}`, { waitUntil: 'domcontentloaded' })
    const at = await targetsAt(page)
    expect(at.length).toBeGreaterThan(3)
    const box = page.getByTestId('card-box')
    script.release()
    await frame.asked
    expect(await targetsAt(page)).toEqual(at)
    frame.release()
    await expect(cardNumber(page)).toBeEditable()
    expect(await targetsAt(page)).toEqual(at)
    // All of the box is the field's.
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await box.click({ position: { x: 40, y: 4 } })
    await expect(cardNumber(page)).toBeFocused()
  })

/** From the next document on, a page gets its texts, and so comes to life, on calling `arrive`. */
const holdTexts = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = window
    const arrived = new Promise<void>((arrive) => Object.assign(window, { arrive }))
    window.fetch = async (...asked) => {
      if (/strings-/.test(String(asked[0]))) await arrived
      return fetch(...asked)
    }
  })

/** Resolves once the page has come to life; many need no scripts for that. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const keys = '__remixContext' in window ? Object.keys(document.body) : ['__reactFiber']
    return keys.some((key) => key.startsWith('__reactFiber'))
  })

/** What the browser has moved since the document began, in words. */
const moved = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { sources: { node: Element | null }[] }
    const shifts: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((then) => setTimeout(then))
    return [...shifts, ...observer.takeRecords()].flatMap((shift) =>
      (shift as Shift).sources.map(({ node }) => `${location.pathname}: ${node?.textContent}`),
    )
  })

for (const language of ['zh', 'en'] as const)
  test(`a student’s pages stay still while their scripts arrive: ${language}`, async ({ page }) => {
    await setLanguage(page, language)
    const rider = await newRider(page.request)
    const { participantId } = await draftPlace(page.request, rider, RIDE)
    const other = await openPlace(page.request, await newRider(page.request), RIDE)
    const order = await orderOf(page.request, rider, 'mail', 12, { paid: false })
    await logIn(page, rider)
    const paths = [
      '/',
      '/carpool',
      '/carpool/create',
      `/carpool/${other.carpoolId}/join`,
      `/carpool/pay/${participantId}`,
      '/moving',
      '/moving/create',
      '/mail/create',
      `/mail/pay/${order}`,
      '/trip',
      '/trip/create',
      '/rides',
      '/profile',
      '/notices',
    ]
    await holdTexts(page)
    for (const path of paths) {
      const answer = await page.goto(`${pages}${path}`, { waitUntil: 'commit' })
      expect(answer?.status(), path).toBe(200)
      await expect(page.locator('h1, h2').first()).toBeVisible()
      await drawn(page)
      await page.evaluate('arrive()')
      await hydrated(page)
      await drawn(page)
      expect(await moved(page)).toEqual([])
    }
  })
