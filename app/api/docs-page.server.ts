import { errorCatalogue } from '#app/domain/error.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { htmlLang, otherLanguage } from '#app/i18n/languages.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { callKey, callText } from './call-text.ts'
import { type AnyCall, needsVersion } from './define.server.ts'
import { docsStyle } from './docs-style.server.ts'
import type { ApiDocument, Operation, Schema } from './document.ts'
import { errorsOf } from './errors-of.server.ts'
import { Html, html, join } from './html.server.ts'

type Page = Pick<AppContext, 't'>
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

/**
 * The human-readable API document, made from the same table as `openapi.json`. No scripts, one
 * style sheet.
 */
export function docsPage(
  calls: readonly AnyCall[],
  document: ApiDocument,
  context: AppContext,
): Response {
  const { t, language, nonce } = context
  const other = otherLanguage(language)
  const tags = document.tags.map(({ name, description }) => ({
    description,
    calls: calls.filter(({ tag }) => tag === name),
  }))
  const page = html`<!DOCTYPE html>
<html lang="${htmlLang[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('docs:title')}</title>
<style nonce="${nonce}">${new Html(docsStyle)}</style>
</head>
<body>
<header>
<h1>${t('docs:title')}</h1>
<p>${t('docs:intro')}</p>
<p><a href="openapi.json">${t('docs:machine')}</a> · <a href="?lang=${other}" hreflang="${htmlLang[other]}" lang="${htmlLang[other]}">${t('docs:otherLanguage')}</a></p>
</header>
<nav aria-labelledby="contents"><h2 id="contents">${t('docs:page.contents')}</h2>
${join(tags.map(({ description, calls }) => html`<details><summary>${description} (${calls.length})</summary><ul>${join(calls.map((call) => html`<li><a href="#${callKey(call)}"><code>${call.method} ${call.path}</code> ${callText(call, t).summary}</a></li>`))}</ul></details>`))}
</nav>
<main>
<section><h2>${t('docs:rules.title')}</h2><ul>${join(RULES.map((rule) => html`<li>${t(`docs:rules.${rule}`)}</li>`))}</ul></section>
${join(tags.map((tag) => html`<section><h2>${tag.description}</h2>${join(tag.calls.map((call) => callArticle(call, document, context)))}</section>`))}
<section><h2>${t('docs:page.schemas')}</h2>${join(Object.entries(document.components.schemas).map(([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${schemaBlock(schema)}</article>`))}</section>
${codeTable(context)}
</main>
</body>
</html>`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
  return new Response(page.text, { headers })
}

function callArticle(call: AnyCall, document: ApiDocument, page: Page): Html {
  const { t } = page
  const key = callKey(call)
  const { summary, details } = callText(call, t)
  const operation =
    document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
  const login = {
    none: 'noLogin',
    optional: 'loginOptional',
    user: 'login',
    admin: 'adminLogin',
  } as const
  const notes = [
    t(`docs:page.${login[call.auth]}`),
    ...('idempotent' in call && call.idempotent ? [t('docs:page.idempotent')] : []),
    ...(needsVersion(call) ? [t('docs:page.versioned')] : []),
  ]
  return html`<article id="${key}">
<h3><code>${call.method} ${call.path}</code> ${summary}</h3>
${details && html`<p>${details}</p>`}<p class="note">${notes.join(' · ')}</p>
${operation && html`${parameterTable(operation, page)}${bodyBlock(operation, page)}${answerBlocks(operation, page)}`}
<h4>${t('docs:page.codes')}</h4>
<p>${join(errorsOf(call).map((code) => html`<a href="#${code}"><code>${code}</code></a> `))}</p>
</article>`
}

function parameterTable({ parameters }: Operation, { t }: Page): Html | '' {
  if (parameters.length === 0) return ''
  const row = ({
    name,
    in: where,
    required,
    deprecated,
    schema,
  }: Operation['parameters'][number]) =>
    html`<tr><th scope="row"><code>${name}</code>${deprecated ? html` <small>${t('docs:page.deprecated')}</small>` : ''}</th><td>${where}</td><td>${t(required ? 'docs:page.yes' : 'docs:page.no')}</td><td><code>${typeText(schema)}</code></td></tr>`
  return html`<div class="wide"><table><thead><tr><th scope="col">${t('docs:page.name')}</th><th scope="col">${t('docs:page.where')}</th><th scope="col">${t('docs:page.required')}</th><th scope="col">${t('docs:page.type')}</th></tr></thead><tbody>${join(parameters.map(row))}</tbody></table></div>`
}

const bodyBlock = ({ requestBody }: Operation, { t }: Page): Html | '' =>
  requestBody
    ? html`<h4>${t('docs:page.body')}</h4>${exampleBlock(requestBody.content['application/json'].example)}${schemaDetails(requestBody.content['application/json'].schema, t)}`
    : ''

function answerBlocks({ responses }: Operation, { t }: Page): Html {
  const good = Object.entries(responses).filter(([status]) => status < '300')
  return join(
    good.map(([status, { content }]) => {
      const [media] = Object.values(content ?? {})
      return html`<h4>${t('docs:page.answer')} ${status}</h4>${media ? html`${exampleBlock(media.example)}${schemaDetails(media.schema, t)}` : html`<p>${t('docs:page.nothing')}</p>`}`
    }),
  )
}

/** A short name for a schema's type, for tables. */
function typeText(schema: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  const types = [schema.type ?? ''].flat().join(' | ')
  return schema.format ? `${types} (${schema.format})` : types
}

const REF = /&quot;\$ref&quot;: &quot;#\/components\/schemas\/(\w+)&quot;/g

const withoutExamples = (name: string, held: unknown) => (name === 'examples' ? undefined : held)

/**
 * A schema as indented JSON in which the names of other schemas are links. Examples of its parts
 * are left out, since one of the whole is shown beside it.
 */
function schemaBlock(schema: Schema): Html {
  const { text } = html`${JSON.stringify(schema, withoutExamples, 2)}`
  return html`<pre tabindex="0"><code>${new Html(text.replace(REF, '<a href="#schema-$1">$1</a>'))}</code></pre>`
}

const exampleBlock = (example: unknown): Html | '' =>
  example === undefined
    ? ''
    : html`<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`

/** The exact schema, collapsed so that it does not distract readers who only need the example. */
const schemaDetails = (schema: Schema, t: Translate): Html =>
  html`<details><summary>${t('docs:page.schema')}</summary>${schemaBlock(schema)}</details>`

function codeTable({ t }: Page): Html {
  const row = (code: (typeof CODES)[number]) =>
    html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${errorCatalogue[code]}</td><td>${t(`errors:title.${code}`)}</td></tr>`
  return html`<section><h2>${t('docs:page.allCodes')}</h2><div class="wide"><table><thead><tr><th scope="col">${t('docs:page.code')}</th><th scope="col">${t('docs:page.status')}</th><th scope="col">${t('docs:page.meaning')}</th></tr></thead><tbody>${join(CODES.map(row))}</tbody></table></div></section>`
}
