import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { answerBank, cards, fillCard } from './kit/card.ts'
import { holdBack } from './kit/hold.ts'
import { givePoints, makeMember } from './kit/members.ts'
import { logIn } from './kit/people.ts'
import { draftPlace, joinPlace, newRider, openPlace, type Place, type Rider } from './kit/places.ts'
import { dialog, mainButton, pay } from './kit/ride.ts'
import { expectToFit } from './kit/sheet.ts'
import { test } from './kit/test.ts'
import { advanceClock, pages, setLanguage } from './kit/world.ts'

const DAYS = 5
const pathOf = (kind: 'balance' | 'deposit', { participantId }: Place) =>
  `/pay/${kind}-${participantId}`
const donePage = /\/carpool\/record\/par_\w+\/done$/
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/**
 * Two students in a complete car for two, with both deposits captured: £67 each, £47 left to pay.
 */
async function completeCar(page: Page): Promise<[Rider, Place, Rider, Place]> {
  const [a, b] = [await newRider(page.request, '王小明'), await newRider(page.request, '李小红')]
  const place = await openPlace(page.request, a, { days: DAYS, maxPassengers: 2 })
  return [a, place, b, await joinPlace(page.request, b, place, DAYS)]
}

/** Puts that many points into the balance. */
async function usePoints(page: Page, points: string): Promise<void> {
  await dialog(page)
    .getByLabel(/积分|Points/)
    .fill(points)
  await dialog(page)
    .getByRole('button', { name: /重算|Update/ })
    .click()
}

/** Does something that shows my trips, and waits until its deposit has been checked. */
async function untilChecked(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/deposit'))
  await act()
  await (await answered).finished()
}

test('two students pay their balances: one after a decline and with 3-D Secure, the other at once', async ({
  page,
  browser,
}) => {
  const [wang, his, li, hers] = await completeCar(page)
  await logIn(page, wang, `/carpool/record/${his.participantId}`)
  await page.getByRole('link', { name: '付余款 £47' }).click()
  await expect(page).toHaveURL(`${pages}${pathOf('balance', his)}`)
  await expect(dialog(page)).toContainText('车费 £67 × 1 人')
  await expect(dialog(page)).toContainText('−£20')
  await expect(dialog(page)).toContainText('今天扣款 £47')
  // Points are for members only: they are not mentioned.
  await expect(dialog(page)).not.toContainText('积分')
  await expect(dialog(page)).toContainText('请完整填写卡号、有效期和安全码')
  await expectToFit(page)

  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText(
    '银行拒绝了这张卡，没有扣款。换一张卡再试，余款在',
  )
  await pay(page, cards.asksBank)
  await answerBank(page, 'fail')
  await expect(page.getByRole('alert')).toContainText('银行验证没通过，没有扣款。')
  await pay(page, cards.asksBank)
  await answerBank(page, 'complete')
  await expect(heading(page)).toHaveText('余款已付清')
  await expect(page).toHaveURL(donePage)
  // Paid: the payment page has nothing more to ask.
  await page.goto(`${pages}${pathOf('balance', his)}`)
  await expect(page).toHaveURL(`${pages}/carpool/record/${his.participantId}`)
  await page.goto(`${pages}/carpool/record/${his.participantId}`)
  await expect(page.getByText('你已付清，等同车的人付款')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await logIn(other, li, pathOf('balance', hers))
  await pay(other, cards.good)
  await expect(heading(other)).toHaveText('全车付清，等待出发')
  await page.reload()
  await expect(page.getByText('已成团，已付清')).toBeVisible()
  await other.context().close()
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('a member’s points are included, in part if wanted, and are checked again when they change', async ({
    page,
  }) => {
    const [li, hers] = await completeCar(page)
    makeMember(li, 500)
    await setLanguage(page, 'en')
    await logIn(page, li, pathOf('balance', hers))
    const sum = dialog(page).getByRole('definition')
    await expect(sum).toHaveText(['£67', '−£20', '−£5'])
    const field = dialog(page).getByLabel('Points to use (at most 500, worth £5)')
    await expect(field).toHaveValue('500')
    await usePoints(page, '0')
    await expect(sum).toHaveText(['£67', '−£20'])
    await expect(mainButton(page)).toHaveText('Pay £47')
    await usePoints(page, '250')
    await expect(sum).toHaveText(['£67', '−£20', '−£2.50'])
    await expect(mainButton(page)).toHaveText('Pay £44.50')
    await usePoints(page, '500')
    await expect(mainButton(page)).toHaveText('Pay £42')

    // A sum other than the one shown is never charged.
    await fillCard(page, cards.good)
    givePoints(li, -100)
    await mainButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      'The amount has changed, and you haven’t been charged.',
    )
    await expect(sum).toHaveText(['£67', '−£20', '−£4'])
    givePoints(li, 400)
    await page.goto(`${pages}${pathOf('balance', hers)}?points=300`)
    await expect(sum).toHaveText(['£67', '−£20', '−£3'])

    // A refused card has reserved the points in part; leaving returns them at once.
    await pay(page, cards.poor)
    await expect(page.getByRole('alert')).toContainText('There isn’t enough money on this card.')
    await dialog(page).getByRole('button', { name: 'Not now' }).click()
    await expect(
      page.getByText('The balance isn’t paid, and you haven’t been charged.'),
    ).toBeVisible()
    await page.goto(`${pages}/profile`)
    await expect(page.getByText('800 points', { exact: true }).first()).toBeVisible()
    await page.goto(`${pages}${pathOf('balance', hers)}?points=801`)
    await expect(dialog(page)).toContainText('Enter a whole number from 0 to 800')
    await page.goto(`${pages}${pathOf('balance', hers)}?points=300`)
    await pay(page, cards.good)
    await expect(heading(page)).toHaveText('Balance paid')
    await page.goto(`${pages}/profile`)
    await expect(page.getByText('500 points', { exact: true }).first()).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('everything works up to the card, and points alone pay', async ({ page }) => {
    const [wang, his] = await completeCar(page)
    makeMember(wang, 500)
    await logIn(page, wang, pathOf('balance', his))
    expect(await page.locator('noscript').innerText()).toContain('填银行卡需要打开 JavaScript')
    await expect(mainButton(page)).toBeDisabled()
    await usePoints(page, '120')
    await expect(dialog(page)).toContainText('120 积分抵扣')
    await expect(mainButton(page)).toHaveText('支付 £45.80')
    await expect(dialog(page).getByLabel('用多少积分（最多 500，抵 £5）')).toHaveValue('120')
    await page.getByRole('button', { name: '先不付' }).click()
    await expect(page.getByText('余款还没付，没有扣款。')).toBeVisible()
    givePoints(wang, 4200)
    await page.goto(`${pages}${pathOf('balance', his)}`)
    await page.getByRole('button', { name: '用 4700 积分付清' }).click()
    await expect(heading(page)).toHaveText('余款已付清')
  })
})

for (const [language, colorScheme] of [
  ['zh', 'light'],
  ['en', 'dark'],
] as const)
  test(`the balance has no accessibility fault (${language}, ${colorScheme})`, async ({ page }) => {
    const [wang, his] = await completeCar(page)
    await page.emulateMedia({ colorScheme })
    await setLanguage(page, language)
    await logIn(page, wang, pathOf('balance', his))
    await expectToFit(page, cards.declined)
    await expectAccessible(page)
    await mainButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${pages}/carpool/record/${his.participantId}`)
    await expectAccessible(page)
    // Points that cover everything: no card is asked for.
    makeMember(wang, 5000)
    await page.goto(`${pages}${pathOf('balance', his)}`)
    await expect(page.getByTestId('card-box')).toHaveCount(0)
    await expectAccessible(page)
  })

test('a hold is renewed on a saved card; without one its loss is shown and paid again', async ({
  page,
  browser,
}) => {
  const ride = { days: 20, maxPassengers: 3 }
  const keeps = await (await browser.newContext()).newPage()
  for (const student of [page, keeps]) {
    const rider = await newRider(student.request)
    const { participantId } = await draftPlace(student.request, rider, ride)
    await logIn(student, rider, `/pay/deposit-${participantId}`)
    // The question is asked, and never answered on the student's behalf.
    const box = dialog(student).getByRole('checkbox', { name: '用这张卡自动续冻押金' })
    await expect(box).not.toBeChecked()
    // The card's frame comes first: when it opens, the question moves down.
    await fillCard(student, cards.good)
    if (student === keeps) await box.check()
    await pay(student, cards.good)
    await expect(heading(student)).toHaveText('拼车发起好了，还差 2 人')
  }
  const record = page.url().replace(/\/done$/, '')
  await advanceClock(page.request, 8 * 86_400)

  // Card saved: nothing to do, and nothing opens.
  await untilChecked(keeps, () => keeps.goto(`${pages}/rides`))
  await expect(keeps.getByText('之前的押金已被银行解冻')).toHaveCount(0)
  await expect(keeps).toHaveURL(`${pages}/rides`)

  // Card not saved: the payment opens by itself, once; not while the student is navigating
  // elsewhere.
  const recordPage = await holdBack(page, /\/carpool\/record\/par_\w+$/)
  const depositCheck = await holdBack(page, /\/record\/par_\w+\/deposit$/)
  await page.goto(`${pages}/rides`)
  await depositCheck.asked
  await page.getByRole('article').getByRole('link').first().click({ noWaitAfter: true })
  await recordPage.asked
  await untilChecked(page, async () => depositCheck.release())
  recordPage.release()
  await expect(page).toHaveURL(record)
  await page.goto(`${pages}/rides`)
  await expect(page).toHaveURL(/\/pay\/deposit-/)
  await expect(dialog(page)).toContainText('之前的押金已被银行解冻')
  await expect(dialog(page)).toContainText('今天扣款 £0')
  await expectAccessible(page)
  await expectToFit(page)
  await setLanguage(page, 'en')
  await page.reload()
  await expect(dialog(page)).toContainText('Your bank released the earlier hold')
  await expectToFit(page)
  await setLanguage(page, 'zh')
  await page.reload()
  await page.getByRole('link', { name: '先不付' }).click()
  await expect(page).toHaveURL(record)
  // Once for each loss: the bookings no longer open it.
  await untilChecked(page, () => page.goto(`${pages}/rides`))
  await expect(page).toHaveURL(`${pages}/rides`)
  await page
    .getByRole('article')
    .getByRole('link', { name: /^重新冻结押金/ })
    .click()
  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText('座位还是你的')
  await pay(page, cards.asksBank)
  await answerBank(page, 'complete')
  await expect(page.getByText('押金已重新冻结，座位还是你的。')).toBeVisible()
  await expect(page).toHaveURL(record)
  await page.locator('main summary').click()
  await expect(page.getByText('£20 已冻结，没有扣款').first()).toBeVisible()
  await keeps.context().close()
})

test('a car that leaves soon does not ask to save a card', async ({ page }) => {
  const rider = await newRider(page.request)
  const ride = { days: DAYS, maxPassengers: 3 }
  const { participantId } = await draftPlace(page.request, rider, ride)
  await logIn(page, rider, `/pay/deposit-${participantId}`)
  await expect(mainButton(page)).toBeVisible()
  await expect(dialog(page).locator('[name=keepCard]')).toHaveCount(0)
})
