import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { inDays, pages } from './kit/world.ts'

const main = (page: Page) => page.locator('main')

/** A complete car of two in six days, whose first passenger pays the balance on a phone. */
async function paidCar(request: APIRequestContext, phone: Page, names: [string, string]) {
  const [wang, li] = [await newRider(request, names[0]), await newRider(request, names[1])]
  const car = await openPlace(request, wang, { airportId: 'air_bhx', days: 6, maxPassengers: 2 })
  await joinPlace(request, li, car, 6)
  await logIn(phone, wang, `/pay/balance-${car.participantId}`)
  await pay(phone, cards.good)
  await expect(phone).toHaveURL(/\/carpool\/(done|record)\//)
  return { ...car, li }
}

/** The student reports another flight. */
async function fly(phone: Page, participantId: string, time: string): Promise<void> {
  await phone.goto(`${pages}/carpool/record/${participantId}/flight`)
  await phone.locator('[name=flightTime]').fill(time)
  await phone.locator('main button[type=submit], dialog button[type=submit]').last().click()
  await expect(phone).toHaveURL(new RegExp(`/carpool/record/${participantId}$`))
}

/** A car the next day that lacks one person. */
async function nextCar(request: APIRequestContext) {
  const rider = await newRider(request, '赵下一')
  return openPlace(request, rider, { airportId: 'air_bhx', days: 7, maxPassengers: 2 })
}

test('the next car: the place moves with what was paid, and the record leads there', async ({
  page,
  request,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  const car = await paidCar(request, phone, ['王小明', '李小红'])
  const next = await nextCar(request)
  await fly(phone, car.participantId, await inDays(page, 7, '11:30'))
  await expect(main(phone)).toContainText('差得比较远')

  await loginAsAdmin(page, `/carpools/${car.carpoolId}`)
  await expect(main(page)).toContainText('换下一趟车：座位、押金和余款一起转过去')
  await expect(main(page)).toContainText('安排不变：学生收到你写的原因')
  await expectAccessible(page)
  await page.getByRole('link', { name: '选一趟车' }).click()
  await expect(page.getByRole('heading', { name: '换到另一趟车' })).toBeVisible()
  await expect(main(page)).toContainText('差价不收也不退')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^换到 .* 的车$/ }).click()
  await expect(page).toHaveURL(`${pages}/admin/carpools/${car.carpoolId}`)
  await expect(page.getByText('已换到那趟车，付过的钱一起转了过去')).toBeVisible()
  await expect(main(page)).not.toContainText('改了航班')
  await expectAccessible(page)

  await phone.goto(`${pages}/carpool/record/${car.participantId}`)
  await expect(main(phone)).toContainText('已换到另一趟车')
  await expectAccessible(phone)
  await phone.getByRole('link', { name: '看新的座位' }).click()
  await expect(phone).not.toHaveURL(new RegExp(car.participantId))
  await expect(main(phone)).toContainText('你已付清，等同车的人付款')
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await phone.goto(`${pages}/notices`)
  await expect(main(phone)).toContainText('航班改了，已给你换到这趟车')

  await page.goto(`${pages}/admin/carpools/${next.carpoolId}`)
  await expect(main(page)).toContainText('王小明')
  await context.close()
})
