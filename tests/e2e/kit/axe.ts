import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with the page's WCAG 2.2 AA violations, in its current theme and language. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours are measured at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await unfix(page)
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] })
    // Runs in the page itself: no frame of another site is inspected, and without a second page to
    // collect the results it takes 40 %.
    .setLegacyMode()
    // The provider's own page; it is transparent, which the check takes for white.
    .exclude('[data-testid=stripe-card-frame]')
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  expect(found, page.url()).toEqual([])
}

/**
 * Lets the fixed bars scroll with the page: what is half hidden under one of them keeps its full
 * size and only needs scrolling.
 */
const unfix = (page: Page) =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, body nav'))
      if (['fixed', 'sticky'].includes(getComputedStyle(bar).position))
        bar.style.position = 'static'
  })

/**
 * Fails when the page is wider than its window, listing what sticks out. (Not measured by
 * innerWidth, which on a phone grows with the page.) A window that has just been resized keeps its
 * old layout for some frames, so this polls until it is stable.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sticksOut = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const outside = (element: Element) => element.getBoundingClientRect().right > clientWidth
      const found = [...document.querySelectorAll('body *')].filter(outside)
      return [
        `${scrollWidth - clientWidth} px`,
        ...found.map(({ outerHTML }) => outerHTML.slice(0, 200)),
      ]
    })
  const where = `${page.url()} at ${page.viewportSize()?.width} px`
  await expect.poll(sticksOut, { message: where, timeout: 3000 }).toEqual([])
}
