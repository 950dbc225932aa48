import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { pathOf } from '#app/web/http/return-to.server.ts'

/**
 * The terms used to be a page before the join form, of which they are now a part (decision 0025).
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(pathOf(request).replace(/\/terms(?=\?|$)/, '/join'), 308)
