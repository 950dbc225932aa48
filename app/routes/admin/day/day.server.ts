import {
  type Instant,
  isLondonDay,
  type LondonDay,
  londonDay,
  parseTime,
} from '#app/domain/time.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** The London day an address asks for; today, if it names none that exists. */
export function dayOf(context: AppContext, request: Request): LondonDay {
  const asked = new URL(request.url).searchParams.get('date') ?? ''
  return isLondonDay(asked) ? asked : londonDay(context.clock.now())
}

/** The moment since which an address asks for changes; null if it names none. */
export function sinceOf(request: Request): Instant | null {
  const asked = parseTime(new URL(request.url).searchParams.get('since') ?? '')
  return asked.ok ? asked.value : null
}
