import { routeOf } from '#app/carpool/ui/ride-route.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import { tripPrice } from '#app/trip/ui/price.ts'
import { deadlineOf, promiseOf, type SharedGroup, stateOf } from './words.ts'

/** A poster's texts; `poster.tsx` draws them. */
export type PosterFacts = {
  /** Who is wanted, in a few words, with figures highlighted. */
  headline: string
  vehicle: { of: 'car' | 'coach'; taken: number; max: number; missing: number }
  /** The route or a name, and its time. */
  what: string
  when: string
  price: { amount: string; note: string }
  /** What happens to the money, and by when to join. */
  promise: string
  deadline: string
  /** The purpose of the code. */
  scan: string
}

/** The texts of a group's poster; nothing personal. */
export function posterFacts(t: Translate, language: Language, shared: SharedGroup): PosterFacts {
  const { dateTime } = formatOf(t)
  const { currentPassengers: taken, maxPassengers: max } = shared.group
  const isOpen = shared.openness === 'open' || shared.openness === 'released'
  return {
    headline: stateOf(t, shared),
    promise: promiseOf(t, shared),
    deadline: deadlineOf(t, shared),
    scan: t(isOpen ? 'share:poster.join' : 'share:poster.look'),
    ...(shared.kind === 'carpool'
      ? {
          vehicle: { of: 'car', taken, max, missing: isOpen ? max - taken : 0 },
          what: routeOf(t, language, shared.group),
          when: dateTime(shared.group.carpoolAt),
          price: {
            amount: formatOf(t).money(shared.group.basePrice),
            note: t('carpool:card.perPerson'),
          },
        }
      : {
          vehicle: { of: 'coach', taken, max, missing: isOpen ? shared.group.neededPassengers : 0 },
          what: shared.group.tripName,
          when: dateTime(shared.group.tripStartAt),
          price: tripPrice(t, shared.group.balancePrice),
        }),
  }
}
