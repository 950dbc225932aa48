import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with what a page does wrong by WCAG 2.2 AA, in the theme and language it is in. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours are measured at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await unfix(page)
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] })
    // In the page itself: no frame of another site is looked into, and without a second page to sum
    // up in it takes 40 %.
    .setLegacyMode()
    // The provider's own page; it is see-through, which the check takes for white.
    .exclude('[data-testid=stripe-card-frame]')
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`,
  )
  expect(found, page.url()).toEqual([])
}

/**
 * Lets the bars that stay where they are go along with the page: what lies half under one of them
 * is as large as ever, and a matter of scrolling.
 */
const unfix = (page: Page) =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, body nav'))
      if (['fixed', 'sticky'].includes(getComputedStyle(bar).position))
        bar.style.position = 'static'
  })

/**
 * Fails when the page is wider than its window, with what sticks out. (Not measured by innerWidth,
 * which on a phone grows with the page.) A window that has just been resized is laid out for its
 * old width some frames longer: it is looked at until it stands still.
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
