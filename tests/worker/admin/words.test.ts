import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { addDays, londonDay } from '#app/domain/time.ts'
import { orders } from '#db/schema.ts'
import { leadsTo, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newPhone } from '#tests/worker/accounts/world.ts'
import { db } from '#tests/worker/api/world.ts'
import { now, stripeUp, student } from '#tests/worker/carpool/kit.ts'
import { completeCar, payBalance } from '#tests/worker/carpool/life.ts'
import { paidOrder } from '#tests/worker/orders/kit.ts'
import { newAdmin, newAdminAccount, visitorOf } from './kit.ts'

afterEach(stripeUp)

const PAGES = [
  'nowhere',
  'carpools/car_nothing',
  'trips/trip_nothing',
  'orders/mail/mail_nothing',
  'orders/tea',
]
const STUDENT_WORDS = /Your orders and deposits|customer service|你的订单和押金|客服/

test('an address of the console that is none leads back to Today, in the words of the console', async () => {
  for (const lang of ['en', 'zh'] as const) {
    const visitor = visitorOf(await newAdmin(), lang)
    for (const page of [...PAGES, 'users/usr_nothing', 'airports/air_nothing']) {
      const shown = await visitor.get(`/admin/${page}`)
      expect(shown.status, page).toBe(404)
      const text = textOf(shown)
      expect(text, page).toContain(lang === 'en' ? 'Nothing at this address' : '这里什么都没有')
      expect(text, page).toContain(lang === 'en' ? 'Back to Today' : '回到今天')
      expect(text, page).not.toMatch(STUDENT_WORDS)
    }
  }
})

test('a page of another scope names the permission that is missing', async () => {
  const visitor = visitorOf(await newAdmin(['orders']))
  const MISSING = {
    members: 'Users and members',
    prices: 'Prices and texts',
    carpools: 'Carpools and trips',
    settings: 'Settings',
    audit: 'Records and payments',
  }
  for (const [page, permission] of Object.entries(MISSING)) {
    const shown = await visitor.get(`/admin/${page}`)
    expect(shown.status, page).toBe(403)
    expect(textOf(shown), page).toContain(`It needs the permission “${permission}”.`)
    expect(textOf(shown), page).not.toMatch(STUDENT_WORDS)
  }
})

test('somebody who is not logged in is asked to, also at an address that is none', async () => {
  expect(leadsTo(await new Visitor().get('/admin/nowhere'))).toBe(
    '/admin/login?redirect=%2Fadmin%2Fnowhere',
  )
})

test('a wrong password of an administrator promises no text message', async () => {
  const { phone } = await newAdminAccount()
  for (const tried of [phone, newPhone()]) {
    const shown = await new Visitor({ lang: 'en' }).post('/admin/login', {
      phone: tried,
      password: 'wrong one',
    })
    expect(textOf(shown)).toContain(
      'A forgotten password is replaced by whoever set up your account.',
    )
    expect(textOf(shown)).not.toContain('text message')
  }
})

test('what is outstanding is amber with its amount, and confirmed only once it is paid', async () => {
  const car = await completeCar([student(), student()])
  const visitor = visitorOf(await newAdmin())
  const page = () => visitor.get(`/admin/carpools/${car.carpoolId}`)
  const badges = ({ html }: { html: string }, tone: string) =>
    [...html.matchAll(new RegExp(`<span class="[^"]*text-${tone}"[^>]*>(.*?)</span>`, 'g'))].map(
      ([, inner = '']) => inner.replace(/<[^>]*>/g, ''),
    )
  const before = await page()
  const amount = textOf(before).match(/Unpaid (£\d+)/)?.[1]
  expect(amount).toBeDefined()
  expect(badges(before, 'warn')).toEqual([
    'Group completed, balances due',
    `Unpaid ${amount}`,
    `Unpaid ${amount}`,
  ])
  expect(textOf(before)).toContain(`${amount} to pay`)
  const [first, second] = car.seats
  if (!first || !second) throw new Error('no seats')
  await payBalance(first)
  expect(badges(await page(), 'warn')).toHaveLength(2)
  expect(badges(await page(), 'ok')).toEqual(['Confirmed'])
  await payBalance(second)
  expect(badges(await page(), 'warn')).toEqual([])
  expect(badges(await page(), 'ok')).toEqual([
    'Group completed, all paid',
    'Confirmed',
    'Confirmed',
  ])
})

test('boxes to bring are on the first page on their day, and lead to the orders they are for', async () => {
  const today = londonDay(now())
  const visitor = visitorOf(await newAdmin(['orders']))
  const counts = async () => {
    const text = textOf(await visitor.get('/admin'))
    return (['today', 'tomorrow'] as const).map((day) =>
      Number(text.match(new RegExp(`(\\d+) mail orders? to bring boxes to ${day}`))?.[1] ?? 0),
    )
  }
  const [wasToday = 0, wasTomorrow = 0] = await counts()
  const put = async (change: Partial<typeof orders.$inferInsert>) => {
    const { id } = await paidOrder('mail')
    await db
      .update(orders)
      .set({ isBuyBox: true, buyBoxNum: 2, boxDate: today, sendDate: addDays(today, 9), ...change })
      .where(eq(orders.id, id))
    return id
  }
  const due = await put({})
  await put({ boxDate: addDays(today, 1) })
  await put({ boxDate: addDays(today, 2) })
  await put({ status: 'completed' })
  await put({ payment: 'awaiting' })
  const without = await put({ isBuyBox: false, buyBoxNum: null, boxDate: null })
  expect(await counts()).toEqual([wasToday + 1, wasTomorrow + 1])
  const { html } = await visitor.get('/admin/orders/mail?view=boxes')
  expect(html).toContain(due)
  expect(html).toContain('2 boxes to bring on')
  expect(html).not.toContain(without)
})

test('the Chinese page on special periods says that the day of departure counts', async () => {
  const text = textOf(await visitorOf(await newAdmin(), 'zh').get('/admin/periods'))
  expect(text).toContain('出发日在这些日子里的拼车按假期价算，和哪天发起无关')
})
