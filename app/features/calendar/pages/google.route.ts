import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { googleLink } from '#app/features/calendar/calendar.server.ts'
import { pathFor, requireEvent } from '#app/features/calendar/http/event.server.ts'

/**
 * The viewer's own place in Google's calendar, as its file would have it now: an address of our
 * own, so that a page with the link need not know what it leads to.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const event = await requireEvent(context, request, params)
  // It can only add an appointment, so one that is off is removed by the file.
  if (event.status === 'CANCELLED') return redirect(`${pathFor(params)}/open`)
  return redirect(googleLink(event))
}
