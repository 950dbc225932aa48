import type { Page } from '@playwright/test'

/** Holds back the page's requests to an address. `asked` resolves with the first request. */
export async function holdBack(page: Page, address: RegExp, method = 'GET') {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const asked = page.waitForRequest(
    (request) => address.test(request.url()) && request.method() === method,
  )
  await page.route(address, async (route) => {
    if (route.request().method() === method) await released
    await route.continue()
  })
  return { asked, release: () => release() }
}
