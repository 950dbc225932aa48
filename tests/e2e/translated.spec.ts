import { expect, type Page, type Request } from '@playwright/test'
import { cards } from './kit/card.ts'
import { paymentPage, studentForms, VISITOR_FORMS } from './kit/form-pages.ts'
import { newStudent } from './kit/people.ts'
import { pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { hydrated, looseTexts, offerTyping } from './kit/typing.ts'
import { pages } from './kit/world.ts'

/**
 * A browser that translates a page replaces its text nodes by elements, and goes on with each new
 * one (decision 0016). Phones set to English offer that for a Chinese page.
 */

/** Translates every document, into the same words, as Chrome does. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const NEVER = 'script, style, noscript, template, title, textarea, svg, font, [translate=no]'
    const wrap = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(NEVER)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    const wrapAll = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Node[] = node.nodeType === Node.TEXT_NODE ? [node] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    Object.assign(window, {
      translate: () => {
        wrapAll(document.body)
        new MutationObserver((changes) => {
          for (const { addedNodes, target, type } of changes)
            if (type === 'characterData') wrapAll(target)
            else for (const node of addedNodes) if (node.isConnected) wrapAll(node)
        }).observe(document.body, { childList: true, characterData: true, subtree: true })
      },
    })
  })

/** What is read, without what changes by itself. */
async function readingOf(page: Page): Promise<string> {
  const text = await page.locator('main').innerText()
  return text.replace(/\s+/g, ' ').replace(/\d+:\d\d\b|\d+ 秒/g, '…')
}

/** What each page has sent and has no answer to yet. */
const underWay = new WeakMap<Page, Set<Request>>()
const isIdle = (page: Page) => underWay.get(page)?.size === 0

function followSending(page: Page): void {
  const sent = new Set<Request>()
  underWay.set(page, sent)
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => sent.delete(request))
}

/** The same page twice in one browser: as it is, and translated. */
async function twoPages(page: Page): Promise<[Page, Page]> {
  const other = await page.context().newPage()
  for (const one of [page, other]) {
    followSending(one)
    await offerTyping(one)
  }
  await translate(other)
  return [page, other]
}

/** Presses a form's main button, if there is one that can be pressed. */
const press = (page: Page) =>
  page.evaluate(() => {
    const buttons = 'main :is(dialog footer, form[method=post]) button[type=submit]'
    ;[...document.querySelectorAll<HTMLButtonElement>(buttons)].at(-1)?.click()
  })
const fill = (page: Page, round: 0 | 1 | 2) => page.evaluate((n) => window.fill(n), round)

/** Fills in a form, empties it, sends it, and goes through its steps to what depends on them. */
const ACTS: ((page: Page) => Promise<unknown>)[] = [
  (page) => fill(page, 1),
  (page) => fill(page, 0).then(() => press(page)),
  (page) => fill(page, 2).then(() => press(page)),
  press,
  (page) => fill(page, 1),
]

/** Does the same on both pages, and expects to read the same after each act. */
async function expectAlike(both: [Page, Page], path: string): Promise<void> {
  await Promise.all(both.map((page) => page.goto(pages + path)))
  await Promise.all(both.map(hydrated))
  expect(await looseTexts(both[0]), path).toEqual([])
  await both[1].evaluate('translate()')
  for (const [at, act] of ACTS.entries()) {
    await Promise.all(both.map(act))
    await expect(async () => {
      for (const page of both) expect(await page.locator('[aria-busy=true]').count()).toBe(0)
      const [plain, translated] = await Promise.all(both.map(readingOf))
      // Until its answer is there, a page shows the old state and ignores the next press.
      expect(both.every(isIdle)).toBe(true)
      expect(translated, `${path}, act ${at}`).toBe(plain)
    }).toPass({ timeout: 8000 })
  }
  expect(await looseTexts(both[0]), path).toEqual([])
}

test('a translated form says what the form says, whatever is typed', async ({ page }) => {
  const both = await twoPages(page)
  for (const path of VISITOR_FORMS) await expectAlike(both, path)
  for (const path of await studentForms(page)) await expectAlike(both, path)
})

/** Opens a page and has it translated once React runs it. */
async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(pages + path)
  await hydrated(page)
  await page.evaluate('translate()')
}

test('a translated payment counts down and says why a card was refused', async ({ page }) => {
  await translate(page)
  await openTranslated(page, await paymentPage(page.request, page))
  const left = await page.getByRole('timer').innerText()
  await expect(page.getByRole('timer')).not.toHaveText(left)
  await pay(page, cards.poor)
  await expect(page.getByRole('alert')).toContainText('卡里余额不够，没有扣款')
  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText('银行拒绝了这张卡，没有扣款')
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/carpool\/record\//)
})

test('a translated page counts down to the next code, and scripts write only what is new', async ({
  page,
}) => {
  await translate(page)
  await openTranslated(page, '/register')
  await page.locator('[name=phone]').fill(newStudent().phone)
  await page.locator('button[value=send-code]').click()
  const again = page.getByRole('button', { name: /\d+ 秒后/ })
  const first = await again.innerText()
  await expect(again).not.toHaveText(first)
  await page.goto(`${pages}/mail`, { waitUntil: 'networkidle' })
  await page.evaluate('translate()')
  const weigh = async (kg: string) => {
    const drawn = page.waitForResponse(
      (answer) => new URL(answer.url()).searchParams.get('kg') === kg,
    )
    await page.locator('[name=kg]').fill(kg)
    await (await drawn).finished()
  }
  await weigh('5')
  await expect(
    page.locator('main [role=status] font').filter({ hasText: '¥' }).first(),
  ).toBeAttached()
  const seen = page.locator('main [role=status] > *').first()
  await seen.evaluate((element) => element.setAttribute('data-seen', ''))
  await weigh('5.0')
  await expect(seen).toHaveAttribute('data-seen', '')
})
