import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { pathOf } from '#app/web/http/return-to.server.ts'

/**
 * The terms used to be a page before the join form; now they are a part of it (decisions 0061 and
 * 0072).
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(pathOf(request).replace(/\/terms(?=\?|$)/, '/join'), 308)
