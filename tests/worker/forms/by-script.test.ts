import { expect, test } from 'vitest'
import { participants } from '#db/schema.ts'
import { Visitor } from '#tests/worker/accounts/visitor.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'

/** What the page's script gets when it sends a form (decision 0016). */

const SENT = { 'X-Form': 'sent' }
const PREVIEW = { 'X-Form': 'preview' }

test('a redirect is told, not followed, with its cookies', async () => {
  const student = await browserOf(await newStudent())
  const answer = await student.post('/logout', {}, SENT)
  expect([answer.status, answer.html]).toEqual([204, ''])
  expect(answer.headers.get('X-Location')).toBe('/neighbourhelp/')
  expect(answer.headers.get('Location')).toBeNull()
  expect(student.cookies.has('sid')).toBe(false)
})

test('a refusal is the page, with its status, as for a browser without scripts', async () => {
  const by = (headers: Record<string, string>) =>
    new Visitor().post('/login', { phone: '1', password: 'x' }, headers)
  const [plain, sent] = [await by({}), await by(SENT)]
  expect(sent.status).toBe(plain.status)
  expect(sent.html).toBe(plain.html)
  expect(plain.html).toContain('aria-invalid="true"')
})

test('a preview draws the page with what is in the form, and carries nothing out', async () => {
  const student = await browserOf(await newStudent())
  const count = () => db.$count(participants)
  const before = await count()
  const form = { airportId: 'air_lhr', flightTime: '2099-01-05T11:30', tripType: 'PICKUP' }
  const { status, html } = await student.post('/carpool/create', form, PREVIEW)
  expect(status).toBe(200)
  expect(html).toContain('value="2099-01-05T13:00"')
  expect(html).not.toContain('aria-invalid="true"')
  expect(await count()).toBe(before)
})

test('a preview without a session leads to the login', async () => {
  const answer = await new Visitor().post('/carpool/create', {}, PREVIEW)
  expect(answer.status).toBe(204)
  expect(answer.headers.get('X-Location')).toMatch(/^\/neighbourhelp\/login\?/)
})
