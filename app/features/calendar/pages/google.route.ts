import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { googleLink } from '#app/features/calendar/calendar.server.ts'
import { pathFor, requireEvent } from '#app/features/calendar/http/event.server.ts'

/**
 * Redirects to Google's calendar form for the viewer's own place, as its file would be now. Pages
 * can link here without reading the appointment.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const event = await requireEvent(context, request, params)
  // Google's form can only add an appointment, so the file removes a cancelled one.
  if (event.status === 'CANCELLED') return redirect(`${pathFor(params)}/open`)
  return redirect(googleLink(event))
}
