import { isLondonDay, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The London day an address asks for; today, if it names none that exists. */
export function dayOf(context: AppContext, request: Request): LondonDay {
  const asked = new URL(request.url).searchParams.get('date') ?? ''
  return isLondonDay(asked) ? asked : londonDay(context.clock.now())
}
