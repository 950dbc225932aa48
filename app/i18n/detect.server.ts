import { LanguageDetector } from 'remix-i18next/server'
import { readCookie } from '#app/platform/cookies.server.ts'
import {
  defaultLanguage,
  isLanguage,
  LANGUAGE_KEY,
  type Language,
  LINK_LANGUAGE,
  languageOf,
  languages,
} from './languages.ts'

const common = { supportedLanguages: [...languages], fallbackLanguage: defaultLanguage }
/** A link has the language of the person who shared it, or of the search engine that found it. */
const ofPage = new LanguageDetector({
  ...common,
  order: ['searchParams', 'custom'],
  searchParamKey: LINK_LANGUAGE,
  findLocale: async (request) => readCookie(request, LANGUAGE_KEY),
})
const ofCall = new LanguageDetector({
  ...common,
  order: ['searchParams', 'custom'],
  searchParamKey: 'lang',
  findLocale: async (request) => bestOf(request.headers.get('Accept-Language') ?? ''),
})

/**
 * The language of a page: its link's, else the visitor's own choice, else Chinese. The browser's
 * language is ignored on purpose: many students' phones are set to English, and Chinese is the
 * default (docs/rules.md#languages-and-times).
 */
export const languageOfPage = async (request: Request): Promise<Language> =>
  languageOf(await ofPage.detect(request))

/**
 * The language of an API answer: `?lang=`, else the best of `Accept-Language`, else Chinese (API
 * rules).
 */
export const languageOfCall = async (request: Request): Promise<Language> =>
  languageOf(await ofCall.detect(request))

/** Whether an API call names one of our languages at all. */
export const namesLanguage = (request: Request): boolean =>
  isLanguage(new URL(request.url).searchParams.get('lang')) ||
  bestOf(request.headers.get('Accept-Language') ?? '') !== null

/**
 * The first of our languages that the caller accepts. The detector's own parser stops at the
 * caller's first preference, whether we have it or not.
 */
function bestOf(acceptLanguage: string): Language | null {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const quality = params.map((param) => param.trim()).find((param) => param.startsWith('q='))
      return {
        language: tag.toLowerCase().split('-')[0],
        quality: quality ? Number(quality.slice(2)) : 1,
      }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => language).find(isLanguage) ?? null
}
