import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { londonDay } from '#app/domain/time.ts'
import { isInApp } from '#app/http/in-app.server.ts'
import { keyedPath, requireEvent } from '#app/routes/calendar/event.server.ts'
import { writeCalendar } from '#app/services/groups/calendar.server.ts'

/**
 * The calendar file of a place. An app that downloads no files is redirected to the page that
 * explains how to get it.
 */
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
