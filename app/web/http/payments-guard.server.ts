import { data } from '@remix-run/cloudflare'
import { readSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The data of the response thrown by `requirePayments`, for the error page. */
export type PaymentsClosed = { paymentsClosed: true }

/**
 * For a page with a form that leads to a payment: while payments are closed, throws a page that
 * says so, before anybody fills in the form for nothing (docs/rules.md#pages-with-gaps).
 */
export async function requirePayments(context: AppContext): Promise<void> {
  const { gaps } = await readSiteTexts(context)
  if (gaps.length > 0)
    throw data({ paymentsClosed: true } satisfies PaymentsClosed, { status: 503 })
}
