import { type Language, LINK_LANGUAGE } from '#app/i18n/languages.ts'

/** A group's page that can be sent to others, in the sender's language. */
export const sharePath = (kind: 'carpool' | 'trip', id: string, language: Language): string =>
  `/share/${kind}/${id}?${LINK_LANGUAGE}=${language}`
