import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MONEY_NAMES } from '#app/catalog/rules/settings.ts'
import { openUser } from '#app/console/service/members.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { adminSessions } from '#db/schema.ts'
import { type Shown, textOf } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { makeMember, newStudent } from '#tests/worker/world/people.ts'
import { db, services } from '#tests/worker/world/services.ts'
import { stateOf } from '#tests/worker/world/trips.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type Admin, newAdmin, PASSWORD } from './kit.ts'
import { consoleOf, priceCell, settingsAt, tableAt, valuesOf } from './table.ts'

/** What a student pays is not changed without the password, nor fivefold by a slip. */

const forgetPassword = ({ id }: Admin) =>
  db
    .update(adminSessions)
    .set({ confirmedAt: devClock.now() - hours(1) })
    .where(eq(adminSessions.adminId, id))

type Typed = Record<string, string>
type Row = {
  what: string
  page: string
  /** The call that reads and replaces it; the settings have none. */
  call?: string
  /** Small enough to be typed once. */
  small: (values: Typed) => Typed
  /** Typed twice, and the control that asks for it again. Null where there are no amounts. */
  large: ((values: Typed) => Typed) | null
  again: string
}
/** What stands in the first cell whose name matches, and the name. */
const cell = (values: Typed, name: RegExp): [string, number] => {
  const [found = '', value = ''] =
    Object.entries(values).find(([key, text]) => name.test(key) && Number(text) > 0) ?? []
  return [found, Number(value)]
}
const grid = (period: 'normal' | 'special'): Row => ({
  what: `the ${period} prices`,
  page: `/admin/prices?table=${period}`,
  call: `/admin/price/${period}-price-matrix`,
  small: (values) => {
    const name = priceCell(values, 'air_lhr', 3)
    return { [name]: String(Number(values[name]) + 1) }
  },
  large: (values) => {
    const name = priceCell(values, 'air_lhr', 3)
    return { [name]: String(Number(values[name]) * 5) }
  },
  again: 'again.air_lhr.3',
})
const setting = (name: string, small: string, large: string): Row => ({
  what: name,
  page: '/admin/settings',
  small: () => ({ [`items.0.${name}`]: small }),
  large: () => ({ [`items.0.${name}`]: large }),
  again: `again.${name}`,
})
const ROWS: Row[] = [
  grid('normal'),
  grid('special'),
  setting('mailBasePrice', '11', '50'),
  setting('moveBasePrice', '12.50', '0'),
  setting('tripBalancePrice', '31', '6'),
  setting('pointsPerPound', '120', '1'),
  setting('pointsEarnedPerPound', '2', '0'),
  { ...setting('contactName', 'other-account', ''), large: null, again: '' },
  { ...setting('contactLink', 'https://u.wechat.com/other', ''), large: null, again: '' },
  {
    what: 'the postage',
    page: '/admin/postage',
    call: '/admin/postage-price-matrix',
    small: (values) => {
      const [name, yuan] = cell(values, /\.royalMail$/)
      return { [name]: String(yuan + 1) }
    },
    large: (values) => {
      const [name, yuan] = cell(values, /\.royalMail$/)
      return { [name]: String(yuan * 10) }
    },
    again: 'again.0.5.royalMail',
  },
  {
    what: 'the special periods',
    page: '/admin/periods',
    call: '/admin/special-period',
    small: () => ({
      'items.99.from': '2027-02-01',
      'items.99.to': '2027-02-02',
      'items.99.label': 'Half-term',
    }),
    large: null,
    again: '',
  },
]

/** The form's values after a change of the newest row or of named cells. */
async function opened(
  by: ReturnType<typeof consoleOf>,
  { page }: Row,
  typed: (v: Typed) => Typed,
): Promise<Typed> {
  const shown = await by.get(page)
  const values = valuesOf(shown)
  const { redirect: _, ...kept } = values
  return { ...kept, ...typed(values), intent: 'preview' }
}
const tableOf = ({ call }: Row, admin: Admin): ReturnType<typeof tableAt> =>
  call ? tableAt(call, admin) : (settingsAt(admin) as never)
const asks = (shown: Shown) => /name="password"/.test(shown.html)
const asksAgain = ({ html }: Shown) =>
  [...html.matchAll(/name="(again\.[^"]+)"/g)].map(([, n]) => n)

describe.each(ROWS)('a change of $what', (row) => {
  test('is saved with the password only, in the console and by a call', async () => {
    const admin = await newAdmin()
    const table = tableOf(row, admin)
    const before = await table.read()
    const by = consoleOf(admin, 'en')
    const fresh = await by.post(row.page, await opened(by, row, row.small))
    expect([fresh.status, asks(fresh), asksAgain(fresh)]).toEqual([200, false, []])
    await forgetPassword(admin)
    const preview = await by.post(row.page, await opened(by, row, row.small))
    expect([preview.status, asks(preview)]).toEqual([200, true])
    const save = { ...valuesOf(preview), intent: 'save' }
    const refused = await by.post(row.page, { ...save, password: '' })
    expect([refused.status, asks(refused)]).toEqual([422, true])
    // Nothing of what was typed is lost.
    expect(valuesOf(refused)).toEqual(valuesOf(preview))
    expect(await table.read()).toEqual(before)
    const saved = await by.post(row.page, { ...save, password: PASSWORD })
    expect(saved.status).toBe(303)
    const after = await table.read()
    expect(after.body).not.toEqual(before.body)
    const { currency: _, ...back } = before.body
    if (row.call) {
      await forgetPassword(admin)
      expect((await table.put(sent(back), after.tag)).body.code).toBe('passwordNeeded')
      expect(await table.read()).toEqual(after)
      await api('POST', '/admin/account/confirm', { as: admin, json: { password: PASSWORD } })
    }
    expect((await table.put(sent(back), after.tag)).status).toBe(200)
  })
})

describe.each(ROWS.filter(({ large }) => large))('a change of $what', (row) => {
  test('by a factor of five or more is typed twice', async () => {
    const admin = await newAdmin()
    const table = tableOf(row, admin)
    const before = await table.read()
    const by = consoleOf(admin, 'en')
    const typed = await opened(by, row, row.large as Row['small'])
    const preview = await by.post(row.page, typed)
    expect([preview.status, asks(preview)]).toEqual([200, false])
    expect(asksAgain(preview)).toEqual([row.again])
    const save = { ...valuesOf(preview), intent: 'save' }
    const [name = ''] = Object.keys(row.large?.(typed) ?? {})
    for (const wrong of ['', '7', 'x']) {
      const refused = await by.post(row.page, { ...save, [row.again]: wrong })
      expect(refused.status, wrong).toBe(422)
      expect(asksAgain(refused)).toEqual([row.again])
      expect(await table.read()).toEqual(before)
    }
    const saved = await by.post(row.page, { ...save, [row.again]: typed[name] ?? '' })
    expect(saved.status).toBe(303)
    const after = await table.read()
    expect(after.body).not.toEqual(before.body)
    const { currency: _, ...back } = before.body
    expect((await table.put(sent(back), after.tag)).status).toBe(200)
  })
})

/** A price table is sent without the names that it is read with. */
const sent = (body: { items?: { airportId?: string; prices?: unknown }[] }) =>
  body.items?.[0]?.airportId
    ? {
        items: body.items
          .filter(({ prices }) => prices)
          .map(({ airportId, prices }) => ({ airportId, prices })),
      }
    : body

test('every setting that decides what is paid is in the table above', () => {
  const listed = ROWS.map(({ what }) => what)
  expect(listed).toEqual(expect.arrayContaining(MONEY_NAMES))
})

test.each([
  ['the home notice', { 'items.0.homeNoticeEn': 'Closed on Monday' }],
  ['texts about cars', { 'items.0.rideSms': '1' }],
  ['how long bookings are kept', { 'items.0.recordMonths': '24' }],
])('%s is changed without it', async (_, change) => {
  const admin = await newAdmin()
  await forgetPassword(admin)
  const by = consoleOf(admin, 'en')
  const table = settingsAt(admin)
  const before = await table.read()
  const values = { ...valuesOf(await by.get('/admin/settings')), ...change, intent: 'preview' }
  const preview = await by.post('/admin/settings', values)
  expect(asks(preview)).toBe(false)
  const save = { ...valuesOf(preview), intent: 'save' }
  expect((await by.post('/admin/settings', save)).status).toBe(303)
  const { tag } = await table.read()
  expect((await table.put(before.body, tag)).status).toBe(200)
})

test('a row of the postage removed and made again is compared by its weight', async () => {
  const admin = await newAdmin()
  const by = consoleOf(admin, 'en')
  const values = valuesOf(await by.get('/admin/postage'))
  const { 'items.0.id': _, ...rest } = values
  const dear = { ...rest, 'items.0.royalMail': String(Number(rest['items.0.royalMail']) * 10) }
  const preview = await by.post('/admin/postage', { ...dear, 'items.0.id': '', intent: 'preview' })
  expect(asksAgain(preview)).toEqual([`again.${rest['items.0.kg']}.royalMail`])
})

test('the preview of the points rate says what all points are worth, before and after', async () => {
  const admin = await newAdmin()
  const by = consoleOf(admin, 'en')
  const preview = async () =>
    textOf(
      await by.post('/admin/settings', {
        ...valuesOf(await by.get('/admin/settings')),
        'items.0.pointsPerPound': '50',
        intent: 'preview',
      }),
    )
  const worth = /All students together have (\d+) points\. .* £([\d.]+) now .* £([\d.]+)\./
  const [, was = ''] = worth.exec((await preview()).replaceAll(',', '')) ?? []
  await makeMember(await newStudent(), 650)
  const [, points, before, after] = worth.exec((await preview()).replaceAll(',', '')) ?? []
  expect(Number(points) - Number(was)).toBe(650)
  expect(Number(after)).toBeCloseTo(Number(before) * 2, 1)
})

test('a large change of a trip’s price asks for the password whichever way it goes, and is typed twice', async () => {
  const admin = await newAdmin()
  const by = consoleOf(admin, 'en')
  const { id } = await openTrip({ balancePrice: 3000 })
  const price = async () => (await stateOf(id as 'trip_')).balancePrice
  const path = `/admin/trips/${id}?price=2`
  expect(asksForAgain(await by.get(path))).toBe(true)
  for (const again of ['', '20']) {
    const refused = await by.post(path, { price: '2', again })
    expect([refused.status, asksForAgain(refused)]).toEqual([422, true])
  }
  expect(await price()).toBe(3000)
  await forgetPassword(admin)
  for (const sent of [await by.get(path), await by.post(path, { price: '2', again: '2' })])
    expect(sent.headers.get('Location')).toContain('/admin/confirm')
  const json = { balancePrice: 200 }
  const put = await api('PUT', `/admin/trips/${id}/balance-price`, { as: admin, json })
  expect([put.status, put.body.code, await price()]).toEqual([403, 'passwordNeeded', 3000])
  await api('POST', '/admin/account/confirm', { as: admin, json: { password: PASSWORD } })
  expect((await by.post(path, { price: '2', again: '2.00' })).status).toBe(303)
  expect(await price()).toBe(200)
})
const asksForAgain = ({ html }: Shown) => html.includes('name="again"')

test('suspending and reinstating ask for the password, and keep the reason that was typed', async () => {
  const admin = await newAdmin(['members'])
  const by = consoleOf(admin, 'en')
  const student = await newStudent()
  const path = `/admin/users/${student.id}`
  const suspended = async () =>
    (await openUser(services, admin.id, student.id))?.suspendedAt !== null
  expect(asks(await by.get(path))).toBe(false)
  for (const [intent, now] of [
    ['suspend', true],
    ['reinstate', false],
  ] as const) {
    await forgetPassword(admin)
    expect(asks(await by.get(path))).toBe(true)
    for (const password of ['', 'not the password']) {
      const refused = await by.post(path, { intent, reason: 'three no-shows', password })
      expect([refused.status < 300, await suspended()]).toEqual([false, !now])
      if (intent === 'suspend') expect(refused.html).toContain('value="three no-shows"')
      expect(asks(refused)).toBe(true)
    }
    const done = await by.post(path, { intent, reason: 'three no-shows', password: PASSWORD })
    expect([done.status, await suspended()]).toEqual([303, now])
  }
})
