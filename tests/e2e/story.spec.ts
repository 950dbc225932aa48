import { type Browser, expect, type Page } from '@playwright/test'
import { answerBank, cardNumber, cards, fillCard } from './kit/card.ts'
import { newStudent, type Student } from './kit/people.ts'
import { dialog, fillCreateForm, mainButton, nextStep, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { codeSentTo, inDays, pages, setLanguage } from './kit/world.ts'

/** The texts that the story looks for, in each language: it follows what a student reads. */
const words = {
  zh: {
    airport: '伦敦斯坦斯特德机场',
    sendCode: '发送验证码',
    register: '注册',
    registered: '注册好了，已登录。',
    start: '发起拼车',
    created: '拼车发起好了',
    join: /^加入/,
    joined: '£20 押金已抵车费',
    waiting: '£20 已冻结，没有扣款',
    seats: '还差 1 人（1/2）',
    complete: '坐满了，成团',
    hold: '冻结 £20',
    nothingCharged: '今天扣款 £0',
    declined: '银行拒绝了这张卡，没有扣款。换一张卡再试，座位为你保留到',
    cancel: '返回修改',
    cancelled: '已取消付款，没有扣款。',
    incomplete: '请完整填写卡号、有效期和安全码',
  },
  en: {
    airport: 'London Stansted',
    sendCode: 'Send code',
    register: 'Register',
    registered: 'You’re registered and logged in.',
    start: 'Start a carpool',
    created: 'Your carpool is open',
    join: /^Join/,
    joined: 'Your £20 deposit is part of the fare',
    waiting: '£20 is held; nothing has been charged',
    seats: '1 to go (1/2)',
    complete: 'The car is full',
    hold: 'hold £20',
    nothingCharged: 'Charged today: £0',
    declined:
      'The bank declined this card. You haven’t been charged. Try another card; your seat is kept until',
    cancel: 'Cancel and edit',
    cancelled: 'The payment was cancelled and you haven’t been charged.',
    incomplete: 'Please fill in the card number, expiry date and security code',
  },
} as const
type Language = keyof typeof words

async function studentOnPhone(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (language === 'en') await setLanguage(page, 'en')
  return page
}

/** Registers with the code from the text message, by hand, and is logged in by that. */
async function register(page: Page, language: Language, student: Student): Promise<void> {
  const w = words[language]
  await page.goto(`${pages}/register`)
  const main = page.getByRole('main')
  const field = (name: string) => main.locator(`[name=${name}]`)
  await field('phone').fill(student.phone)
  await field('email').fill(student.email)
  await field('name').fill(student.name)
  await field('accountType').selectOption('NORMAL')
  await field('password').fill(student.password)
  await field('confirmPassword').fill(student.password)
  await field('wechat').fill(student.wechat)
  await main.getByRole('button', { name: w.sendCode }).click()
  await expect(main.locator('button[value=send-code]')).toBeDisabled()
  await field('verificationCode').fill(await codeSentTo(page.request, student.phone))
  await main.getByRole('button', { name: w.register, exact: true }).click()
  await expect(page.getByText(w.registered)).toBeVisible()
  await expect(page).toHaveURL(`${pages}/`)
}

/** The list of an airport's cars on one day, with the one car of the story. */
async function goToList(page: Page, airport: string, days: number) {
  const date = (await inDays(page, days, '14:00')).slice(0, 10)
  await page.goto(`${pages}/carpool?${new URLSearchParams({ airportName: airport, date })}`)
  return page.getByRole('article')
}

for (const language of ['zh', 'en'] as const)
  test(`two students fill a car (${language})`, async ({ browser }) => {
    test.setTimeout(120_000)
    const w = words[language]
    const days = language === 'zh' ? 6 : 7
    const wang = await studentOnPhone(browser, language)
    await register(wang, language, newStudent('王小明'))

    // The first student opens a car for two.
    await goToList(wang, w.airport, days)
    await wang.getByRole('link', { name: w.start }).first().click()
    await fillCreateForm(wang, { airport: w.airport, days, maxPassengers: 2 })
    await expect(dialog(wang)).toContainText(w.nothingCharged)
    await mainButton(wang).click()
    await expect(dialog(wang)).toContainText(w.incomplete)
    await expect(mainButton(wang)).toBeDisabled()
    await pay(wang, cards.good)
    await expect(wang.getByText(w.created)).toBeVisible()
    await expect(wang.getByText(w.waiting)).toBeVisible()

    // It is in the list for a visitor who is not logged in.
    const li = await studentOnPhone(browser, language)
    await expect(await goToList(li, w.airport, days)).toContainText(w.seats)
    await expect(li.getByText('Lenton')).toHaveCount(0)

    // A second student registers, joins and pays with a card whose bank asks for confirmation.
    await register(li, language, newStudent('李小红'))
    const card = await goToList(li, w.airport, days)
    await card.getByRole('link', { name: w.join }).click()
    await dialog(li)
      .locator('[name=flightTime]')
      .fill(await inDays(li, days, '12:10'))
    await nextStep(li)
    await dialog(li).locator('[name=nLocation]').fill('8 Park Row')
    await nextStep(li)
    await mainButton(li).click()
    await pay(li, cards.asksBank)
    await answerBank(li, 'complete')
    await expect(li.getByText(w.joined)).toBeVisible()
    await expect(li.getByText(w.complete)).toBeVisible()

    // Both see that the group is complete.
    await wang.reload()
    await expect(wang.getByText(w.complete)).toBeVisible()
    for (const page of [wang, li]) await page.context().close()
  })

test('a declined card is reported, and another one pays for the same seat', async ({ browser }) => {
  const w = words.zh
  const page = await studentOnPhone(browser, 'zh')
  await register(page, 'zh', newStudent())
  await page.goto(`${pages}/carpool/create`)
  await fillCreateForm(page, { airport: '东米德兰兹机场', days: 8, maxPassengers: 3 })
  await mainButton(page).click()
  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText(w.declined)
  const address = page.url()
  // The sentence stays, the card is cleared and has the focus: the one way forward.
  await expect(cardNumber(page)).toBeFocused()
  await expect(cardNumber(page)).toHaveValue('')
  await expect(page.getByRole('alert').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText(w.declined)
  await expect(mainButton(page)).toBeDisabled()
  // A refusal by the bank's own challenge has its own message.
  await pay(page, cards.asksBank)
  await answerBank(page, 'fail')
  await expect(page.getByRole('alert')).toContainText('银行验证没通过，没有扣款。')
  expect(page.url()).toBe(address)
  await pay(page, cards.good)
  await expect(page.getByText(w.created)).toBeVisible()
  await page.context().close()
})

test('a cancelled payment restores the form with its values, and frees the seat', async ({
  browser,
}) => {
  const w = words.zh
  const page = await studentOnPhone(browser, 'zh')
  await register(page, 'zh', newStudent())
  await page.goto(`${pages}/carpool/create?tripType=DROPOFF`)
  await fillCreateForm(page, {
    tripType: 'DROPOFF',
    airport: '东米德兰兹机场',
    days: 9,
    maxPassengers: 4,
    people: 2,
    address: '5 Castle Gate',
  })
  await mainButton(page).click()
  await fillCard(page, cards.good)
  await page.getByRole('button', { name: w.cancel }).click()
  await expect(dialog(page).getByText(w.cancelled)).toBeVisible()
  await expect(page).toHaveURL(/\/carpool\/create/)
  const value = (name: string) => dialog(page).locator(`[name=${name}]`)
  await expect(value('tripType')).toHaveValue('DROPOFF')
  await expect(value('nLocation')).toHaveValue('5 Castle Gate')
  await expect(value('carpoolDatetime')).toHaveValue(await inDays(page, 9, '14:00'))
  await expect(value('flightTime')).toHaveValue(await inDays(page, 9, '18:00'))
  await expect(value('flightNumber')).toHaveValue('BA 32')
  await expect(value('maxPassengers')).toHaveValue('4')
  await expect(value('people')).toHaveValue('2')
  await expect(value('bigLuggage')).toHaveValue('2')
  // The form continues from there.
  await nextStep(page)
  await nextStep(page)
  await mainButton(page).click()
  await pay(page, cards.good)
  await expect(page.getByText(w.created)).toBeVisible()
  await page.context().close()
})
