import { expect, type Page } from '@playwright/test'
import { cardNumber } from './kit/card.ts'
import { holdBack } from './kit/hold.ts'
import { orderOf } from './kit/orders.ts'
import { logIn } from './kit/people.ts'
import { holdPlace, newRider, openPlace } from './kit/places.ts'
import { dialog } from './kit/ride.ts'
import { shifts } from './kit/shifts.ts'
import { test } from './kit/test.ts'
import { hydrated } from './kit/typing.ts'
import { pages, setLanguage } from './kit/world.ts'

/**
 * Nothing moves while a page hydrates. A tap that starts on one element and ends on another does
 * nothing.
 */

const RIDE = { days: 20, maxPassengers: 4 }

/** Resolves once the browser has painted what has arrived so far and the sheet has risen. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((then) => requestAnimationFrame(() => setTimeout(then)))
    const rising = document.getAnimations().filter((each) => {
      return each instanceof CSSAnimation && each.animationName === 'rise'
    })
    await Promise.all(rising.map((each) => each.finished))
  })

/** The boxes of everything in the sheet that can be pressed. */
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
    const car = await openPlace(page.request, await newRider(page.request), RIDE)
    const { participantId } = await holdPlace(page.request, rider, car, RIDE.days)
    await logIn(page, rider)
    const script = await holdBack(page, /stripe\/stripe\.js/)
    const frame = await holdBack(page, /stripe\/card\?/)
    await page.goto(`${pages}/pay/deposit-${participantId}`, { waitUntil: 'domcontentloaded' })
    const at = await targetsAt(page)
    expect(at.length).toBeGreaterThan(3)
    const box = page.getByTestId('card-box')
    script.release()
    await frame.asked
    expect(await targetsAt(page)).toEqual(at)
    // A tap anywhere in the box focuses the field, also one before the field has come.
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await box.click({ position: { x: 40, y: 4 } })
    frame.release()
    await expect(cardNumber(page)).toBeFocused()
    expect(await targetsAt(page)).toEqual(at)
    await page.locator('h2').first().click()
    await expect(cardNumber(page)).not.toBeFocused()
    await box.click({ position: { x: 40, y: 4 } })
    await expect(cardNumber(page)).toBeFocused()
  })

/** The scripts that change a page as they arrive: those of forms, and the texts for React. */
const LATE = /assets\/(?:form-[0-9a-f]{8}\.js|strings-)/

for (const language of ['zh', 'en'] as const)
  test(`a student’s pages stay still while their scripts arrive: ${language}`, async ({ page }) => {
    await setLanguage(page, language)
    const rider = await newRider(page.request)
    const car = await openPlace(page.request, await newRider(page.request), RIDE)
    const { participantId } = await holdPlace(page.request, rider, car, RIDE.days)
    const other = await openPlace(page.request, await newRider(page.request), RIDE)
    const order = await orderOf(page.request, rider, 'mail', 12, { paid: false })
    await logIn(page, rider)
    const paths = [
      '/',
      '/carpool',
      '/carpool/create',
      `/carpool/${other.carpoolId}/join`,
      `/pay/deposit-${participantId}`,
      '/moving',
      '/moving/create',
      '/mail/create',
      `/pay/base-${order}`,
      '/trip',
      '/trip/create',
      '/rides',
      '/profile',
      '/notices',
    ]
    let arrived = Promise.resolve()
    await page.route(LATE, (route) => arrived.then(() => route.continue()))
    for (const path of paths) {
      let arrive = () => {}
      arrived = new Promise((resolve) => (arrive = resolve))
      const answer = await page.goto(`${pages}${path}`, { waitUntil: 'commit' })
      expect(answer?.status(), path).toBe(200)
      await expect(page.locator('h1, h2').first()).toBeVisible()
      await drawn(page)
      arrive()
      if ((await page.locator('form[data-form], #strings').count()) > 0) await hydrated(page)
      expect(await shifts(page), path).toEqual([])
    }
  })
