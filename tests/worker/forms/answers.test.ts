import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, londonDay, londonWall } from '#app/domain/time.ts'
import { users } from '#db/schema.ts'
import { errorOf, heldBy, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { carOf, db, holdSeat, now, openCar } from '#tests/worker/carpool/kit.ts'
import { newStudent, type Student, services } from '#tests/worker/orders/kit.ts'
import { openTrip } from '#tests/worker/trip/kit.ts'
import { filledForm } from './filled.ts'

/**
 * A browser without scripts sends a form with one field emptied and another invalid. The form comes
 * back as it was sent, with an error at both fields and a summary linking to them.
 */

type Way = { browser: Visitor; path: string }
type Row = {
  /** The browser, and the form's path. */
  open: () => Promise<Way>
  /** The field that is sent empty. */
  emptied: string
  /** The emptied field may be left empty. */
  optional?: true
  broken: [field: string, as: string]
  /** Other values filled in. */
  typed?: Record<string, string>
  /** The form shows errors only at its fields. */
  noSummary?: true
  /** The form is sent in the query string. */
  isGet?: true
}

async function browserOf({ id }: Student): Promise<Visitor> {
  const visitor = new Visitor()
  visitor.cookies.set('sid', (await services.sessions.create(id)).token)
  return visitor
}
const visiting = (path: string) => async () => ({ browser: new Visitor(), path })
const loggedIn = (path: string) => async () => ({
  browser: await browserOf(await newStudent()),
  path,
})
const inConsole = (path: string) => async () => ({ browser: visitorOf(await newAdmin()), path })

async function asMember(): Promise<Way> {
  const student = await newStudent()
  const flat = {
    accountType: 'MEMBER',
    auth: 'APPROVED',
    flatName: 'Nova',
    flatNumber: '3C',
  } as const
  await db.update(users).set(flat).where(eq(users.id, student.id))
  return { browser: await browserOf(student), path: '/profile/flat' }
}
/** A student who has travelled before, so that the forms know an address. */
async function withRecord(path: string): Promise<Way> {
  const student = await newStudent()
  await openCar({}, { as: student })
  return { browser: await browserOf(student), path }
}
async function withHeldSeat(): Promise<Way> {
  const student = await newStudent()
  const car = await openCar({ maxPassengers: 4 })
  await holdSeat(car, {}, student)
  return { browser: await browserOf(student), path: `/carpool/${car.carpoolId}/join` }
}
async function withSeat(): Promise<Way> {
  const student = await newStudent()
  const { participantId, carpoolId } = await openCar({ maxPassengers: 4 }, { as: student })
  expect((await carOf(carpoolId)).status).toBe('OPEN')
  return { browser: await browserOf(student), path: `/carpool/record/${participantId}/info` }
}
const aboutStudent =
  (more = '') =>
  async () => ({
    browser: visitorOf(await newAdmin()),
    path: `/admin/users/${(await newStudent()).id}${more}`,
  })

const wallIn = (days: number) => `${addDays(londonDay(now()), days)}T08:00`

const ROWS: Record<string, Row> = {
  login: {
    open: visiting('/login'),
    emptied: 'password',
    broken: ['phone', '12'],
    noSummary: true,
  },
  register: {
    open: visiting('/register'),
    emptied: 'name',
    broken: ['wechat', '微信'],
    typed: { phone: '07123456789', email: 'ming@example.com', accountType: 'NORMAL' },
  },
  'forgotten password': {
    open: visiting('/forgot-password'),
    emptied: 'verificationCode',
    broken: ['phone', '0712'],
  },
  contact: { open: loggedIn('/profile/contact'), emptied: 'wechat', broken: ['email', 'nobody'] },
  flat: { open: asMember, emptied: 'flatNumber', broken: ['flatName', 'N'.repeat(60)] },
  phone: {
    open: loggedIn('/profile/phone'),
    emptied: 'verificationCode',
    broken: ['phone', '0712'],
  },
  'carpool create': {
    open: () => withRecord('/carpool/create'),
    emptied: 'nLocation',
    broken: ['flightNumber', '???'],
  },
  'carpool join': { open: withHeldSeat, emptied: 'nLocation', broken: ['flightNumber', '???'] },
  'carpool join, an optional field': {
    open: withHeldSeat,
    emptied: 'flightNumber',
    optional: true,
    broken: ['flightTime', londonWall(0)],
  },
  'travel details': { open: withSeat, emptied: 'nLocation', broken: ['flightNumber', '???'] },
  'trip create': {
    open: loggedIn('/trip/create'),
    emptied: 'tripName',
    broken: ['maxPassenger', '1'],
    typed: { cutoffTime: wallIn(5) },
  },
  'trip create, an optional field': {
    open: loggedIn('/trip/create'),
    emptied: 'minPassenger',
    optional: true,
    broken: ['maxPassenger', '1'],
  },
  'trip join': {
    open: async () => withRecord(`/trip/${(await openTrip()).id}/join`),
    emptied: 'nLocation',
    broken: ['flightNumber', '???'],
  },
  mail: { open: loggedIn('/mail/create'), emptied: 'userName', broken: ['fromZip', 'X1'] },
  moving: { open: loggedIn('/moving/create'), emptied: 'tel', broken: ['estBoxNum', '0'] },
  'administrator login': {
    open: visiting('/admin/login'),
    emptied: 'password',
    broken: ['phone', '12'],
    noSummary: true,
  },
  airport: {
    open: inConsole('/admin/airports/air_lhr'),
    emptied: 'zh',
    broken: ['en', 'n'.repeat(200)],
    noSummary: true,
  },
  points: {
    open: aboutStudent('/points'),
    emptied: 'description',
    broken: ['points', '0'],
    noSummary: true,
    isGet: true,
  },
}

/** What was sent, and the page that came back. */
async function refused({ open, emptied, broken: [field, as], typed, isGet }: Row) {
  const { browser, path } = await open()
  const page = await browser.get(path)
  expect(page.status).toBe(200)
  const sent = { ...filledForm(page, field), ...typed, [emptied]: '', [field]: as }
  const query = `${path}?${new URLSearchParams(sent)}`
  return { sent, page: await (isGet ? browser.get(query) : browser.post(path, sent)) }
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
  const secrets = Object.keys(sent).filter((name) => /password/i.test(name))
  const again = { ...sent, ...Object.fromEntries(secrets.map((name) => [name, ''])) }
  expect(filledForm(page, field)).toEqual(again)
})

/** Forms that ask for passwords. */
const SECRETS: Record<
  string,
  { open: () => Promise<Way>; secrets: string[]; typed?: Record<string, string> }
> = {
  login: { open: visiting('/login'), secrets: ['password'], typed: { phone: '12' } },
  register: { open: visiting('/register'), secrets: ['password', 'confirmPassword'] },
  'forgotten password': {
    open: visiting('/forgot-password'),
    secrets: ['password', 'confirmPassword'],
  },
  password: {
    open: loggedIn('/profile/password'),
    secrets: ['currentPassword', 'newPassword', 'confirmPassword'],
  },
  phone: { open: loggedIn('/profile/phone'), secrets: ['currentPassword'] },
  'administrator login': {
    open: visiting('/admin/login'),
    secrets: ['password'],
    typed: { phone: '12' },
  },
}
test.each(Object.entries(SECRETS))(
  '%s never sends a password back',
  async (_, { open, secrets, typed }) => {
    const { browser, path } = await open()
    const sent = Object.fromEntries(secrets.map((name, at) => [name, `my secret ${at}`]))
    const page = await browser.post(path, { ...typed, ...sent })
    expect(page.status).toBe(422)
    expect(secrets.map((name) => heldBy(page, name))).toEqual(secrets.map(() => ''))
    expect(page.html).not.toContain('my secret')
  },
)

test('closing an account needs its password, and the page says so at the field', async () => {
  const browser = await browserOf(await newStudent())
  const page = await browser.post('/profile/data/close', { password: '' })
  expect([page.status, errorOf(page, 'password') !== undefined]).toEqual([422, true])
})

test('a missing reason is reported to the administrator at the field', async () => {
  const { browser, path } = await aboutStudent()()
  const page = await browser.post(path, { intent: 'suspend', reason: '' })
  expect([page.status, heldBy(page, 'reason'), errorOf(page, 'reason') !== undefined]).toEqual([
    422,
    '',
    true,
  ])
})
