import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { londonDay } from '#app/domain/time.ts'
import { isWechat } from '#app/http/wechat.server.ts'
import { requireEvent } from '#app/routes/calendar/event.server.ts'
import { writeCalendar } from '#app/services/groups/calendar.server.ts'

/**
 * The calendar file of the viewer's own place. WeChat is redirected to the page that explains how
 * to get it.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await context.viewer()
  const event = await requireEvent(context, user, params)
  if (isWechat(request)) return redirect(`/calendar/${params.kind}/${params.participantId}/open`)
  const name = `${params.kind}-${londonDay(event.startAt)}.ics`
  return new Response(writeCalendar(event), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  })
}
