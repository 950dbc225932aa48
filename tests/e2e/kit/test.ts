import { type BrowserContext, expect, test as stock } from '@playwright/test'

/**
 * The browser's own word on a movement between two pages that it has left out (`@view-transition`):
 * nobody waits for it, and the page is there without.
 */
const LEFT_OUT = /^Transition was (aborted|skipped)/

/**
 * Playwright's test, in which no script of any page may fail: a page that React gave up, or drew
 * anew because it was not the server's, looks like any other.
 */
export const test = stock.extend<{ faults: string[] }>({
  faults: [
    async ({ browser, context }, use) => {
      const faults: string[] = []
      const watch = (one: BrowserContext) =>
        one.on('weberror', (fault) => {
          const { message } = fault.error()
          if (!LEFT_OUT.test(message)) faults.push(`${fault.page()?.url()}: ${message}`)
        })
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
