import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with what a page does wrong by WCAG 2.2 AA, in the theme and language it is in. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours are measured at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await unfix(page)
  const { violations } = await new AxeBuilder({ page })
    .withTags(WCAG)
    // The provider's own page; it is see-through, which the check takes for white.
    .exclude('[data-testid=stripe-card-frame]')
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`)
  expect(found, page.url()).toEqual([])
}

/**
 * Lets the bars that stay where they are go along with the page: what lies half under one of them is as large as
 * ever, and a matter of scrolling.
 */
const unfix = (page: Page) =>
  page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('header, body nav'))
      if (['fixed', 'sticky'].includes(getComputedStyle(bar).position)) bar.style.position = 'static'
  })

/** Fails when the page is wider than its window, with what sticks out. (Not measured by innerWidth, which on a phone grows with the page.) */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { over, sticksOut } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const over = scrollWidth - clientWidth
    const outside = (element: Element) => element.getBoundingClientRect().right > clientWidth
    const sticksOut = over > 0 ? [...document.querySelectorAll('body *')].filter(outside) : []
    return { over, sticksOut: sticksOut.map(({ outerHTML }) => outerHTML.slice(0, 200)) }
  })
  expect(over, [page.url(), page.viewportSize()?.width, ...sticksOut].join('\n')).toBeLessThanOrEqual(0)
}
