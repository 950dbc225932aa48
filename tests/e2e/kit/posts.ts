import type { Page, Request, Route } from '@playwright/test'

/** Whether a request carries a form out, sent by the page's script. */
export const isSent = (request: Request): boolean => request.headers()['x-form'] === 'sent'

/** Handles forms that the page sends, until the returned function is called. */
export async function onSent(page: Page, handle: (route: Route) => unknown) {
  const handler = (route: Route) => (isSent(route.request()) ? handle(route) : route.fallback())
  await page.route(/./, handler)
  return () => page.unroute(/./, handler)
}
