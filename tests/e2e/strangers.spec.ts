import { expect, type Page } from '@playwright/test'
import { studentForms, VISITOR_FORMS } from './kit/form-pages.ts'
import { holdBack } from './kit/hold.ts'
import { test } from './kit/test.ts'
import { hydrated, offerTyping } from './kit/typing.ts'
import { pages } from './kit/world.ts'

/**
 * Browsers, password managers and other extensions change a page before its scripts arrive, and
 * some people start typing at once. Neither costs what was typed.
 */

/** Fills in every page a second time, as React begins to hydrate it. */
const typeAsReactComes = (page: Page) =>
  page.addInitScript(() => {
    const { addEventListener } = document
    document.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
      addEventListener.apply(document, listener)
      // React listens to everything in one go, and renders later.
      if (listener[0] === 'keydown')
        queueMicrotask(() => {
          window.filled ??= window.fill(2)
        })
    }
  })

/**
 * Puts elements and attributes into every document: in its head and body as soon as there is one,
 * and beside each field once the document is there.
 */
const sendStrangers = (page: Page) =>
  page.addInitScript(() => {
    if (window !== window.top) return
    const stranger = (tag: string) =>
      Object.assign(document.createElement(tag), { className: 'stranger' })
    document.documentElement?.prepend(stranger('style'))
    const early = new MutationObserver(() => {
      const { head, body } = document
      if (head && !head.querySelector('.stranger'))
        head.prepend(stranger('style'), stranger('meta'), stranger('script'))
      if (!body) return
      body.prepend(stranger('div'))
      early.disconnect()
    })
    early.observe(document, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('head title')?.after(stranger('style'), stranger('meta'))
      for (const input of document.querySelectorAll('main :is(input, select, textarea)')) {
        input.setAttribute('data-manager', 'on')
        const icon = stranger('div')
        icon.append('🔑', stranger('span'))
        input.after(icon)
        input.before(stranger('span'))
      }
      document.querySelector('main :is(h1, h2)')?.after(stranger('p'))
      document.body.append(stranger('iframe'))
      document.documentElement.append(stranger('div'))
      document.documentElement.classList.add('marked')
      document.body.setAttribute('data-marked', '')
    })
  })

/** Those outside of what React may have drawn again since. */
const strangers = (page: Page) => page.locator(':is(html, head, body) > .stranger').count()

/** Opens a page whose scripts come once they are released. */
async function openEarly(page: Page, path: string) {
  const scripts = await holdBack(page, /entry\.client/)
  await page.goto(pages + path, { waitUntil: 'domcontentloaded' })
  await expect(page.locator('main :is(h1, h2)').first()).toBeVisible()
  return scripts
}

/** What was typed last is in the fields, and a page that knows it says so. */
async function expectFilled(page: Page, path: string) {
  const { now, filled } = await page.evaluate(() => ({ now: window.read(), filled: window.filled }))
  expect(filled, path).toBeDefined()
  expect(now, path).toEqual(filled)
  if (path === '/trip/create')
    await expect(page.getByRole('dialog')).toContainText('最少人数不能超过最多人数')
}

/** Fills in a page before its scripts come, and again as they do; the second is what must stay. */
async function expectKept(page: Page, path: string) {
  const scripts = await openEarly(page, path)
  const before = await page.evaluate(() => window.fill(1))
  expect(Object.keys(before), path).not.toEqual([])
  const there = await strangers(page)
  scripts.release()
  await hydrated(page)
  await expectFilled(page, path)
  expect(await page.evaluate(() => window.filled), path).not.toEqual(before)
  expect(await strangers(page), path).toBe(there)
  await page.unroute(/entry\.client/)
}

test('what others put into a page costs nothing that was typed, and nothing of theirs', async ({
  page,
}) => {
  test.slow()
  await offerTyping(page)
  await typeAsReactComes(page)
  await sendStrangers(page)
  for (const path of VISITOR_FORMS) await expectKept(page, path)
  for (const path of await studentForms(page)) await expectKept(page, path)
})

/** Changes what the server sent, which React cannot hydrate: it draws the document from scratch. */
const changeWords = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      for (const title of document.querySelectorAll('main :is(h1, h2)'))
        title.textContent = 'another'
      document.body.append(Object.assign(document.createElement('div'), { className: 'stranger' }))
      document.documentElement.classList.add('marked')
    }),
  )

const TEXT = 'main form[method=post] :is(input[type=tel], input:not([type]), textarea)'

test('a page that has to be drawn from scratch keeps what was typed, the caret and what others added', async ({
  page,
  faults,
}) => {
  await offerTyping(page)
  await typeAsReactComes(page)
  await changeWords(page)
  const expectRedrawn = async (path: string) => {
    const scripts = await openEarly(page, path)
    await page.evaluate(() => window.fill(1))
    const first = page.locator(TEXT).first()
    await first.fill('0771')
    await page.keyboard.press('ArrowLeft')
    await page.evaluate(() => {
      window.filled = window.read()
    })
    scripts.release()
    await hydrated(page)
    expect(faults.splice(0).length, path).toBeGreaterThan(0)
    await expectFilled(page, path)
    await expect(first).toBeFocused()
    expect(await first.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3)
    await expect(page.locator('html.marked .stranger')).toBeAttached()
    await page.unroute(/entry\.client/)
  }
  for (const path of VISITOR_FORMS) await expectRedrawn(path)
  for (const path of (await studentForms(page)).slice(-3)) await expectRedrawn(path)
})
