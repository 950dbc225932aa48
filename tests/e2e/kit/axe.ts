import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { root } from './servers.ts'

/** Axe in a size for sending: half its source, which is sent to every page. */
const AXE = readFileSync(path.join(root, 'node_modules/axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The provider's own page has a test of its own: in its frame it is transparent. */
const CARD = '[data-testid=stripe-card-frame]'

/**
 * Fails with the page's WCAG 2.2 AA violations, in its current theme and language; with `everyRule`
 * also with what axe only recommends. Axe is sent to a page once. `hasScripts`: the page's own have
 * arrived.
 */
export async function expectAccessible(
  page: Page,
  { everyRule = false, hasScripts = true } = {},
): Promise<void> {
  if (hasScripts) await untilModal(page)
  // Colours are measured at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await unfix(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // No rule that runs reads style sheets, which axe would load once more.
    preload: { assets: ['media'] },
  }
  if (!everyRule) options.runOnly = { type: 'tag', values: WCAG }
  const found = await page.evaluate(
    async ([exclude, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run({ exclude: [exclude] }, options)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`,
      )
    },
    [CARD, options] as const,
  )
  expect(found, page.url()).toEqual([])
}

/** How a page is looked at: its theme, and the width of its window in px. */
export type Look = readonly ['light' | 'dark', number]
/** Both themes and three widths, shared between the languages. */
export const LOOKS = {
  zh: [
    ['light', 390],
    ['dark', 320],
  ],
  en: [
    ['dark', 390],
    ['light', 1280],
  ],
} as const satisfies Record<string, Look[]>
/** As the title of a test says it. */
export const titleOf = (looks: readonly Look[]) =>
  looks.map(([theme, width]) => `${theme} at ${width} px`).join(', ')

/**
 * Fails with what is not accessible, or is wider than the window, in any of these looks; without
 * them, in the current one. The page is not loaded again: its theme and layout depend on media
 * queries alone. Ends in the first look.
 */
export async function expectInOrder(
  page: Page,
  looks: readonly Look[] = [],
  options: Parameters<typeof expectAccessible>[1] = {},
): Promise<void> {
  const [first, ...others] = looks
  if (first) await lookAt(page, first)
  await expectAccessible(page, options)
  await expectNoSidewaysScroll(page)
  for (const look of others) await expectInOrder(page, [look], options)
  if (first && others.length > 0) await lookAt(page, first)
}

/** Sets a page's theme and the width of its window. */
export async function lookAt(page: Page, [colorScheme, width]: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 800 })
}

/**
 * Waits until an open dialog has made the page behind it unreachable, which its scripts do. Until
 * then that page counts, half covered.
 */
const untilModal = (page: Page) =>
  page.waitForFunction(() => {
    const open = document.querySelector('dialog[open]')
    return !open || open.matches(':modal') || document.querySelector('[inert]') !== null
  })

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
