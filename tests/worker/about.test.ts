import { expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { isIncomplete, SITE_PAGES } from '#app/kernel/description.ts'
import { pageTexts } from '#db/seed/page-texts.ts'
import { textOf, Visitor } from './accounts/visitor.ts'
import { newAdmin } from './admin/kit.ts'
import { tableAt } from './admin/table.ts'

const pathOf = (page: string) => (page === 'about' ? '/about' : `/about/${page}`)

for (const language of languages) {
  const t = getT(language)
  test(`each page about the product says what the operator wrote (${language})`, async () => {
    for (const page of SITE_PAGES) {
      const answer = await new Visitor({ lang: language }).get(pathOf(page))
      expect(answer.status).toBe(200)
      const text = textOf(answer)
      for (const item of pageTexts[page]) {
        expect(text).toContain(item[language].title)
        expect(text).toContain(item[language].content)
      }
      const gaps = pageTexts[page].some((item) => isIncomplete(item[language].content))
      expect(text.includes(t('common:site.incomplete')), page).toBe(gaps)
    }
  })
}

test('every page has a gap in one language only if it has it in the other', () => {
  for (const items of Object.values(pageTexts))
    for (const { key, zh, en } of items)
      expect(isIncomplete(zh.content), key).toBe(isIncomplete(en.content))
})

test('a page that an administrator has completed no longer says that it isn’t finished', async () => {
  const drivers = tableAt('/admin/service-descriptions/drivers', await newAdmin(['catalog']))
  const { tag } = await drivers.read()
  const written = { title: '司机', content: '诺丁汉市颁发牌照的司机。' }
  const items = [{ sortOrder: 1, zh: written, en: { title: 'Drivers', content: 'Licensed ones.' } }]
  expect((await drivers.put({ items }, tag)).status).toBe(200)
  const text = textOf(await new Visitor({ lang: 'zh' }).get('/about/drivers'))
  expect(text).toContain(written.content)
  expect(text).not.toContain(getT('zh')('common:site.incomplete'))
})

test('every page leads to all of them, and none to the API', async () => {
  const { html } = await new Visitor({ lang: 'zh' }).get('/')
  for (const page of SITE_PAGES) expect(html).toContain(`href="/neighbourhelp${pathOf(page)}"`)
  expect(html).not.toContain('/api/docs')
})

test('there is no other page about the product', async () => {
  for (const path of ['/about/company', '/about/about'])
    expect((await new Visitor({ lang: 'zh' }).get(path)).status).toBe(404)
})
