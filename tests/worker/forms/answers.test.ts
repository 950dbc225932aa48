import { expect, test } from 'vitest'
import { errorOf, heldBy } from '#tests/worker/accounts/visitor.ts'
import { keyOf, sources } from '#tests/worker/sources.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { filledForm } from './filled.ts'
import { aboutStudent, ROWS, type Row, SECRETS, withBoard, withTexts } from './rows.ts'

/**
 * A browser without scripts sends a form with one field emptied and another invalid. The form comes
 * back as it was sent, with an error at both fields and a summary linking to them.
 */

/** Read by the last test alone: each of these forms has one field. */
const SINGLE = ['console/user/save', 'console/group/actions', 'board', 'account/code-request']

/**
 * Checked with their pages: tests/worker/requests, and in tests/worker/admin the files of refunds,
 * receipts, messages, corrections and members.
 */
const ELSEWHERE = [
  ...['console/order/work', 'console/request', 'console/request/new'],
  ...['console/refund', 'console/give-back', 'site/receipt', 'console/message', 'console/notes'],
  ...['console/correct', 'console/decide-member'],
]

test('every form that is read by a schema is here, and nothing else', () => {
  const reading = Object.entries(sources)
    .filter(([, text]) => text.includes('readForm('))
    .map(([path]) => keyOf(path))
  const tables = [ROWS, SECRETS].flatMap((rows) => Object.values<{ source: string }>(rows))
  const here = new Set([...tables.map(({ source }) => source), ...SINGLE, ...ELSEWHERE])
  expect(reading.sort()).toEqual([...here].sort())
})

/** What was sent, and the page that came back. */
async function refused({ open, emptied, broken: [field, as], typed, isGet }: Row) {
  const { browser, path } = await open()
  const page = await browser.get(path)
  expect(page.status).toBe(200)
  const sent = { ...filledForm(page, field), ...typed, [emptied]: '', [field]: as }
  const query = `${path}?${new URLSearchParams(sent)}`
  return { sent, page: await (isGet ? browser.get(query) : browser.post(path, sent)) }
}

/** Its title says that the form is refused, and one place has the focus: where it says why. */
function expectAnnounced({ html }: { html: string }) {
  expect(html).toMatch(/<title>(有误 – |Error: )[^<]/)
  const focused = html.match(/<[^>]*\bautofocus\b[^>]*>/g) ?? []
  expect(focused).toHaveLength(1)
  expect(focused[0]).toMatch(
    /role="alert"[^>]* tabindex="-1"|tabindex="-1"[^>]* role="alert"|aria-invalid="true"/,
  )
}

/** The summary lines that link to a field. */
const inSummary = ({ html }: { html: string }, name: string) =>
  html.match(new RegExp(`<a href="#[\\w-]+-${name}"[^>]*>([^<]*)`, 'g')) ?? []

test.each(Object.entries(ROWS))('%s', async (_, row) => {
  const { sent, page } = await refused(row)
  const [field] = row.broken
  expect({
    status: page.status,
    emptiedIsTold: errorOf(page, row.emptied) !== undefined,
    brokenIsTold: errorOf(page, field) !== undefined,
    summary: [row.emptied, field].map((name) => inSummary(page, name).length),
  }).toEqual({
    status: row.isGet ? 200 : 422,
    emptiedIsTold: !row.optional,
    brokenIsTold: true,
    summary: row.noSummary ? [0, 0] : [row.optional ? 0 : 1, 1],
  })
  if (!row.isGet) expectAnnounced(page)
  const secrets = Object.keys(sent).filter((name) => /password/i.test(name))
  const again = { ...sent, ...Object.fromEntries(secrets.map((name) => [name, ''])) }
  const { [row.added ?? '']: _added, ...back } = filledForm(page, field)
  expect(back).toEqual(again)
})

test.each(Object.entries(SECRETS))(
  '%s never sends a password back',
  async (_, { open, secrets, typed, status = 422 }) => {
    const { browser, path } = await open()
    const sent = Object.fromEntries(secrets.map((name, at) => [name, `my secret ${at}`]))
    const page = await browser.post(path, { ...typed, ...sent })
    expect(page.status).toBe(status)
    expect(secrets.map((name) => heldBy(page, name))).toEqual(secrets.map(() => ''))
    expect(page.html).not.toContain('my secret')
    expectAnnounced(page)
  },
)

test('closing an account needs its password, and the page says so at the field', async () => {
  const browser = await browserOf(await newStudent())
  const page = await browser.post('/profile/data/close', { password: '' })
  expect([page.status, errorOf(page, 'password') !== undefined]).toEqual([422, true])
  expectAnnounced(page)
})

test.each([
  ['suspend', aboutStudent(), { intent: 'suspend' }, 'reason', ''],
  ['level', aboutStudent(), { intent: 'level' }, 'membershipLevel', '99'],
  ['decline', withTexts, { decision: 'decline' }, 'reason', ''],
  ['post', withBoard, {}, 'content', ' '],
])(
  'an invalid field of a form with one field has its error: %s',
  async (_, open, sent, field, value) => {
    const { browser, path } = await open()
    const page = await browser.post(path, { ...sent, [field]: value })
    expect([page.status, errorOf(page, field) !== undefined]).toEqual([422, true])
    expectAnnounced(page)
  },
)
