import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { requireEvent } from '#app/routes/calendar/event.server.ts'
import { googleLink } from '#app/services/groups/calendar.server.ts'

/**
 * The viewer's own place in Google's calendar, as its file would have it now: an address of our
 * own, so that a page with the link need not know what it leads to.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { user } = await context.viewer()
  const event = await requireEvent(context, user, params)
  // It can only add an appointment, so one that is off is removed by the file.
  if (event.status === 'CANCELLED')
    return redirect(`/calendar/${params.kind}/${params.participantId}/open`)
  return redirect(googleLink(event))
}
