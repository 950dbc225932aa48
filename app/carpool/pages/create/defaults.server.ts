import type { User } from '#app/account/service/sessions.server.ts'
import { readCarpoolFilters } from '#app/carpool/http/list.server.ts'
import { habits, readOwnRecords } from '#app/carpool/http/traveller.server.ts'
import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import { partyValues } from '#app/carpool/ui/party-values.ts'
import { type AirportPrices, readServicePage } from '#app/catalog/service/catalog.server.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { fewerValues } from '#app/features/fewer/ui/fewer-tick.tsx'
import { askedParty } from '#app/group/http/party-params.server.ts'
import { readTerms } from '#app/group/http/terms.server.ts'
import { isNamed } from '#app/kernel/airport-names.ts'
import { USUAL_TIME } from '#app/kernel/day-part.ts'
import { latestDay } from '#app/kernel/latest.ts'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { londonDay, londonWall } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { withUser } from '#app/web/http/guard.server.ts'
import type { CreateValues } from './values.ts'

/**
 * The create form's initial values: those of a payment given up (`from`), or the list's tab and the
 * details that stay the same from the last trip.
 */
export async function readCreateForm(context: AppContext, user: Promise<User>, url: URL) {
  const now = context.clock.now()
  const [[, { cancelled, last }], { prices }, terms, contact] = await Promise.all([
    withUser(context, user, (viewer) =>
      readOwnRecords(context, { viewer, user }, url.searchParams.get('from')),
    ),
    readServicePage(context, 'carpool', context.language, londonDay(now)),
    readTerms(context, user, 'carpool'),
    readContact(context),
  ])
  const asked = askedFor(url, prices.normal)
  const values: CreateValues = cancelled
    ? {
        ...partyValues(cancelled.party, londonWall),
        tripType: cancelled.tripType,
        airportId: cancelled.airportId,
        carpoolDatetime: londonWall(cancelled.carpoolAt),
        maxPassengers: String(cancelled.maxPassengers),
        ...fewerValues(cancelled.fewer),
        proposed: '',
      }
    : {
        ...asked,
        ...partyValues(habits(last), londonWall),
        maxPassengers: '',
        ...fewerValues(null),
        proposed: '',
        ...askedParty(url.searchParams, MAX_PASSENGERS),
      }
  return {
    values,
    prices,
    terms,
    guess: cancelled ? '' : asked.carpoolDatetime,
    earliest: earliestDeparture(now),
    latest: latestDay(now),
    /**
     * Created before the first attempt and sent with each, so that a double tap makes one draft.
     */
    attemptId: crypto.randomUUID(),
    contact: contact.name,
  }
}

/** Noon is as good a guess as any for a day without a time. */
const ANY_TIME = '12:00'
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * The list's search, or the journey shared by wishes or by a carpool that was waited for
 * (`airportId`, `clock`), so that nothing has to be typed again.
 */
function askedFor(url: URL, airports: AirportPrices[]) {
  const { tripType, airportName, date, time } = readCarpoolFilters(url)
  const id = url.searchParams.get('airportId')
  const clock = CLOCK.exec(url.searchParams.get('clock') ?? '')?.[0]
  const [one, another] = airports.filter((airport) =>
    airportName ? isNamed(airport.name, airportName) : airport.id === id,
  )
  return {
    tripType,
    airportId: one && !another ? one.id : '',
    carpoolDatetime: date ? `${date}T${clock ?? (time ? USUAL_TIME[time] : ANY_TIME)}` : '',
  }
}
