import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { cards } from './kit/card.ts'
import { logIn } from './kit/people.ts'
import { dialog, pay } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import { goToCutoff, joinTrip, newTraveller, openTrip } from './kit/trips.ts'
import { pages } from './kit/world.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })

test('with enough people at the cutoff a trip goes ahead, and its balance is paid', async ({
  page,
}) => {
  test.setTimeout(90_000)
  const [wang, li] = [
    await newTraveller(page.request, '王小明'),
    await newTraveller(page.request, '李小红'),
  ]
  const trip = await openTrip(page.request, wang)
  await joinTrip(page.request, li, trip, 2)
  await logIn(page, li, '/trip?tab=end')
  await expect(card(page, trip.name)).toContainText('押金 £20 已付。到截止时间看人数')
  await page.goto(`${pages}/pay/balance-${trip.id}`)
  await expect(dialog(page)).toContainText('现在不能付')
  await goToCutoff(page.request, wang, trip)

  await page.goto(`${pages}/`)
  const news = page.getByRole('region', { name: '待处理' })
  await expect(news).toContainText('待办 1 · 付余款 £60')
  await news.getByRole('link').click()
  await expect(page).toHaveURL(`${pages}/pay/balance-${trip.id}`)
  await page.goto(`${pages}/trip?tab=end`)
  await expect(card(page, trip.name)).toContainText('已成团')
  await expectAccessible(page)

  await card(page, trip.name)
    .getByRole('link', { name: `付余款 £60：${trip.name}` })
    .click()
  await expect(page).toHaveURL(`${pages}/pay/balance-${trip.id}`)
  await expect(dialog(page)).toContainText('余款 £30 × 2 人')
  await expect(dialog(page)).toContainText('今天扣款 £60')
  await expectToFit(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '先不付' }).click()
  await expect(page.getByText('余款还没付，没有扣款。')).toBeVisible()

  await page.goto(`${pages}/pay/balance-${trip.id}`)
  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText('银行拒绝了这张卡，没有扣款。')
  await pay(page, cards.good)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('余款已付清')
  await expectAccessible(page)
  await expect(news).toBeHidden()
  await page.getByRole('link', { name: '看行程' }).click()
  await expect(page).toHaveURL(/\/trip\/record\/par_/)
  await expect(card(page, trip.name)).toContainText('押金和余款都已付清')
  await expect(page.getByRole('link', { name: '退出组团' })).toHaveCount(0)
  await page.goto(`${pages}/trip?tab=end`)
  await expect(card(page, trip.name).getByRole('button', { name: '已参加' })).toBeDisabled()
  // Paid: the payment page has nothing more to ask.
  await page.goto(`${pages}/pay/balance-${trip.id}`)
  await expect(page).toHaveURL(`${pages}/trip/done/${trip.id}`)
  // It is too late to leave.
  await page.goto(`${pages}/trip/exit/${trip.id}`)
  await expect(dialog(page)).toContainText('已过截止时间，不能退出')
  await expect(dialog(page).getByRole('button', { name: '退出，押金退给我' })).toHaveCount(0)
})
