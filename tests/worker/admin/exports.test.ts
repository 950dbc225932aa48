import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { addDays, londonDay, londonWall, startOfLondonDay } from '#app/kernel/time.ts'
import { orders as orderTable } from '#db/schema.ts'
import { leadsTo, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { clockChanges } from '#tests/worker/clock-changes.ts'
import { newPerson, travelOf } from '#tests/worker/closing/kit.ts'
import { inDays, openCar } from '#tests/worker/world/cars.ts'
import { paidOrder, rowOf } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, fault, now } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { type Admin, fileOf, newAdmin, newAdminAccount, PASSWORD, visitorOf } from './kit.ts'

/** Today and tomorrow: includes everything this test has just made, and other tests' rows too. */
const span = () => {
  const today = londonDay(now())
  return `from=${addDays(today, -1)}&to=${addDays(today, 1)}`
}

async function csv(as: Pick<Admin, 'token'>, path: string, lang: 'zh' | 'en' = 'en') {
  const answer = await fileOf(as, path, lang)
  const bytes = await answer.arrayBuffer()
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const [header = '', ...lines] = text.split('\r\n')
  const names = header.replace('\uFEFF', '').split(',')
  const rows = lines
    .filter(Boolean)
    .map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])))
  return { answer, text, names, rows }
}

test('a day begins and ends at London midnight, on days of 23 and 25 hours too', async () => {
  const admin = await newAdmin(['records'])
  const { id } = await paidOrder('mail')
  for (const { day, next } of clockChanges(2)) {
    const isIn = async (createdAt: number) => {
      await db.update(orderTable).set({ createdAt }).where(eq(orderTable.id, id))
      const { rows } = await csv(admin, `orders?from=${day}&to=${day}`)
      const row = rows.find((one) => one.Order === id)
      if (row) expect(row['Created (London)']).toBe(londonWall(createdAt).replace('T', ' '))
      return row !== undefined
    }
    const [from, to] = [startOfLondonDay(day), startOfLondonDay(next)]
    const found = [await isIn(from - 1), await isIn(from), await isIn(to - 1), await isIn(to)]
    expect(found, day).toEqual([false, true, true, false])
  }
})

test('an order is one line, on its day, with amounts in pounds and nobody’s name or address', async () => {
  const admin = await newAdmin(['records'])
  const { id, owner, intentId } = await paidOrder('mail')
  const { answer, text, rows } = await csv(admin, `orders?${span()}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="neighbourhelp-orders-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(text.startsWith('\uFEFFOrder,Kind,')).toBe(true)
  const row = await rowOf(id)
  expect(rows.find((one) => one.Order === id)).toMatchObject({
    Kind: 'mail',
    User: owner.id,
    Status: 'Pending pickup',
    'Payment status': 'Paid',
    Amount: ((row?.baseAmount ?? 0) / 100).toFixed(2),
    Currency: 'gbp',
    Payment: intentId,
    'Created (UTC)': new Date(row?.createdAt ?? 0).toISOString(),
  })
  for (const said of [row?.userName, row?.tel, row?.fromAddress, row?.toAddress, row?.fromZip])
    expect(text).not.toContain(said)
  const later = addDays(londonDay(now()), 2)
  expect((await csv(admin, `orders?from=${later}&to=${later}`)).rows).toEqual([])
  expect((await csv(admin, `orders?${span()}`, 'zh')).names[0]).toBe('订单编号')
})

test('each place of a carpool or trip is a line, without address or flight', async () => {
  const admin = await newAdmin(['records'])
  const ann = await newPerson()
  const car = await openCar({ maxPassengers: 3, ...inDays(8), ...travelOf(ann) }, { as: ann })
  const trip = await openTrip()
  const cars = await csv(admin, 'carpools')
  expect(cars.rows.find((row) => row.Participant === car.participantId)).toMatchObject({
    Carpool: car.carpoolId,
    User: ann.id,
    People: '1',
    'Deposit status': '£20 held',
    'Private car': '0',
    Status: 'Open',
    Seat: 'Confirmed',
  })
  for (const secret of ann.secrets) expect(cars.text).not.toContain(secret)
  const day = londonDay(
    Date.parse(
      String(cars.rows.find((row) => row.Participant === car.participantId)?.['Departure (UTC)']),
    ),
  )
  expect((await csv(admin, `carpools?from=${day}&to=${day}`)).text).toContain(car.participantId)
  expect((await csv(admin, `carpools?to=${addDays(day, -1)}`)).text).not.toContain(
    car.participantId,
  )
  const trips = await csv(admin, 'trips')
  expect(trips.rows.find((row) => row.Trip === trip.id)).toMatchObject({
    User: trip.creator.id,
    Balance: '',
  })
})

test('an export needs the records scope and a valid span of days', async () => {
  const ask = async (as: Pick<Admin, 'token'>, path: string) => {
    const { status, headers } = await fileOf(as, path)
    return [status, headers.get('Location')?.replace(/\?.*/, '')]
  }
  const admin = await newAdmin(['records'])
  expect(await ask(await newStudent(), 'orders')).toEqual([302, '/neighbourhelp/admin/login'])
  expect(await ask(await newAdmin(['members']), 'orders')).toEqual([403, undefined])
  for (const path of [
    'ledger',
    'bank?from=2026-01-01',
    'orders?from=2026-02-30',
    'orders?from=2026-02-02&to=2026-02-01',
    'ledger?from=2026-01-01&to=2027-01-02',
  ])
    expect(await ask(admin, path), path).toEqual([303, '/neighbourhelp/admin/exports'])
  expect(await ask(admin, 'ledger?from=2026-01-01&to=2027-01-01')).toEqual([200, undefined])
})

test('a long export has every line once, however many pages it takes', async () => {
  const admin = await newAdmin(['records'])
  const { id } = await paidOrder('move')
  const row = await rowOf(id)
  if (!row) throw new Error('no order')
  const { userId } = row
  const many = Array.from({ length: 1200 }, (_, n) => ({
    ...row,
    id: `move_many${n}` as const,
    attemptId: `many${n}`,
  }))
  for (let from = 0; from < many.length; from += 2)
    await db.insert(orderTable).values(many.slice(from, from + 2))
  const { rows } = await csv(admin, `orders?${span()}`)
  const ids = rows.filter((one) => one.User === userId).map((one) => one.Order)
  expect(ids).toHaveLength(1201)
  expect(new Set(ids).size).toBe(1201)
  await db.delete(orderTable).where(eq(orderTable.userId, userId))
})

test('an unreachable provider means no file, instead of an empty one', async () => {
  const admin = await newAdmin(['records'])
  await fault('fail-calls', 100)
  const visitor = visitorOf(admin)
  const asked = await visitor.get(`/admin/exports/ledger?${span()}`)
  expect([asked.status, leadsTo(asked)]).toEqual([303, `/admin/exports?${span()}`])
  expect(textOf(await visitor.get('/admin/exports'))).toContain(
    getT('en')('admin:export.unavailable'),
  )
})

test('the console offers exports as plain form links to administrators with the scope', async () => {
  const { phone } = await newAdminAccount(['records'])
  const visitor = new Visitor({ lang: 'zh' })
  expect((await visitor.post('/admin/login', { phone, password: PASSWORD })).status).toBeLessThan(
    400,
  )
  const page = await visitor.get('/admin/exports')
  expect(textOf(page)).toContain('Stripe 余额的每笔变动一行')
  expect(page.html).toContain('formaction="/neighbourhelp/admin/exports/ledger"')
  const file = await visitor.get(`/admin/exports/orders?${span()}`)
  expect(file.headers.get('Content-Disposition')).toContain('neighbourhelp-orders-')
  expect(file.headers.get('Cache-Control')).toBe('no-store')
  expect(file.html).toContain('订单编号')
  const wrong = await visitor.get('/admin/exports/orders?from=2026-02-02&to=2026-02-01')
  expect(leadsTo(wrong)).toBe('/admin/exports?from=2026-02-02&to=2026-02-01')
  expect(textOf(await visitor.get('/admin/exports'))).toContain('请检查日期')
  expect((await visitor.get('/admin/exports/users')).status).toBe(404)
  expect((await new Visitor().get('/admin/exports/orders')).status).toBe(302)
})
