import type { Page } from '@playwright/test'

/** Holds back the page's requests to an address. `asked` resolves with the first request. */
export async function holdBack(page: Page, address: RegExp) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const asked = page.waitForRequest(address)
  await page.route(address, (route) => released.then(() => route.continue()))
  return { asked, release: () => release() }
}
