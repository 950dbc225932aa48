import { data } from '@remix-run/cloudflare'
import { readSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** What a page thrown by `requirePayments` carries; the error page says it in words. */
export type PaymentsClosed = { paymentsClosed: true }

/**
 * For a page with a form that leads to a card: throws the page that says that nothing can be paid
 * yet, before anybody fills in a form for nothing (docs/rules.md#pages-with-gaps).
 */
export async function requirePayments(context: AppContext): Promise<void> {
  const { gaps } = await readSiteTexts(context)
  if (gaps.length > 0)
    throw data({ paymentsClosed: true } satisfies PaymentsClosed, { status: 503 })
}
