import { data } from '@remix-run/cloudflare'
import { type AdminScope, hasScope } from '#app/kernel/admin.ts'
import { addDays, isLondonDay, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** The London day in the address; today if it is missing or invalid. */
export function dayOf(context: AppContext, request: Request): LondonDay {
  const asked = new URL(request.url).searchParams.get('date') ?? ''
  return isLondonDay(asked) ? asked : londonDay(context.clock.now())
}

/** Whose sheet is today's and tomorrow's only. Throws 403 for another day. */
export function requireDay(context: AppContext, scopes: AdminScope[], day: LondonDay): void {
  const today = londonDay(context.clock.now())
  if (!hasScope(scopes, 'dispatch') && day !== today && day !== addDays(today, 1))
    throw data({ scope: 'dispatch' }, { status: 403 })
}
