import { expect, type Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { cards, fillCard } from './card.ts'
import { dialog, mainButton } from './ride.ts'

const PHONE = { width: 390, height: 844 }
const SHEET_MAX_PX = 792
const BUTTON_MIN_PX = 48

/**
 * Fills in a card: the whole payment sheet is then seen at once on a phone's screen, whatever the
 * window's size before and after.
 */
export async function expectToFit(page: Page, card: string = cards.good): Promise<void> {
  const before = page.viewportSize() ?? PHONE
  await page.setViewportSize(PHONE)
  await fillCard(page, card)
  await expect(mainButton(page)).toBeEnabled()
  const { hidden, height } = await measured(page)
  expect(hidden, 'px to scroll').toBeLessThanOrEqual(0)
  expect(height).toBeLessThanOrEqual(SHEET_MAX_PX)
  const button = await mainButton(page).boundingBox()
  expect(button?.height).toBeGreaterThanOrEqual(BUTTON_MIN_PX)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(before)
}

/** How far the text of the open sheet can be scrolled, and how tall the sheet is. */
const measured = (page: Page) =>
  dialog(page).evaluate((sheet) => {
    const text = sheet.querySelector('section[tabindex]')
    if (!text) throw new Error('the sheet has no text')
    return {
      hidden: text.scrollHeight - text.clientHeight,
      height: Math.round(sheet.getBoundingClientRect().height),
    }
  })
