import { htmlLang, otherLanguage } from '#app/i18n/languages.ts'
import { errorCatalogue } from '#app/kernel/error.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { callKey, callText } from './call-text.ts'
import { type AnyCall, needsVersion } from './define.server.ts'
import type { ApiDocument } from './document.ts'
import { errorsOf } from './errors-of.server.ts'
import { Html, html, join } from './html.server.ts'

const RULES = [
  'times',
  'money',
  'lists',
  'idempotency',
  'versions',
  'errors',
  'limits',
  'userId',
] as const
const CODES = Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[]
const LOGIN = {
  none: 'noLogin',
  optional: 'loginOptional',
  user: 'login',
  admin: 'adminLogin',
} as const
const STYLE = `:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 1080px; padding: 16px; font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
pre { overflow-x: auto; font-size: 13px; } summary { cursor: pointer; padding: 10px 0; } th, td { text-align: left; padding: 4px 8px; }`

/**
 * A readable page of `openapi.json`, generated from the same table: each call's purpose, examples
 * of its input and output, and its codes. Exact schemas are only in the document.
 */
export function docsPage(
  calls: readonly AnyCall[],
  document: ApiDocument,
  { t, language, nonce }: AppContext,
): Response {
  const other = otherLanguage(language)
  const sections = document.tags.map(({ name, description }) => {
    const articles = calls
      .filter(({ tag }) => tag === name)
      .map((call) => callArticle(call, document, t))
    return html`<section><h2>${description}</h2>${join(articles)}</section>`
  })
  const codes = CODES.map(
    (code) =>
      html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${errorCatalogue[code]}</td><td>${t(`errors:title.${code}`)}</td></tr>`,
  )
  const page = html`<!DOCTYPE html>
<html lang="${htmlLang[language]}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('docs:title')}</title><style nonce="${nonce}">${new Html(STYLE)}</style>
<main><h1>${t('docs:title')}</h1><p>${t('docs:intro')}</p>
<p><a href="openapi.json">${t('docs:machine')}</a> · <a href="?lang=${other}" hreflang="${htmlLang[other]}" lang="${htmlLang[other]}">${t('docs:otherLanguage')}</a></p>
<h2>${t('docs:rules.title')}</h2><ul>${join(RULES.map((rule) => html`<li>${t(`docs:rules.${rule}`)}</li>`))}</ul>
${join(sections)}
<h2>${t('docs:page.allCodes')}</h2><table>${join(codes)}</table></main></html>`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
  return new Response(page.text, { headers })
}

function callArticle(call: AnyCall, document: ApiDocument, t: AppContext['t']): Html {
  const { summary, details } = callText(call, t)
  const path = document.paths[call.path.replace(/:(\w+)/g, '{$1}')]
  const { parameters = [], requestBody, responses = {} } = path?.[call.method.toLowerCase()] ?? {}
  const notes = [
    t(`docs:page.${LOGIN[call.auth]}`),
    ...('idempotent' in call && call.idempotent ? [t('docs:page.idempotent')] : []),
    ...(needsVersion(call) ? [t('docs:page.versioned')] : []),
  ]
  const inAddress = parameters.map(({ name, required }) => (required ? name : `${name}?`))
  const good = Object.entries(responses).filter(([status]) => status < '300')
  const answers = good.map(([status, { content = {} }]) =>
    example(`${t('docs:page.answer')} ${status}`, Object.values(content)[0]?.example),
  )
  const body = requestBody?.content['application/json']
  return html`<details id="${callKey(call)}"><summary><code>${call.method} ${call.path}</code> ${summary}</summary>
<p>${details}</p><p>${notes.join(' · ')}</p>${inAddress.length > 0 && html`<p><code>${inAddress.join(' ')}</code></p>`}
${body && example(t('docs:page.body'), body.example)}${join(answers)}
<p>${t('docs:page.codes')} ${join(errorsOf(call).map((code) => html`<a href="#${code}"><code>${code}</code></a>`))}</p></details>`
}

const example = (title: string, value: unknown): Html =>
  html`<h3>${title}</h3>${value !== undefined && html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`}`
