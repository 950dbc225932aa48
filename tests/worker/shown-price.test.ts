import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { setBalancePrice } from '#app/trip/service/trips.server.ts'
import { openDb } from '#db/db.ts'
import { orders, participants, prices, settings } from '#db/schema.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { now, services } from '#tests/worker/world/services.ts'
import { openTrip } from '#tests/worker/world/trips.ts'
import { heldBy, leadsTo, textOf } from './accounts/visitor.ts'
import { filledForm } from './forms/filled.ts'

/** A price that changes while its form is open is pointed out before anything is begun. */

const db = openDb(env.DB)
const day = (n: number, time = '') => addDays(londonDay(now()), n) + (time && `T${time}`)
const TRAVEL = { terminal: 'T2', nLocation: '1 Castle Boulevard', people: '1' }

type Form = {
  path: string
  field: string
  typed: Record<string, string>
  /** A field whose value must not be lost. */
  kept: string
  change(): Promise<unknown>
  says: [after: string, before: string]
}
const setting = (key: string, value: number) =>
  db
    .insert(settings)
    .values({ key, value, updatedAt: now() })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
const price = (people: number, amount: number) =>
  db
    .update(prices)
    .set({ amount })
    .where(and(eq(prices.airportId, 'air_lhr'), eq(prices.people, people)))
const order = {
  userName: '王明',
  tel: '07700900123',
  fromAddress: '12 Castle Boulevard',
  fromZip: 'NG7 1FN',
  toAddress: '3 Long Row',
  toZip: 'NG1 2DH',
  estBoxNum: '2',
  sendDate: day(9),
}

const FORMS: Record<string, () => Promise<Form>> = {
  'a carpool': async () => ({
    path: '/carpool/create',
    field: 'maxPassengers',
    typed: {
      ...TRAVEL,
      ...{ tripType: 'PICKUP', airportId: 'air_lhr', maxPassengers: '4' },
      ...{ carpoolDatetime: day(9, '14:00'), flightTime: day(9, '12:00') },
    },
    kept: 'nLocation',
    change: () => price(4, 12345),
    says: ['£123.45', '£'],
  }),
  'a trip': async () => ({
    path: '/trip/create',
    field: 'tripName',
    typed: {
      tripName: 'Lakes',
      ...{ cutoffTime: day(5, '18:00'), tripStartDatetime: day(10, '08:00') },
      tripEndDatetime: day(11, '20:00'),
    },
    kept: 'tripName',
    change: () => setting('tripBalancePrice', 4100),
    says: ['£61', '£50'],
  }),
  'a place on a trip': async () => {
    const { id } = await openTrip()
    return {
      path: `/trip/${id}/join`,
      field: 'people',
      typed: { ...TRAVEL, flightTime: day(10, '06:00') },
      kept: 'nLocation',
      change: () => setBalancePrice(services, id, 4200),
      says: ['£62', '£50'],
    }
  },
  'a parcel': async () => ({
    path: '/mail/create',
    field: 'userName',
    typed: { ...order, shipCompany: 'SF', toAddress: '上海市徐汇区衡山路 8 号', toZip: '200031' },
    kept: 'fromAddress',
    change: () => setting('mailBasePrice', 1700),
    says: ['£17', '£10'],
  }),
  'a move': async () => ({
    path: '/moving/create',
    field: 'userName',
    typed: order,
    kept: 'toAddress',
    change: () => setting('moveBasePrice', 2700),
    says: ['£27', '£20'],
  }),
}

const begun = async (id: `usr_${string}`) => [
  ...(await db
    .select({ id: participants.id })
    .from(participants)
    .where(eq(participants.userId, id))),
  ...(await db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))),
]

test.each(Object.entries(FORMS))('of %s', async (_, make) => {
  const student = await newStudent()
  const browser = await browserOf(student)
  const { path, field, typed, kept, change, says } = await make()
  // Without scripts a form shows a price once it has been sent with what that depends on.
  const first = filledForm(await browser.get(path), field)
  const incomplete = { ...first, ...typed, [kept]: '' }
  const shown = await browser.post(path, incomplete)
  expect(shown.status).toBe(422)
  await change()
  const sent = { ...filledForm(shown, field), ...typed }
  const refused = await browser.post(path, sent)
  expect(refused.status).toBe(409)
  for (const words of [`价格刚刚变了：现在是 ${says[0]}，之前是 ${says[1]}`, '没有扣款'])
    expect(textOf(refused)).toContain(words)
  expect(heldBy(refused, kept)).toBe(typed[kept])
  expect(await begun(student.id)).toEqual([])
  // It shows the new price now, and is taken.
  const again = { ...filledForm(refused, field), ...typed }
  expect(leadsTo(await browser.post(path, again))).toMatch(/\/pay\//)
})

test('a form that showed no price, or that of another choice, is not refused', async () => {
  const { path, field, typed } = await (FORMS['a carpool'] as () => Promise<Form>)()
  for (const shownPrice of ['', '1@air_lhr/2020-01-01/4', `1@air_man/${day(9)}/4`, 'x@', '-1@']) {
    const browser = await browserOf(await newStudent())
    const sent = { ...filledForm(await browser.get(path), field), ...typed, shownPrice }
    expect(leadsTo(await browser.post(path, sent)), shownPrice).toMatch(/\/pay\//)
  }
})
