import { expect, type Page } from '@playwright/test'
import { fillOrder } from './kit/orders.ts'
import { logIn, newStudent, registeredStudent } from './kit/people.ts'
import { newRider, openPlace } from './kit/places.ts'
import { fillCreateForm, fillJoinForm, mainButton } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { fillTripForm } from './kit/trips.ts'
import { pages } from './kit/world.ts'

/** What was typed survives a document change that the user did not ask for. */

const field = (page: Page, name: string) => page.locator(`main [name=${name}]:not([type=hidden])`)
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

async function expectKept(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    await expect(field(page, name), name).toHaveValue(value)
}

const student = newStudent()
const { phone, email, wechat, password } = student

const entries: Record<string, Record<string, string>> = {
  '/login': { phone },
  '/register': {
    phone,
    email,
    name: student.name,
    wechat,
    verificationCode: '123456',
    accountType: 'MEMBER',
    flatName: 'Nova',
  },
  '/forgot-password': { phone, verificationCode: '123456' },
}

for (const [path, values] of Object.entries(entries))
  test(`switching the language on ${path} keeps everything but passwords`, async ({ page }) => {
    await page.goto(`${pages}${path}`)
    for (const [key, value] of Object.entries(values))
      if (key === 'accountType') await field(page, key).selectOption(value)
      else await field(page, key).fill(value)
    await field(page, 'password').fill(password)
    await page.getByRole('button', { name: '切换到 English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.waitForLoadState('networkidle')
    await expectKept(page, { ...values, password: '' })
    expect(await stored(page)).not.toContain(phone)
    // A later visit starts afresh.
    await page.goto(`${pages}${path}`)
    await expectKept(page, { phone: '' })
  })

test('the language can be switched in a sheet, too', async ({ page }) => {
  await logIn(page, await registeredStudent(page.request), '/profile/contact')
  const sheet = page.getByRole('dialog')
  await sheet.locator('[name=wechat]').fill('wx_another1')
  await sheet.getByRole('button', { name: '切换到 English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(sheet).toBeVisible()
  await expect(sheet.locator('[name=wechat]')).toHaveValue('wx_another1')
})

/** The forms for logged-in users, and what is typed into them. */
const forms: Record<string, (page: Page, carpoolId: string) => Promise<Record<string, string>>> = {
  'a new car': async (page) => {
    await page.goto(`${pages}/carpool/create`)
    await fillCreateForm(page, { airport: '伯明翰机场', days: 21, maxPassengers: 3, people: 2 })
    return {
      nLocation: '12 Lenton Boulevard',
      flightNumber: 'ba 32',
      maxPassengers: '3',
      people: '2',
    }
  },
  'a seat': async (page, carpoolId) => {
    await fillJoinForm(page, carpoolId, 9)
    return { nLocation: '8 Park Row' }
  },
  'an order': async (page) => {
    await page.goto(`${pages}/mail/create`)
    await fillOrder(page, 'mail', 9)
    return { shipCompany: 'SF', toZip: '200030', fromZip: 'ng71fn' }
  },
  'a trip': async (page) => {
    await page.goto(`${pages}/trip/create`)
    await fillTripForm(page, '湖区三日')
    return { tripName: '湖区三日', maxPassenger: '3' }
  },
  'one’s contact': async (page) => {
    await page.goto(`${pages}/profile/contact`)
    await field(page, 'wechat').fill('wx_another1')
    return { wechat: 'wx_another1' }
  },
}

test('going back to a list restores the searched text, not what was typed since', async ({
  page,
}) => {
  await page.goto(`${pages}/mail`, { waitUntil: 'networkidle' })
  const box = page.getByRole('searchbox', { name: '地址' })
  await box.fill('火星')
  await box.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('address') === '火星')
  await expect(page.getByText('没有符合的订单')).toBeVisible()
  await expect(box).toHaveValue('火星')
  await box.fill('木星')
  await box.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('address') === '木星')
  await page.goBack()
  await expect(box).toHaveValue('火星')
  await box.fill('北京')
  await page.getByRole('link', { name: '重置' }).click()
  await expect(page).not.toHaveURL(/address=/)
  await expect(box).toHaveValue('')
})

test('a session that ends while a form is filled in loses nothing: the form is complete after the login', async ({
  page,
}) => {
  test.slow()
  const rider = await registeredStudent(page.request)
  const { carpoolId } = await openPlace(page.request, await newRider(page.request), {
    days: 9,
    maxPassengers: 3,
  })
  for (const [form, fillIn] of Object.entries(forms))
    await test.step(form, async () => {
      await logIn(page, rider, '/profile')
      const values = await fillIn(page, carpoolId)
      const filledIn = page.url()
      await page.waitForLoadState('networkidle')
      await page.context().addCookies([{ name: 'sid', value: 'ended', url: pages }])
      await mainButton(page).click()
      await page.waitForURL(/\/login\?redirect=/)
      await field(page, 'phone').fill(rider.phone)
      await field(page, 'password').fill(rider.password)
      await page.locator('main button[type=submit]').click()
      await expect(page).toHaveURL(filledIn)
      await page.waitForLoadState('networkidle')
      await expectKept(page, values)
      expect(await stored(page)).not.toMatch(new RegExp(`${rider.password}|Park Row|Lenton`))
      await page.context().clearCookies()
    })
})
