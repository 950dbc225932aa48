import type { Instant } from '#app/kernel/time.ts'

/**
 * The consent given when booking: to share this car, on this occasion, at a separate fare
 * (Transport Act 1985, section 11; decision 0030). The sentence is `carpool:sharing` of the
 * locales. Another wording needs another version; its newest test insists on that.
 */
export const SHARING_VERSION = '2026-11-25'

/** The version of the sentence that was shown, and the time of the booking. */
export type Consent = { version: string; at: Instant }

/** The consent in a form; none if the form did not show the current sentence. */
export const consentIn = (shown: FormDataEntryValue | null): string | null =>
  shown === SHARING_VERSION ? SHARING_VERSION : null
