import { expect, test } from 'vitest'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { join, openTrip } from '#tests/worker/world/trips.ts'

const [creator, viewer, stranger] = [await newStudent(), await newStudent(), await newStudent()]
const { id } = await openTrip({ minPassengers: 3 }, creator)
await join(id, {}, viewer)

const HEADLINE = {
  zh: /£50 每人（含押金 £20）/,
  en: /£50 each, £20 of it now/,
}
const TOTAL = {
  zh: /£50\/人（含押金 £20）|£50 每人（含押金 £20）/,
  en: /£50 each, £20 of it now/,
}
/** To its owner: the deposit is paid already. */
const OWN = { zh: TOTAL.zh, en: /£50 each, £20 deposit included/ }

const pages: [name: string, path: string, who: typeof viewer | null, says: typeof TOTAL][] = [
  ['the list', '/trip', stranger, HEADLINE],
  ['one’s own trips', '/trip?tab=end', viewer, HEADLINE],
  ['one’s own place', `/trip/record/${id}`, viewer, OWN],
  ['the page after paying', `/trip/done/${id}`, viewer, OWN],
  ['the shared page', `/share/trip/${id}`, null, HEADLINE],
  ['the poster', `/share/trip/${id}/poster`, null, HEADLINE],
  ['the login of who wants to join', `/login?redirect=/trip/${id}/join`, null, HEADLINE],
  ['the registration', `/register?redirect=/trip/${id}/join`, null, HEADLINE],
  [
    'the form to join',
    `/trip/${id}/join`,
    stranger,
    { zh: /一共 £50（含押金 £20）/, en: /£50 in all, £20 of it now/ },
  ],
  [
    'the form to open one',
    '/trip/create',
    stranger,
    { zh: /每人一共 £50：押金 £20/, en: /£50 each in all: a £20 deposit/ },
  ],
]
test.each(pages)('%s gives the whole price, deposit included', async (_, path, who, says) => {
  for (const lang of ['zh', 'en'] as const) {
    const visitor = who ? await browserOf(who, lang) : new Visitor({ lang })
    const sep = path.includes('?') ? '&' : '?'
    const page = await visitor.get(`${path}${sep}lang=${lang}`)
    expect(page.status).toBe(200)
    expect(textOf(page)).toMatch(says[lang])
  }
})

test('the text to paste and the preview of the link do too', async () => {
  for (const lang of ['zh', 'en'] as const) {
    const { html } = await new Visitor({ lang }).get(`/share/trip/${id}?lang=${lang}`)
    const said = [/data-copy="([^"]*\n[^"]*)"/, /name="description" content="([^"]*)"/]
    for (const find of said) expect(find.exec(html)?.[1]).toMatch(TOTAL[lang])
  }
})
