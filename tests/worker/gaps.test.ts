import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { prepareBalance } from '#app/group/service/groups.server.ts'
import { SITE_PAGES } from '#app/kernel/description.ts'
import { countBegun } from '#app/payments/service/payment-limits.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { serviceDescriptions } from '#db/schema.ts'
import { createPayload, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { payload } from '#tests/worker/world/api-orders.ts'
import { tripPayload } from '#tests/worker/world/api-trips.ts'
import { completeCar } from '#tests/worker/world/cars.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { devRuntime } from '#workers/dev/runtime.ts'
import { textOf } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { ask } from './shell/kit.ts'

/**
 * On the live site nobody is asked for a card while a page about the product has gaps, and such a
 * page is not shown. What was begun before can be paid to its end.
 */

const HOST = 'https://help.example'
/** A worker of its own each time, so that no text is remembered. */
const production = () => ({
  ENVIRONMENT: 'production',
  SITE_URL: HOST,
  EMAIL_FROM: 'Help <hello@help.example>',
  CONTACT_LINK: 'https://u.wechat.com/own',
  CONTACT_NAME: 'own-helper',
})
const BASE = '/neighbourhelp'
const silent = { info() {}, warn() {}, error() {} }
let student: Student
let kept: (typeof serviceDescriptions.$inferSelect)[]
let carId: string
let tripId: string

beforeAll(async () => {
  student = await newStudent()
  carId = (await openCarpool(await newStudent())).id
  tripId = (await openTrip()).id
  kept = await db.select().from(serviceDescriptions)
})
const setAll = async (of: (content: string) => string) => {
  for (const { id, content } of kept) {
    const set = { content: of(content) }
    await db.update(serviceDescriptions).set(set).where(eq(serviceDescriptions.id, id))
  }
}
const restore = () => setAll((content) => content)
afterAll(restore)

/** Fills every gap as an administrator would. */
const complete = () =>
  setAll((text) => text.replace(/[【[](?:待补充|To be completed)[^】\]]*[】\]]/g, 'Written.'))

const page = (path: string, session = student.token) =>
  ask(BASE + path, { origin: HOST, env: production(), lang: 'en', session })
const call = (path: string, json: object) =>
  ask(`/api${path}`, {
    method: 'POST',
    origin: HOST,
    env: production(),
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${student.token}`,
      'Accept-Language': 'en',
    },
    body: JSON.stringify(json),
  })

const FORMS = () => [
  '/carpool/create',
  `/carpool/${carId}/join`,
  '/trip/create',
  `/trip/${tripId}/join`,
  '/mail/create',
  '/moving/create',
]

test('every form that leads to a card says so before it is filled in, to visitors too', async () => {
  for (const path of FORMS())
    for (const session of [student.token, '']) {
      const { status, text } = await page(path, session)
      expect([path, status, text.includes('Not open for booking yet')]).toEqual([path, 503, true])
      expect(text.slice(text.indexOf('<main')), path).not.toMatch(/name="(?:sharing|attemptId)"/)
    }
})

const DOORS = (): [string, object][] => [
  ['/carpool/deposit-payment-intent-for-create', createPayload()],
  [`/carpool/${carId}/join`, joinPayload()],
  ['/trip/create', tripPayload()],
  ['/mail/create', payload('mail')],
  ['/move/create', payload('move')],
]
test('a call that would begin a payment is refused with a stable code, and nothing is held', async () => {
  for (const [path, json] of DOORS()) {
    const { status, text, headers } = await call(path, json)
    expect([path, status, JSON.parse(text).code]).toEqual([path, 503, 'unavailable'])
    expect(JSON.parse(text).detail).toContain('take no payments until then')
    expect(headers.get('Retry-After')).toBe('3600')
  }
})

test('the services refuse whatever begins, and count nothing for it', async () => {
  const closed = createResources({ ...env, ...production() }, devRuntime(env), silent)
  for (const what of ['hold', 'draft', 'order'] as const)
    expect(await countBegun(closed, student.id, what)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', params: { context: 'paymentsClosed' } },
    })
  // No card is asked for.
  expect((await countBegun(closed, student.id, 'order', { free: true })).ok).toBe(true)
})

test('a place that was taken before can be paid to its end', async () => {
  const car = await completeCar([student, await newStudent()])
  const closed = createResources({ ...env, ...production() }, devRuntime(env), silent)
  const [seat] = car.seats
  const payable = await prepareBalance(
    carpoolKind,
    closed,
    student,
    seat?.participantId ?? '',
    'all',
  )
  expect(payable.ok).toBe(true)
})

test('a page with gaps is not shown and not linked, and says that it is not published', async () => {
  const { text: home } = await page('/')
  for (const one of SITE_PAGES) {
    const path = one === 'about' ? '/about' : `/about/${one}`
    const { status, text } = await page(path)
    const hidden = text.includes('isn’t published yet')
    expect([one, status]).toEqual([one, hidden ? 404 : 200])
    expect(text).not.toContain('To be completed')
    expect(home.includes(`href="${BASE}${path}"`), one).toBe(!hidden)
  }
  expect((await page('/about')).status).toBe(404)
})

test('the console names each gap, and confirms none of them away', async () => {
  const by = visitorOf(await newAdmin(), 'en')
  const today = textOf(await by.get('/admin'))
  for (const words of [
    'Students can’t see these pages or pay',
    'About us',
    '【待补充',
    '[To be completed',
  ])
    expect(today).toContain(words)
  expect((await by.get('/admin')).html).not.toContain('Confirm as correct: About')
  expect((await by.post('/admin?index', { topic: 'pages' })).status).toBe(303)
  expect(textOf(await by.get('/admin'))).toContain('still has gaps to fill in')
  expect(textOf(await by.get('/admin/texts?service=about'))).toContain('Gaps to fill in here')
})

test('once everything is written, pages are shown and everything is open', async () => {
  await complete()
  try {
    for (const path of FORMS()) expect([path, (await page(path)).status]).toEqual([path, 200])
    for (const [path, json] of DOORS()) expect((await call(path, json)).status).toBe(201)
    const { text } = await page('/')
    expect(text).toContain(`href="${BASE}/about"`)
    expect((await page('/about')).status).toBe(200)
    const today = textOf(await visitorOf(await newAdmin(), 'en').get('/admin'))
    expect(today).not.toContain('Students can’t see these pages')
  } finally {
    await restore()
  }
})
