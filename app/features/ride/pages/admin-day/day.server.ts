import { isLondonDay, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The London day in the address; today if it is missing or invalid. */
export function dayOf(context: AppContext, request: Request): LondonDay {
  const asked = new URL(request.url).searchParams.get('date') ?? ''
  return isLondonDay(asked) ? asked : londonDay(context.clock.now())
}
