import type { Translate } from '#app/i18n/keys.ts'

/** Where a party stands on a waitlist: `前面还有 2 位`. */
export const aheadText = (t: Translate, ahead: number): string =>
  ahead === 0 ? t('carpool:wait.first') : t('carpool:wait.ahead', { count: ahead })
