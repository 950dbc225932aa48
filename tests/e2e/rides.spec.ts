import { expect, type Page } from '@playwright/test'
import {
  expectAccessible,
  expectInOrder,
  expectNoSidewaysScroll,
  type Look,
  lookAt,
  titleOf,
} from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { holdBack } from './kit/hold.ts'
import { logIn, registeredStudent } from './kit/people.ts'
import { joinPlace, newRider, openPlace, type Place } from './kit/places.ts'
import { fillJoinForm, mainButton, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { pages, setLanguage } from './kit/world.ts'

/** One's own bookings, a record, the bar of what wants doing, and the page after a payment. */

const PHONE = { width: 390, height: 844 }
const H1_MAX_PX = 200
const BAR_PX = 48
const SECONDS = 1000
const bar = (page: Page) => page.getByRole('region', { name: '待处理' })
const recordOf = ({ participantId }: Place) => `/carpool/record/${participantId}`
const topOf = async (page: Page) => (await page.locator('h1').boundingBox())?.y

/** A student in so many complete cars for two, whose balances are due. */
async function owing(page: Page, cars: number) {
  const [student, other] = [await newRider(page.request), await newRider(page.request)]
  const places: Place[] = []
  for (let car = 0; car < cars; car++) {
    const days = 4 + car
    const place = await openPlace(page.request, student, { days, maxPassengers: 2 })
    await joinPlace(page.request, other, place, days)
    places.push(place)
  }
  return { student, places }
}

test('the bar is 48 px high, pushes no page down, and leads straight to the one thing to do', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const { student, places } = await owing(page, 1)
  const [place] = places as [Place]
  for (const path of ['/storage', '/carpool', '/mail', '/profile', '/trip']) {
    await page.goto(`${pages}${path}`)
    if (path === '/storage') await logIn(page, student, path)
    await expect(bar(page)).toHaveText(/^待办 1 · 付余款 £47，剩 \d 天→$/)
    expect((await bar(page).boundingBox())?.height).toBe(BAR_PX)
    expect(await topOf(page), path).toBeLessThan(H1_MAX_PX)
    await expectNoSidewaysScroll(page)
  }
  // Never on a page that is about it.
  for (const path of ['/rides', recordOf(place), `${recordOf(place)}/done`, '/notices']) {
    await page.goto(`${pages}${path}`)
    await expect(page.locator('h1')).toBeVisible()
    await expect(bar(page), path).toHaveCount(0)
    expect(await topOf(page), path).toBeLessThan(H1_MAX_PX)
  }
  await page.goto(`${pages}/storage`)
  await bar(page).getByRole('link').click()
  await expect(page).toHaveURL(`${pages}/pay/balance-${place.participantId}`)
  await expect(bar(page)).toHaveCount(0)
})

for (const javaScriptEnabled of [true, false])
  test(`several things to do open as a list, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled, viewport: PHONE })
    const page = await context.newPage()
    const { student, places } = await owing(page, 4)
    await logIn(page, student, '/storage')
    await expect(bar(page).locator('summary')).toHaveText(/^待办 4 · 付余款 £47，剩 \d 天$/)
    expect((await bar(page).boundingBox())?.height).toBe(BAR_PX)
    expect(await topOf(page)).toBeLessThan(H1_MAX_PX)
    await bar(page).locator('summary').click()
    const ways = bar(page).getByRole('link', { name: '付余款 £47' })
    await expect(ways).toHaveCount(4)
    // The same amount four times: each says which car it is.
    const cars = await bar(page)
      .getByText(/^\d+月\d+日 周. 伦敦卢顿机场 → 诺丁汉/)
      .allTextContents()
    expect(new Set(cars).size).toBe(4)
    if (javaScriptEnabled) await expectAccessible(page)
    // On the page of one of them the other three are left.
    await page.goto(`${pages}${recordOf(places[0] as Place)}`)
    await expect(bar(page).locator('summary')).toHaveText(/^待办 3 · 付余款 £47，剩 \d 天$/)
    expect(await topOf(page)).toBeLessThan(H1_MAX_PX)
    await context.close()
  })

test('joining ends on a page of its own, where the seat fills once; back leads past the payment', async ({
  page,
}) => {
  const opener = await newRider(page.request)
  const place = await openPlace(page.request, opener, { days: 6, maxPassengers: 3 })
  const student = await registeredStudent(page.request)
  await logIn(page, student, '/storage')
  await fillJoinForm(page, place.carpoolId, 6, '11:50')
  await mainButton(page).click()
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  await pay(page, cards.good)
  await expect(page).toHaveURL(/\/carpool\/record\/par_\w+\/done$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('上车了，还差 1 人')
  await expect(page.getByText('£20 已冻结，没有扣款')).toBeVisible()
  expect(await topOf(page)).toBeLessThan(H1_MAX_PX)
  await expect(page.getByRole('listitem').filter({ hasText: '已冻结' })).toBeVisible()
  await expect(page.getByRole('link', { name: '发到微信群，拼满更快' })).toHaveAttribute(
    'href',
    new RegExp(`/share/carpool/${place.carpoolId}`),
  )
  const done = page.url()

  // The seat fills once, and not at all where the system asks for no motion.
  const filling = () =>
    page.locator('.fills .mine').evaluate((seat) => {
      const { animationName, animationDuration, animationIterationCount } = getComputedStyle(seat)
      return [animationName, animationDuration, animationIterationCount]
    })
  expect((await filling())[0]).toBe('none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await filling()).toEqual(['fill-seat', '0.3s', '1'])
  await page.emulateMedia({ reducedMotion: 'reduce' })

  // It can be reloaded, and going back never leads through the payment that is over.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('上车了，还差 1 人')
  await page.goBack()
  await expect(page).toHaveURL(done.replace(/\/done$/, ''))
  await expect(page.getByText('没能继续')).toHaveCount(0)

  // The last seat: complete, what was charged, and what is due by when.
  const last = await newRider(page.request)
  const hers = await joinPlace(page.request, last, place, 6)
  await page.goto(done)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('坐满了，成团')
  await expect(page.getByText('£20 押金已抵车费，不能再退出')).toBeVisible()
  await expect(page.getByText(/还要付余款 £\d+，最晚/)).toBeVisible()
  // Another student's page does not exist.
  const answer = await page.goto(`${pages}${recordOf(hers)}/done`)
  expect(answer?.status()).toBe(404)
})

test('a phone’s bar has home, carpools, my trips and me; a visitor is asked to log in and comes back', async ({
  page,
}) => {
  const student = await registeredStudent(page.request)
  await page.goto(`${pages}/`)
  const quick = page.getByRole('navigation', { name: '常用导航' })
  await expect(quick.locator(':scope > ul > li')).toHaveText([/首页/, /拼车/, /我的行程/, /我的/])
  await quick.getByRole('link', { name: '我的行程' }).click()
  await expect(page).toHaveURL(`${pages}/login?redirect=%2Frides`)
  await page.locator('[name=phone]').fill(student.phone)
  await page.locator('[name=password]').fill(student.password)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(`${pages}/rides`)
  await expect(page.getByText('还没有行程')).toBeVisible()
  // Where the lists stood before leads here too.
  await page.goto(`${pages}/profile?list=exited`)
  await expect(page).toHaveURL(`${pages}/rides?list=exited`)
})

test('a record that stays open follows others, and keeps what is unfolded and the focus', async ({
  page,
}) => {
  await page.clock.install()
  const opener = await newRider(page.request)
  const place = await openPlace(page.request, opener, { days: 12, maxPassengers: 2 })
  await logIn(page, opener, recordOf(place))
  // Nothing but the page's own scripts: no React.
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)
  await page.locator('main summary').click()
  await joinPlace(page.request, await newRider(page.request), place, 12)
  await page.clock.runFor(21 * SECONDS)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [role=status]')).toContainText('已成团，待付余款')
  await expect(page.locator('p.for-ears[role=status]')).toContainText('已成团，待付余款')
  await expect(page.locator('main details')).toHaveAttribute('open', '')
  await expect(page.locator('main summary')).toBeFocused()
  await expectAccessible(page)
})

test('my trips that stay open follow others, but not under a finger', async ({ page }) => {
  await page.clock.install()
  const opener = await newRider(page.request)
  const place = await openPlace(page.request, opener, { days: 12, maxPassengers: 2 })
  // What keeps the page up to date may come after what asks the bank.
  const live = await holdBack(page, /assets\/live-/)
  const asked = page.waitForResponse(/\/deposit$/)
  let asks = 0
  page.on('request', (request) => (asks += Number(request.url().endsWith('/deposit'))))
  const shown = logIn(page, opener, '/rides')
  await (await asked).finished()
  live.release()
  await shown
  const card = page.getByRole('article')
  await expect(card).toContainText('还差 1 人')
  await expect(page.locator('p.for-ears[role=status]')).toBeAttached()
  // The page that is read again is the same, so the bank is not asked again.
  for (const _ of [1, 2]) {
    const same = page.waitForResponse(`${pages}/rides`)
    await page.clock.runFor(31 * SECONDS)
    await (await same).finished()
  }
  expect(asks).toBe(1)
  await joinPlace(page.request, await newRider(page.request), place, 12)
  await page.locator('h1').hover()
  await page.mouse.down()
  const read = page.waitForResponse(`${pages}/rides`)
  await page.clock.runFor(31 * SECONDS)
  await (await read).finished()
  await expect(card).toContainText('还差 1 人')
  await page.mouse.up()
  await page.clock.runFor(31 * SECONDS)
  await expect(card.getByRole('link', { name: /^付余款 £47/ })).toBeVisible()
})

const LOOKS = [
  ['light', 320],
  ['dark', 320],
] as const satisfies Look[]

for (const language of ['zh', 'en'] as const)
  test(`bookings, a record and the page after paying are accessible: ${language}, ${titleOf(LOOKS)}`, async ({
    page,
  }) => {
    await lookAt(page, LOOKS[0])
    await setLanguage(page, language)
    const { student, places } = await owing(page, 1)
    const open = await openPlace(page.request, student, { days: 9, maxPassengers: 3 })
    await logIn(page, student, '/rides')
    for (const path of [
      '/rides',
      ...[places[0] as Place, open].flatMap((place) => [
        recordOf(place),
        `${recordOf(place)}/done`,
      ]),
      '/storage',
    ]) {
      await page.goto(`${pages}${path}`)
      await expectInOrder(page, LOOKS)
    }
    await page.goto(`${pages}${recordOf(open)}`)
    await page.locator('main summary').click()
    await expectInOrder(page, LOOKS)
  })
