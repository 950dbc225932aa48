import { expect, type Page } from '@playwright/test'
import { cards, fillCard } from './kit/card.ts'
import { paymentPage } from './kit/form-pages.ts'
import { holdBack } from './kit/hold.ts'
import { mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { hydrated } from './kit/typing.ts'
import { pages } from './kit/world.ts'

/**
 * Browsers, password managers and other extensions change a page before its scripts arrive. React,
 * which runs the page that pays, would take that for the server's mistake.
 */

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

const strangers = (page: Page) => page.locator('.stranger').count()

test('what others put into the payment page stays, and the card is asked for all the same', async ({
  page,
}) => {
  const path = await paymentPage(page.request, page)
  await sendStrangers(page)
  const texts = await holdBack(page, /strings-/)
  await page.goto(pages + path, { waitUntil: 'domcontentloaded' })
  const there = await strangers(page)
  expect(there).toBeGreaterThan(5)
  texts.release()
  await hydrated(page)
  await fillCard(page, cards.good)
  await expect(mainButton(page)).toBeEnabled()
  expect(await strangers(page)).toBe(there)
})
