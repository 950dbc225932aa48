import { type ErrorCode, errorCatalogue } from '#app/domain/error.ts'
import { getT } from '#app/i18n/server.ts'

const CODES: Record<number, ErrorCode> = {
  400: 'malformedBody',
  403: 'forbidden',
  405: 'methodNotAllowed',
  413: 'bodyTooLarge',
  500: 'internal',
  503: 'unavailable',
}

/**
 * The answer of last resort, when neither a page nor an API call could produce one: both languages,
 * no stack, the request id to quote. Takes a status of CODES.
 */
export function plainError(status: number, requestId: string, api: boolean): Response {
  const code = CODES[status] ?? 'internal'
  const zh = getT('zh')(`errors:${code}`)
  const en = getT('en')(`errors:${code}`)
  if (api) {
    const body = {
      type: 'about:blank',
      title: code,
      status: errorCatalogue[code],
      code,
      detail: zh,
      requestId,
    }
    return Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } })
  }
  const html = `<!DOCTYPE html><html lang="zh-Hans"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><main><h1>${zh}</h1><p lang="en">${en}</p><p><code>${requestId}</code></p><p><a href="/neighbourhelp/">${getT('zh')('common:appName')} ${getT('en')('common:appName')}</a></p></main></html>`
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
