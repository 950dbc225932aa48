import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { writeCalendar } from '#app/features/calendar/calendar.server.ts'
import { keyedPath, requireEvent } from '#app/features/calendar/http/event.server.ts'
import { londonDay } from '#app/kernel/time.ts'
import { isInApp } from '#app/web/http/in-app.server.ts'

/** The calendar file of a place. Apps that cannot download files are redirected to instructions. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const event = await requireEvent(context, request, params)
  if (isInApp(request)) return redirect(keyedPath(context, params, '/open'))
  const name = `${params.kind}-${londonDay(event.startAt)}.ics`
  return new Response(writeCalendar(event), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
