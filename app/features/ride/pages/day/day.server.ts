import { isLondonDay, type LondonDay, londonDay } from '#app/domain/time.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** The London day an address asks for; today, if it names none that exists. */
export function dayOf(context: AppContext, request: Request): LondonDay {
  const asked = new URL(request.url).searchParams.get('date') ?? ''
  return isLondonDay(asked) ? asked : londonDay(context.clock.now())
}
