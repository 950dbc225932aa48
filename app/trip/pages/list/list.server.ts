import type { User } from '#app/account/service/sessions.server.ts'
import { readDescriptions } from '#app/catalog/service/catalog.server.ts'
import { readSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import { TRIP_FILTER_DAYS_AHEAD } from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { tripListSchema } from '#app/trip/schema.server.ts'
import { browseTrips } from '#app/trip/service/trips.server.ts'
import { readFilters } from '#app/web/http/filters.server.ts'
import { withUser } from '#app/web/http/guard.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'

const PAGE_SIZE = 12

/** Everything the page of trips shows. A part that could not be read is null. */
export async function readTripPage(context: AppContext, user: Promise<User>, url: URL) {
  const { tab = 'start', ...rest } = readFilters(tripListSchema, url, { limit: PAGE_SIZE })
  const filters = { ...rest, tab }
  const { clock, language } = context
  const [[, page], descriptions, { notice }] = await Promise.all([
    withUser(context, user, (viewer) =>
      optionalPart(context, 'trips', browseTrips(context, filters, viewer)),
    ),
    optionalPart(context, 'descriptions', readDescriptions(context, 'trip', language)),
    readSiteTexts(context),
  ])
  const now = clock.now()
  return {
    filters,
    page,
    descriptions: descriptions ?? [],
    notice: notice('trip', language),
    firstDay: addDays(londonDay(now), TRIP_FILTER_DAYS_AHEAD),
    now,
  }
}
