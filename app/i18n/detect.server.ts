import { LanguageDetector } from 'remix-i18next/server'
import { readCookie } from '../http/cookies.server.ts'
import { defaultLanguage, LANGUAGE_KEY, type Language, languageOf, languages } from './languages.ts'

const common = { supportedLanguages: [...languages], fallbackLanguage: defaultLanguage }
const ofPage = new LanguageDetector({
  ...common,
  order: ['custom'],
  findLocale: async (request) => readCookie(request, LANGUAGE_KEY),
})
const ofCall = new LanguageDetector({ ...common, order: ['searchParams', 'header'], searchParamKey: 'lang' })

/**
 * The language of a page: the visitor's own choice, else Chinese. A page never asks the browser:
 * many students' phones speak English, and Chinese is the default (SPEC section 9).
 */
export const languageOfPage = async (request: Request): Promise<Language> =>
  languageOf(await ofPage.detect(request))

/** The language of an API answer: `?lang=`, else the best of `Accept-Language`, else Chinese (API rules). */
export const languageOfCall = async (request: Request): Promise<Language> =>
  languageOf(await ofCall.detect(request))
