import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { orders } from '#db/schema.ts'
import { leadsTo, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newPhone } from '#tests/worker/accounts/world.ts'
import { completeCar, payBalance } from '#tests/worker/world/cars.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { student } from '#tests/worker/world/people.ts'
import { db, now } from '#tests/worker/world/services.ts'
import { newAdmin, newAdminAccount, visitorOf } from './kit.ts'

const PAGES = [
  'nowhere',
  'carpools/car_nothing',
  'trips/trip_nothing',
  'orders/mail/mail_nothing',
  'orders/tea',
]
const STUDENT_WORDS = /Your orders and deposits|customer service|你的订单和押金|客服/

test('an unknown address in the console leads back to Today, in the console’s words', async () => {
  for (const lang of ['en', 'zh'] as const) {
    const visitor = visitorOf(await newAdmin(), lang)
    for (const page of [...PAGES, 'users/usr_nothing', 'airports/air_nothing']) {
      const shown = await visitor.get(`/admin/${page}`)
      expect(shown.status, page).toBe(404)
      const text = textOf(shown)
      expect(text, page).toContain(lang === 'en' ? 'Page not found' : '找不到页面')
      expect(text, page).toContain(lang === 'en' ? 'Back to Today' : '回到今日概览')
      expect(text, page).not.toMatch(STUDENT_WORDS)
    }
  }
})

test('a page of another scope names the missing permission', async () => {
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
    expect(textOf(shown), page).toContain(`This needs the permission “${permission}”.`)
    expect(textOf(shown), page).not.toMatch(STUDENT_WORDS)
  }
})

test('the menu lists Today first, and only headings with pages the administrator may see', async () => {
  const menuOf = async (...scopes: Parameters<typeof newAdmin>) =>
    textOf(await visitorOf(await newAdmin(...scopes)).get('/admin'))
  expect(await menuOf()).toContain('Menu Today People Pending members Users Operations')
  expect(await menuOf(['orders'])).toContain('Menu Today Operations Mail orders Moving orders')
})

test('a visitor is asked to log in, even at an unknown address', async () => {
  expect(leadsTo(await new Visitor().get('/admin/nowhere'))).toBe(
    '/admin/login?redirect=%2Fadmin%2Fnowhere',
  )
})

test('an administrator’s wrong password does not offer a text message', async () => {
  const { phone } = await newAdminAccount()
  for (const tried of [phone, newPhone()]) {
    const shown = await new Visitor({ lang: 'en' }).post('/admin/login', {
      phone: tried,
      password: 'wrong one',
    })
    expect(textOf(shown)).toContain(
      'If you forgot your password, ask the person who set up your account for a new one.',
    )
    expect(textOf(shown)).not.toContain('text message')
  }
})

test('an outstanding amount is amber, and confirmed only once it is paid', async () => {
  const car = await completeCar([student(), student()])
  const visitor = visitorOf(await newAdmin())
  const page = () => visitor.get(`/admin/carpools/${car.carpoolId}`)
  const badges = ({ html }: { html: string }, tone: string) =>
    [...html.matchAll(new RegExp(`<span class="[^"]*text-${tone}"[^>]*>(.*?)</span>`, 'g'))].map(
      ([, inner = '']) => inner.replace(/<[^>]*>/g, ''),
    )
  const before = await page()
  const amount = textOf(before).match(/(£\d+) unpaid/)?.[1]
  expect(amount).toBeDefined()
  expect(badges(before, 'warn')).toEqual([
    'Car full, balances due',
    `${amount} unpaid`,
    `${amount} unpaid`,
  ])
  expect(textOf(before)).toContain(`${amount} due`)
  const [first, second] = car.seats
  if (!first || !second) throw new Error('no seats')
  await payBalance(first)
  expect(badges(await page(), 'warn')).toHaveLength(2)
  expect(badges(await page(), 'ok')).toEqual(['Confirmed'])
  await payBalance(second)
  expect(badges(await page(), 'warn')).toEqual([])
  expect(badges(await page(), 'ok')).toEqual(['Car full, all paid', 'Confirmed', 'Confirmed'])
})

test('box deliveries are on the first page on their day, and link to their orders', async () => {
  const today = londonDay(now())
  const visitor = visitorOf(await newAdmin(['orders']))
  const counts = async () => {
    const text = textOf(await visitor.get('/admin'))
    return (['today', 'tomorrow'] as const).map((day) =>
      Number(text.match(new RegExp(`(\\d+) box deliver(?:y|ies) ${day}`))?.[1] ?? 0),
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
  expect(html).toMatch(/Boxes to deliver on [^<]+: 2</)
  expect(html).not.toContain(without)
})

test('the Chinese page on special periods says that the day of departure counts', async () => {
  const text = textOf(await visitorOf(await newAdmin(), 'zh').get('/admin/periods'))
  expect(text).toContain('出发日期在这些日子里的拼车按假期价（伦敦日期，首尾都算），和哪天发起无关')
})
