import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { errorCatalogue } from '#app/kernel/error.ts'
import { fakeContext } from '#tests/kit/api-context.ts'
import { docsPage } from './docs-page.server.ts'
import { html, join } from './html.server.ts'
import { openApiDocument } from './openapi.server.ts'
import { calls } from './table.server.ts'

const page = (language: 'zh' | 'en') =>
  docsPage(calls, openApiDocument(calls, getT(language), 'test'), fakeContext({ language }))

test('the page shows every call and every code in both languages', async () => {
  for (const language of ['zh', 'en'] as const) {
    const text = await page(language).text()
    for (const { method, path } of calls) expect(text).toContain(`<code>${method} ${path}</code>`)
    for (const code of Object.keys(errorCatalogue)) expect(text).toContain(`<tr id="${code}">`)
    expect(text).not.toMatch(/docs:|errors:title/)
  }
})
test('the page allows no script and only its own style', async () => {
  const response = page('en')
  const policy = response.headers.get('Content-Security-Policy')
  expect(policy).toContain("default-src 'none'; style-src 'nonce-nonce-1'")
  expect(await response.text()).not.toContain('<script')
})
test('every link within the page leads somewhere in it', async () => {
  const text = await page('en').text()
  for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) expect(text, id).toContain(`id="${id}"`)
})
test('text inserted into a page is escaped', () => {
  expect(html`<p title="${'"'}">${'<b>&'}</p>`.text).toBe('<p title="&quot;">&lt;b&gt;&amp;</p>')
  expect(html`${join([html`<i>${1}</i>`, html`<i>2</i>`])}${undefined}`.text).toBe(
    '<i>1</i>\n<i>2</i>',
  )
})
