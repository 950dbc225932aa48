import type { Luggage } from '#app/group/rules/luggage.ts'
import type { Translate } from '#app/i18n/keys.ts'

/** The luggage of a party or of a whole car, in one line. */
export const luggageText = (t: Translate, luggage: Luggage): string =>
  t('carpool:record.luggageValue', luggage)
