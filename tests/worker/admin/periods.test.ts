import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { addDays } from '#app/kernel/time.ts'
import { referenceStatements } from '#db/seed/reference.ts'
import { type ClockChange, clockChanges } from '#tests/worker/clock-changes.ts'
import { openCarpool } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { auditOf, newAdmin } from './kit.ts'
import { changeTable, PERIODS, type PeriodItem, putTable, readTable, today } from './offer-kit.ts'

const admin = await newAdmin()
const read = () => readTable<PeriodItem>(admin, PERIODS)
const set = (items: PeriodItem[]) => changeTable<PeriodItem>(admin, PERIODS, () => items)

test('the list is replaced as a whole, in its order, and the audit log has additions and removals', async () => {
  const before = await read()
  expect(before.items[0]).toEqual({
    from: '2026-12-18',
    to: '2027-01-04',
    label: 'Christmas and New Year 2026',
  })
  const [christmas, ...rest] = before.items
  const easter = { from: '2027-03-26', to: '2027-03-29', label: '复活节 Easter' }
  const put = await putTable(admin, PERIODS, [easter, ...rest.slice(1), christmas], before.etag)
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  const wanted = [christmas, easter, ...rest.slice(1)]
  expect(put.body.items).toEqual(wanted)
  expect(await read()).toEqual({ items: wanted, etag: put.headers.get('ETag') })
  const entry = {
    adminId: admin.id,
    action: 'specialPeriodsSet',
    before: [rest[0]],
    after: [easter],
  }
  expect(await auditOf('specialPeriods')).toEqual([entry])
  const again = await putTable(admin, PERIODS, wanted, put.headers.get('ETag'))
  expect([again.status, again.headers.get('ETag')]).toEqual([200, put.headers.get('ETag')])
  expect(await auditOf('specialPeriods')).toEqual([entry])
})

test('a removed period does not come back with the reference data', async () => {
  const before = await read()
  await env.DB.batch(referenceStatements().map((sql) => env.DB.prepare(sql)))
  expect(await read()).toEqual(before)
})

const one = { from: '2027-05-10', to: '2027-05-20', label: 'Exams' }
const with_ = (change: object) => [{ ...one, ...change }]
test.each<[string, unknown, string, string]>([
  ['an end before its beginning', with_({ to: '2027-05-09' }), 'items.0.to', 'periodOrder'],
  ['an impossible day', with_({ to: '2027-05-32' }), 'items.0.to', 'dateInvalid'],
  ['a time', with_({ from: '2027-05-10T00:00' }), 'items.0.from', 'dateInvalid'],
  ['no name', with_({ label: '  ' }), 'items.0.label', 'required'],
  ['a long name', with_({ label: 'x'.repeat(41) }), 'items.0.label', 'tooLong'],
  ['no end', with_({ to: undefined }), 'items.0.to', 'required'],
  ['an unknown field', with_({ price: 5 }), 'items.0.price', 'unknownField'],
  [
    'two that share a day',
    [one, { ...one, from: '2027-05-20', to: '2027-05-25' }],
    'items.1.from',
    'periodOverlap',
  ],
  [
    'the later of two, wherever it stands',
    [{ ...one, from: '2027-05-15', to: '2027-05-25' }, one],
    'items.0.from',
    'periodOverlap',
  ],
  [
    'one within another',
    [
      { ...one, from: '2027-05-12', to: '2027-05-12' },
      { ...one, to: '2027-06-20' },
      { from: '2027-06-01', to: '2027-06-02', label: 'Later' },
    ],
    'items.2.from',
    'periodOverlap',
  ],
  ['the same twice', [one, one], 'items.1.from', 'periodOverlap'],
])('%s is refused, and the list stays', async (_, items, path, code) => {
  const before = await read()
  const { status, body } = await putTable(admin, PERIODS, items, before.etag)
  expect([status, body.code, body.errors[path]?.[0]?.code], JSON.stringify(body)).toEqual([
    422,
    'validationFailed',
    code,
  ])
  expect(await read()).toEqual(before)
})

test('an overlap names the period it overlaps with', async () => {
  const { etag } = await read()
  const items = [one, { from: '2027-05-20', to: '2027-05-25', label: 'Ball' }]
  const { body } = await putTable(admin, PERIODS, items, etag)
  expect(body.errors['items.1.from'][0].detail).toContain('Exams')
})

test('periods may be adjacent, last one day, or be missing altogether', async () => {
  const touching = [
    { from: '2027-05-10', to: '2027-05-10', label: 'One day' },
    { from: '2027-05-11', to: '2027-05-12', label: 'The next' },
  ]
  expect((await set(touching)).body.items).toEqual(touching)
  expect((await set([])).body.items).toEqual([])
})

/** The price for a group of two to Heathrow departing at a London time. */
async function priceAt(carpoolDatetime: string, flightTime: string): Promise<number> {
  const { created } = await openCarpool(await newStudent(), {
    carpoolDatetime,
    flightTime,
    maxPassengers: 2,
  })
  return created.basePrice
}
const [NORMAL, SPECIAL] = [7900, 9500]

test('the days of a period are London days, both included', async () => {
  const [from, to] = [addDays(today(), 20), addDays(today(), 22)]
  await set([{ from, to, label: 'Reading week' }])
  const at = (day: string, time: string) => priceAt(`${day}T${time}`, `${addDays(day, -1)}T12:00`)
  expect(await at(addDays(from, -1), '23:59')).toBe(NORMAL)
  expect(await at(from, '00:00')).toBe(SPECIAL)
  expect(await at(to, '23:59')).toBe(SPECIAL)
  expect(await at(addDays(to, 1), '00:00')).toBe(NORMAL)
})

test.each([0, 1])(
  'a period that ends on a day the clocks change ends at that day’s London midnight: change %i from now',
  async (nth) => {
    const { day: change, hours } = clockChanges(2)[nth] as ClockChange
    const [before, after] = [addDays(change, -1), addDays(change, 1)]
    const at = (day: string, time: string) => priceAt(`${day}T${time}`, `${addDays(day, -1)}T12:00`)
    await set([{ from: change, to: change, label: 'One day' }])
    expect(await at(before, '23:30')).toBe(NORMAL)
    expect(await at(change, '00:30')).toBe(SPECIAL)
    expect(await at(change, '23:30')).toBe(SPECIAL)
    expect(await at(after, '00:30')).toBe(NORMAL)
    // The same moment in UTC falls on the same London day. When the clocks go forward, London's day
    // begins at 23:00 UTC of the day before.
    const summer = hours === 23
    const utc = summer ? `${change}T23:15:00Z` : `${before}T23:15:00Z`
    expect(await priceAt(utc, `${addDays(before, -1)}T12:00`)).toBe(summer ? NORMAL : SPECIAL)
  },
)
