import { TRIP_FILTER_DAYS_AHEAD } from '#app/domain/limits.ts'
import { addDays, londonDay } from '#app/domain/time.ts'
import { orNull } from '#app/http/part.server.ts'
import { tripListSchema } from '#app/schemas/trip.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

const PAGE_SIZE = 12

/** The list's filters as an address says them; what makes no sense is left out, so that an old link still works. */
function readFilters(url: URL) {
  const raw: Record<string, unknown> = { ...Object.fromEntries(url.searchParams), limit: PAGE_SIZE }
  const parsed = tripListSchema.safeParse(raw)
  for (const { path } of parsed.error?.issues ?? []) delete raw[String(path[0])]
  const { tab = 'start', ...filters } = parsed.data ?? tripListSchema.parse({ ...raw, limit: PAGE_SIZE })
  return { ...filters, tab }
}

/** Everything the page of trips shows. A part that could not be read is null. */
export async function readTripPage(context: AppContext, user: User, url: URL) {
  const filters = readFilters(url)
  const { catalog, clock, language, site, trips } = context
  const [page, descriptions, held, { notice }] = await Promise.all([
    orNull(context, 'trips', trips.list(filters, user)),
    orNull(context, 'descriptions', catalog.serviceDescriptions('trip', language)),
    orNull(context, 'held place', Promise.resolve(trips.held(user))),
    site.read(),
  ])
  const now = clock.now()
  return {
    filters,
    page,
    descriptions: descriptions ?? [],
    held: held ?? null,
    notice: notice('trip', language),
    firstDay: addDays(londonDay(now), TRIP_FILTER_DAYS_AHEAD),
    now,
  }
}
