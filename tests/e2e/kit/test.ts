import { type BrowserContext, expect, test as stock } from '@playwright/test'

/**
 * The browser's own message about a skipped page transition (`@view-transition`): nothing waits for
 * the transition, and the page works without it.
 */
const LEFT_OUT = /^Transition was (aborted|skipped)/

/**
 * Playwright's test, failing on any script error in any page: a page that React gave up on, or
 * re-rendered because it did not match the server's, looks like any other.
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
