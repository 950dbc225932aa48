import { expect, type Page } from '@playwright/test'
import { makeMember } from './kit/members.ts'
import { sheets } from './kit/paper.ts'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { test } from './kit/test.ts'
import { setLanguage } from './kit/world.ts'

/** A record on paper, for the wallet and for parents: one sheet with everything that was agreed. */

/** What is on paper: every element with text of its own that is shown and takes space. */
const printed = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)

for (const language of ['zh', 'en'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`a record prints on one sheet of A4 (${language}, ${colorScheme})`, async ({ page }) => {
      const days = 5
      const [wang, li] = [await newRider(page.request, '王小明'), await newRider(page.request)]
      const place = await openPlace(page.request, wang, { days, maxPassengers: 3 })
      await joinPlace(page.request, li, place, days)
      makeMember(wang, 500)
      await setLanguage(page, language)
      await page.emulateMedia({ colorScheme })
      await logIn(page, wang, `/carpool/record/${place.participantId}`)
      // With reduced motion nothing changes step by step, so a theme or a sheet of paper has its
      // colours at once, however deep an element is.
      const recoloured = await page.evaluate(() => {
        const title = document.querySelector('main article h1')
        document.documentElement.style.setProperty('--on-field', 'rgb(1, 2, 3)')
        const color = title && getComputedStyle(title).color
        document.documentElement.style.removeProperty('--on-field')
        return color
      })
      expect(recoloured).toBe('rgb(1, 2, 3)')
      // Folded on the screen, unfolded on paper.
      const fact = page.locator('main details dd').first()
      await expect(fact).toBeHidden()
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
      expect(sheets(pdf)).toBe(1)
      await page.emulateMedia({ media: 'print', colorScheme })
      await expect(fact).toBeVisible()
      expect(await printed(page, 'main details dd')).toBeGreaterThan(8)
      expect(await printed(page, 'main article h1')).toBe(1)
      expect(await printed(page, 'header, footer, nav, [role=banner], .toast')).toBe(0)
      expect(await printed(page, 'a.inline-flex, button, main form')).toBe(0)
      // Ink on paper, whatever the screen's theme is.
      const [ink, paper] = await page.evaluate(() => {
        const title = document.querySelector('main article h1')
        const head = title?.closest('.field')
        return [title, head]
          .map((one) => one && getComputedStyle(one))
          .map((style, at) => (at === 0 ? style?.color : style?.backgroundColor))
      })
      expect(ink).toBe('rgb(28, 36, 33)')
      expect(paper).toBe('rgba(0, 0, 0, 0)')
    })
