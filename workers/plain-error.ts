import { htmlLang, type Language, otherLanguage } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'

/** The kind of request, and its language and id. */
export type ErrorContext = { as: 'page' | 'api'; language: Language; requestId: string }

/**
 * The response if neither a page nor an API call produces one: in the caller's language, for a page
 * in both, without a stack, with the request id to quote.
 */
export function plainError(code: ErrorCode, asked: ErrorContext): Response {
  const status = errorCatalogue[code]
  const [type, body] = FORMS[asked.as](code, asked)
  return new Response(body, { status, headers: { 'Content-Type': `${type}; charset=utf-8` } })
}

type Form = (code: ErrorCode, asked: ErrorContext) => [type: string, body: string]
const FORMS = {
  api: (code, { language, requestId }) => {
    const t = getT(language)
    const problem = {
      type: `/api/docs#${code}`,
      title: t(`errors:title.${code}`),
      status: errorCatalogue[code],
      code,
      detail: t(`errors:${code}`),
      requestId,
    }
    return ['application/problem+json', JSON.stringify(problem)]
  },
  page: (code, { language, requestId }) => {
    const other = otherLanguage(language)
    const [t, also] = [getT(language), getT(other)]
    return [
      'text/html',
      `<!DOCTYPE html><html lang="${htmlLang[language]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${errorCatalogue[code]}</title><main><h1>${t(`errors:${code}`)}</h1><p lang="${htmlLang[other]}">${also(`errors:${code}`)}</p><p><code>${requestId}</code></p><p><a href="/neighbourhelp/">${t('common:appName')} ${also('common:appName')}</a></p></main></html>`,
    ]
  },
} as const satisfies Record<ErrorContext['as'], Form>
