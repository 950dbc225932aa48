import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { loginAsAdmin } from './kit/admin.ts'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { assignCar } from './kit/fleet.ts'
import { logIn } from './kit/people.ts'
import { joinPlace, newRider, openPlace } from './kit/places.ts'
import { pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { advanceClock, inDays, pages } from './kit/world.ts'

/**
 * A flight changes by a day: the student reports it on a phone, and somebody at a desk keeps the
 * ride as it is, lets it wait, or moves the place to the next car.
 */

/** By then a change of a car has been told. */
const TOLD_AFTER_SECONDS = 11 * 60

const main = (page: Page) => page.locator('main')

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

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
  await shot(page, 'task-zh')
  await page.getByRole('link', { name: '选一趟车' }).click()
  await expect(page.getByRole('heading', { name: '换到另一趟车' })).toBeVisible()
  await expect(main(page)).toContainText('差价不收也不退')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shot(page, 'move-zh')
  await page.getByRole('button', { name: /^换到 .* 的车$/ }).click()
  await expect(page).toHaveURL(`${pages}/admin/carpools/${car.carpoolId}`)
  await expect(page.getByText('已换到那趟车，付过的钱一起转了过去')).toBeVisible()
  await expect(main(page)).not.toContainText('改了航班')
  await expectAccessible(page)

  await phone.goto(`${pages}/carpool/record/${car.participantId}`)
  await expect(main(phone)).toContainText('已换到另一趟车')
  await expectAccessible(phone)
  await shot(phone, 'old-record-zh')
  await phone.getByRole('link', { name: '看新的座位' }).click()
  await expect(phone).not.toHaveURL(new RegExp(car.participantId))
  await expect(main(phone)).toContainText('你已付清，等同车的人付款')
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await shot(phone, 'new-record-zh')
  await phone.goto(`${pages}/notices`)
  await expect(main(phone)).toContainText('航班改了，已给你换到这趟车')
  await shot(phone, 'notices-zh')

  await page.goto(`${pages}/admin/carpools/${next.carpoolId}`)
  await expect(main(page)).toContainText('王小明')
  await shot(page, 'next-car-zh')
  await context.close()
})

test('waiting, and keeping: everybody is told a new meeting time, or the passenger why not', async ({
  page,
  request,
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  const car = await paidCar(request, phone, ['周等等', '吴不急'])
  await assignCar(request, car.carpoolId, `WT${String(Date.now() % 100).padStart(2, '0')} KEP`)
  await advanceClock(request, TOLD_AFTER_SECONDS)
  await fly(phone, car.participantId, await inDays(page, 6, '18:00'))
  await loginAsAdmin(page, `/carpools/${car.carpoolId}`)
  await expect(main(page)).toContainText('改上车时间：全车等这个航班')
  await page.getByRole('link', { name: '改上车时间' }).click()
  await expect(page.locator('[name=meetAt]')).toHaveValue(await inDays(page, 6, '18:45'))
  await page.getByLabel('为什么要改').fill('等航班')
  await page.getByRole('button', { name: '保存修改' }).click()
  await expect(page).toHaveURL(`${pages}/admin/carpools/${car.carpoolId}`)
  await expect(main(page)).not.toContainText('全车等这个航班')
  await advanceClock(request, TOLD_AFTER_SECONDS)

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const others = await plain.newPage()
  await logIn(others, car.li, '/notices')
  await phone.goto(`${pages}/notices`)
  for (const told of [phone, others])
    await expect(main(told)).toContainText(/车有变动.*18:45 在“T1 Arrivals, by Boots”上车/s)
  await shot(phone, 'wait-notices-zh')
  await phone.goto(`${pages}/carpool/record/${car.participantId}`)
  await expect(main(phone)).toContainText('18:45')
  await expectAccessible(phone)
  await shot(phone, 'wait-record-zh')

  await fly(phone, car.participantId, await inDays(page, 6, '22:10'))
  await page.reload()
  await page.getByLabel('安排不变的话，告诉学生为什么').fill('这趟车等不到那么晚，请联系客服')
  await page.getByRole('button', { name: '安排不变' }).click()
  await expect(main(page)).not.toContainText('全车等这个航班')
  await phone.goto(`${pages}/notices`)
  await expect(main(phone)).toContainText('你改了航班，车的安排不变')
  await expect(main(phone)).toContainText('这趟车等不到那么晚，请联系客服')
  await expectAccessible(phone)
  await shot(phone, 'keep-notices-zh')
  await others.reload()
  await expect(main(others)).not.toContainText('等不到那么晚')
  await plain.close()
  await context.close()
})
