import type { Airport } from '#app/catalog/service/catalog.server.ts'
import { askedParty } from '#app/group/http/party-params.server.ts'
import { isNamed } from '#app/kernel/airport-names.ts'
import { DAY_PARTS, PART_TIMES } from '#app/kernel/day-part.ts'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { isLondonDay } from '#app/kernel/time.ts'
import { askedIn } from '#app/web/http/search-params.server.ts'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
/** The times of a wish that names only a day. */
const ANY_TIME = { from: '08:00', to: '20:00' }

/** The wish form's values, as the browser sends them. */
export type WishValues = {
  tripType: string
  airportId: string
  day: string
  from: string
  to: string
  people: string
  bigLuggage: string
  smallLuggage: string
}

/**
 * The form as prefilled by the address: `airport` (its id, code or name), `direction`, `date`,
 * `time` (a part of the day) or `from` and `to`, `people`. Invalid values are left out. The list's
 * own parameter names work too.
 */
export function askedWish({ href }: URL, airports: Airport[]): WishValues {
  const asked = askedIn({ url: href })
  const ask = (...names: string[]) => names.map((name) => asked.get(name)).find(Boolean) ?? ''
  const airport = ask('airport', 'airportId', 'airportName')
  const [one, another] = airport
    ? airports.filter(({ id, name }) => id === airport || isNamed(name, airport))
    : []
  const part = DAY_PARTS.find((name) => name === ask('time'))
  const times = part ? PART_TIMES[part] : ANY_TIME
  const [from, to, day] = [ask('from'), ask('to'), ask('date')]
  const isSpan = CLOCK.test(from) && CLOCK.test(to)
  return {
    tripType: ask('direction', 'tripType').toUpperCase() === 'DROPOFF' ? 'DROPOFF' : 'PICKUP',
    airportId: one && !another ? one.id : '',
    day: isLondonDay(day) ? day : '',
    from: isSpan ? from : times.from,
    to: isSpan ? to : times.to,
    people: '1',
    bigLuggage: '1',
    smallLuggage: '1',
    ...askedParty(asked, MAX_PASSENGERS),
  }
}
