import { withBase } from '#app/base-path.ts'
import { isKind } from '#app/routes/share/shared.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import {
  type CalendarEvent,
  carpoolEvent,
  tripEvent,
} from '#app/services/groups/calendar-events.server.ts'

type Params = { kind?: string; participantId?: string }

const makers = { carpool: carpoolEvent, trip: tripEvent }

/**
 * The viewer's own place as an appointment, or the 404 page: another user's place looks as if it
 * did not exist.
 */
export async function requireEvent(
  context: AppContext,
  viewer: User | null,
  { kind, participantId }: Params,
): Promise<CalendarEvent> {
  const pages = new URL(withBase(''), context.config.siteUrl).href
  const asked = viewer && participantId && { viewer, participantId, pages }
  const event = asked && isKind(kind) ? await makers[kind](context, asked) : null
  if (!event) throw new Response(null, { status: 404 })
  return event
}
