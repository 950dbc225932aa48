import { type BrowserContext, expect, test as stock } from '@playwright/test'

/**
 * Playwright's test, in which no script of any page may fail: a page that React gave up, or drew anew because it was not the server's,
 * looks like any other.
 */
export const test = stock.extend<{ faults: string[] }>({
  faults: [
    async ({ browser, context }, use) => {
      const faults: string[] = []
      const watch = (one: BrowserContext) =>
        one.on('weberror', (fault) => faults.push(`${fault.page()?.url()}: ${fault.error().message}`))
      watch(context)
      const { newContext } = browser
      browser.newContext = async (...options) => {
        const made = await newContext.apply(browser, options)
        watch(made)
        return made
      }
      await use(faults)
      browser.newContext = newContext
      expect(faults, 'what failed in the pages’ scripts').toEqual([])
    },
    { auto: true },
  ],
})
