/** The supported languages; the first is the default (docs/rules.md#languages-and-times). */
export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'zh'

/** The `lang` of a page in each language. */
export const htmlLang: Record<Language, string> = { zh: 'zh-Hans', en: 'en' }

/** The key of the choice in local storage, and the name of the cookie that mirrors it. */
export const LANGUAGE_KEY = 'language'
/** The query parameter that carries a shared link's language. */
export const LINK_LANGUAGE = 'lang'
export const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && (languages as readonly string[]).includes(value)

export const otherLanguage = (language: Language): Language => (language === 'zh' ? 'en' : 'zh')

/**
 * The language for a stored choice: Chinese if there is none or it is unknown
 * (docs/rules.md#languages-and-times).
 */
export const languageOf = (choice: string | null | undefined): Language =>
  isLanguage(choice) ? choice : defaultLanguage
