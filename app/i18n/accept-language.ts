import { defaultLanguage, isLanguage, type Language } from './languages.ts'

/**
 * The language of an API answer: `?lang=`, else the best of `Accept-Language`, else Chinese. (A page
 * never asks the browser: many students' phones speak English, and Chinese is the default.)
 */
export function languageOfCall(request: Request): Language {
  const asked = new URL(request.url).searchParams.get('lang')
  if (isLanguage(asked)) return asked
  return bestOf(request.headers.get('Accept-Language') ?? '') ?? defaultLanguage
}

function bestOf(acceptLanguage: string): Language | null {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';')
      const quality = params.map((param) => param.trim()).find((param) => param.startsWith('q='))
      return { language: tag.toLowerCase().split('-')[0], quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => language).find(isLanguage) ?? null
}
