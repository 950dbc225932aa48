import { MAX_PASSENGERS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { SharedSlot } from '#app/services/wishes/board.server.ts'
import type { PosterFacts } from '#app/ui/share/poster-facts.ts'
import { ridesOf } from './words.ts'

/** Seats of the car on the poster, unless more people wait for one. */
const SEATS = 4

/** What the poster of a part of a day says: how many wait, for which rides, and when. */
export function wishPosterFacts(
  t: Translate,
  language: Language,
  slot: SharedSlot & { from: Instant; before: Instant },
): PosterFacts {
  const format = formatOf(t)
  const max = Math.min(MAX_PASSENGERS, Math.max(SEATS, (slot.people ?? 0) + 1))
  const what = ridesOf(t, language, slot)
  const taken = Math.min(max, slot.people ?? 0)
  return {
    headline:
      slot.people === null
        ? t('wish:poster.start')
        : t('wish:poster.headline', { count: slot.people }),
    vehicle: { of: 'car', taken, max, missing: max - taken },
    what: what.charAt(0).toUpperCase() + what.slice(1),
    when: t(`wish:poster.when.${slot.part}`, {
      day: format.day(slot.day),
      from: format.time(slot.from),
      to: format.time(slot.before),
    }),
    price: { amount: t('wish:poster.price'), note: '' },
    promise: t('wish:poster.promise'),
    deadline: t('wish:poster.deadline'),
    scan: t('wish:poster.scan'),
  }
}
