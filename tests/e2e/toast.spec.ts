import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { logIn } from './kit/people.ts'
import { call, newRider, openPlace } from './kit/places.ts'
import { dialog, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, pages } from './kit/world.ts'

/**
 * Messages appear, can be read for ten seconds (docs/rules.md#messages), and are then gone for all
 * users.
 */

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const TOLD_MS = 10_000
/** By then it must have gone, even on a busy machine. */
const GONE = TOLD_MS + 5000

const toast = (page: Page) => page.locator('.toast')

/** A page of each kind with a message on it. */
const scenes: Record<string, { path: string; options?: BrowserContextOptions }> = {
  'a page as it is sent': { path: '/' },
  'a page as it is sent, without scripts': { path: '/', options: { javaScriptEnabled: false } },
  'a page with a form': { path: '/login' },
  'a page with a form, without movement': {
    path: '/login',
    options: { reducedMotion: 'reduce' },
  },
}

async function tell(browser: Browser, { path, options }: (typeof scenes)[string]): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  // Logging out leaves a message for the next page, whether or not anyone was logged in.
  await page.request.post(`${pages}/logout`, {
    form: {},
    maxRedirects: 0,
    headers: { Origin: new URL(pages).origin },
  })
  await page.goto(`${pages}${path}`)
  await expect(toast(page)).toBeVisible()
  return page
}

/** What a finger and a screen reader find where the message is or was. */
const reached = async (page: Page, { x, y }: { x: number; y: number }) => ({
  byFinger: await page.evaluate(
    ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('.toast') !== null,
    [x, y],
  ),
  byEar: (await page.getByRole('button', { name: '关闭提示' }).count()) > 0,
})

test('messages disappear after ten seconds on every kind of page', async ({ browser }) => {
  await Promise.all(
    Object.entries(scenes).map(async ([name, scene]) => {
      const page = await tell(browser, scene)
      const since = Date.now()
      const box = await toast(page).boundingBox()
      const middle = {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
      }
      expect(await reached(page, middle), name).toEqual({ byFinger: true, byEar: true })
      // Not early: the moment a busy machine showed it is unknown, so this is read from the style
      // instead of waited for.
      expect(await toast(page).evaluate((shown) => getComputedStyle(shown).animationDelay)).toBe(
        '0s, 10s',
      )
      await expect(toast(page), name).toBeHidden({ timeout: since + GONE - Date.now() })
      expect(await reached(page, middle), name).toEqual({ byFinger: false, byEar: false })
      await page.context().close()
    }),
  )
})

/** A message for this browser's next page. */
const leave = (page: Page) =>
  page.request.post(`${pages}/profile/emails`, {
    form: { emails: 'on' },
    maxRedirects: 0,
    headers: { Origin: new URL(pages).origin },
  })

/**
 * Dialogs of each kind: over a header, over the profile, and a payment, which stays out of the
 * browser's top layer.
 */
const dialogs = async (page: Page) => {
  const rider = await newRider(page.request)
  const { carpoolId } = await openPlace(page.request, rider, { days: 9, maxPassengers: 3 })
  const student = await newRider(page.request)
  await logIn(page, student)
  const held = await call(page.request, student, `/carpool/${carpoolId}/join`, {
    terminal: 'T1',
    nLocation: '8 Park Row',
    flightNumber: 'BA32',
    people: 1,
    bigLuggage: 1,
    smallLuggage: 1,
    bag: 1,
    flightTime: await inDays(page, 9, '11:50'),
  })
  return [
    '/carpool/create',
    `/carpool/${carpoolId}/join`,
    '/profile/contact',
    `/pay/deposit-${held.participantId}`,
  ]
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`a message appears above every kind of dialog at ${width} px, and covers neither its head nor its buttons`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width, height })
    const paths = await dialogs(page)
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height },
      storageState: await page.context().storageState(),
    })
    for (const one of [page, await plain.newPage()])
      for (const path of paths) {
        await leave(one)
        await one.goto(`${pages}${path}`, { waitUntil: 'networkidle' })
        const shown = dialog(one).locator('.toast')
        await expect(shown, path).toBeInViewport({ ratio: 1 })
        const {
          x,
          y,
          width: w,
          height: h,
        } = (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        for (const at of [x + 8, x + w / 2, x + w - 8])
          expect(await reached(one, { x: at, y: y + h / 2 }), path).toEqual({
            byFinger: true,
            byEar: true,
          })
        const button = await mainButton(one).boundingBox()
        expect(button && button.y >= y + h, path).toBe(true)
        const head = await dialog(one).locator('header').boundingBox()
        expect(head && (head.y >= y + h || head.y + head.height <= y), path).toBe(true)
        await one.getByRole('button', { name: '关闭提示' }).click()
        if (one === page) await expect(shown).toBeHidden()
      }
    await plain.close()
  })
