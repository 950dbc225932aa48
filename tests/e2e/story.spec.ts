import { type Browser, expect, type Page } from '@playwright/test'
import { answerBank, cardNumber, cards, fillCard } from './kit/card.ts'
import { holdBack } from './kit/hold.ts'
import { newStudent, type Student } from './kit/people.ts'
import { type Picture, picture } from './kit/picture.ts'
import { dialog, fillCreateForm, mainButton, nextStep, pay } from './kit/ride.ts'
import { test } from './kit/test.ts'
import { codeSentTo, inDays, pages, setLanguage } from './kit/world.ts'

/** The texts that the story looks for, in each language: it follows what a student reads. */
const words = {
  zh: {
    airport: '伦敦斯坦斯特德机场',
    search: '找拼车',
    goal: '登录或注册后接着加入这趟车。',
    toRegister: '去注册',
    sendCode: '发送验证码',
    register: '注册',
    registered: '注册成功，已登录。',
    start: '发起拼车',
    created: '拼车发起好了',
    share: '发到微信群，拼满更快',
    paste: /^【还差 1 人】.*斯坦斯特德 T1 → 诺丁汉/,
    join: /^加入/,
    joined: '£20 押金已抵车费',
    waiting: '£20 已冻结，没有扣款',
    seats: '还差 1 人（1/2）',
    complete: '坐满了，成团',
    balanceDue: '已成团，待付余款',
    nothingCharged: '今天扣款 £0',
    declined: '银行拒绝了这张卡，没有扣款。换一张卡再试，座位为你保留到',
    cancel: '返回修改',
    cancelled: '已取消付款，没有扣款。',
    incomplete: '请完整填写卡号、有效期和安全码',
  },
  en: {
    airport: 'London Stansted',
    search: 'Find a carpool',
    goal: 'Log in or register, and carry on joining this car.',
    toRegister: 'Register',
    sendCode: 'Send code',
    register: 'Register',
    registered: 'You’re registered and logged in.',
    start: 'Start a carpool',
    created: 'Your carpool is open',
    share: 'Send it to a group chat to fill it sooner',
    paste: /^\[1 more person needed\] .*Stansted T1 → Nottingham/,
    join: /^Join/,
    joined: 'Your £20 deposit is part of the fare',
    waiting: '£20 is held; nothing has been charged',
    seats: '1 to go (1/2)',
    complete: 'The car is full',
    balanceDue: 'Car full, balance due',
    nothingCharged: 'Charged today: £0',
    declined:
      'The bank declined this card. You haven’t been charged. Try another card; your seat is kept until',
    cancel: 'Cancel and edit',
    cancelled: 'The payment was cancelled and you haven’t been charged.',
    incomplete: 'Enter your full card details',
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
  await page.goto(`${pages}/register`)
  await fillRegistration(page, language, student)
  await expect(page).toHaveURL(`${pages}/`)
}

/**
 * In the order of the form: a code requested before the page's scripts run reloads the page, which
 * never contains a password.
 */
async function fillRegistration(
  page: Page,
  language: Language,
  student: Student,
  beforeCode = () => {},
): Promise<void> {
  const w = words[language]
  const main = page.getByRole('main')
  const field = (name: string) => main.locator(`[name=${name}]`)
  await field('phone').fill(student.phone)
  await main.getByRole('button', { name: w.sendCode }).click()
  beforeCode()
  await expect(main.locator('button[value=send-code]')).toBeDisabled()
  await field('verificationCode').fill(await codeSentTo(page.request, student.phone))
  await field('email').fill(student.email)
  await field('name').fill(student.name)
  await field('accountType').selectOption('NORMAL')
  await field('password').fill(student.password)
  await field('confirmPassword').fill(student.password)
  await field('wechat').fill(student.wechat)
  await main.getByRole('button', { name: w.register, exact: true }).click()
  // A dialog shows the message of the page below it.
  await expect(page.getByText(w.registered).filter({ visible: true })).toHaveCount(1)
}

/** Looks for an airport's cars on one day, from the home page. */
async function search(page: Page, language: Language, days: number): Promise<void> {
  await page.goto(`${pages}/`)
  await page.locator('#search-airport').selectOption('STN')
  await page.locator('#search-date').fill((await inDays(page, days, '14:00')).slice(0, 10))
  if (language === 'zh') await picture(page, 'search')
  await page.getByRole('button', { name: words[language].search }).click()
  await expect(page).toHaveURL(/\/carpool\?/)
}

for (const language of ['zh', 'en'] as const)
  test(`two students fill a car (${language})`, async ({ browser }) => {
    test.setTimeout(120_000)
    const w = words[language]
    const days = language === 'zh' ? 6 : 7
    const seen = async (page: Page, name: Picture) => {
      if (language === 'zh') await picture(page, name)
    }
    const wang = await studentOnPhone(browser, language)
    await register(wang, language, newStudent('王小明'))

    // The first student opens a car for two, and sends it on.
    await search(wang, language, days)
    await wang.getByRole('link', { name: w.start }).first().click()
    await fillCreateForm(wang, { airport: w.airport, days, maxPassengers: 2 })
    await expect(dialog(wang)).toContainText(w.nothingCharged)
    await mainButton(wang).click()
    await expect(dialog(wang)).toContainText(w.incomplete)
    await expect(mainButton(wang)).toBeDisabled()
    await pay(wang, cards.good)
    await expect(wang.getByText(w.created)).toBeVisible()
    await expect(wang.getByText(w.waiting)).toBeVisible()
    await seen(wang, 'opened')
    const done = wang.url()
    await wang.getByRole('link', { name: w.share }).click()
    await expect(wang.getByText(w.paste)).toBeVisible()
    const [carpoolId] = /car_\w+/.exec(wang.url()) ?? []
    await seen(wang, 'share')

    // A visitor who is not logged in finds it from the home page.
    const li = await studentOnPhone(browser, language)
    await search(li, language, days)
    const ticket = li.locator(`article[data-live=${carpoolId}]`)
    await expect(ticket).toContainText(w.seats)
    await expect(li.getByText('Lenton')).toHaveCount(0)
    await seen(li, 'list')

    // Joining asks her to register, with the ticket in view, and goes on from there.
    await ticket.getByRole('link', { name: w.join }).click()
    await expect(li.getByText(w.goal)).toBeVisible()
    await li.getByRole('main').getByRole('link', { name: w.toRegister }).click()
    await expect(li.getByRole('button', { name: w.sendCode })).toBeVisible()
    await expect(li.getByText(w.goal)).toBeVisible()
    await seen(li, 'register')
    await fillRegistration(li, language, newStudent('李小红'))
    await expect(li).toHaveURL(/\/carpool\/car_\w+\/join/)
    await expect(dialog(li).locator('[aria-current=step]')).toBeVisible()
    await dialog(li)
      .locator('[name=flightTime]')
      .fill(await inDays(li, days, '12:10'))
    await seen(li, 'flight')
    await nextStep(li)
    await dialog(li).locator('[name=nLocation]').fill('8 Park Row')
    await seen(li, 'party')
    await nextStep(li)
    await seen(li, 'deposit')

    // Her bank asks for confirmation, and her seat is the last one.
    await mainButton(li).click()
    await fillCard(li, cards.asksBank)
    await expect(mainButton(li)).toBeEnabled()
    await seen(li, 'card')
    await mainButton(li).click()
    await answerBank(li, 'complete')
    await expect(li.getByText(w.joined)).toBeVisible()
    await expect(li.getByText(w.complete)).toBeVisible()
    await seen(li, 'full')

    // Both see that the group is complete, and what is next.
    await wang.goto(done)
    await expect(wang.getByText(w.complete)).toBeVisible()
    await wang.goto(done.replace(/\/done$/, ''))
    await expect(wang.getByText(w.balanceDue).first()).toBeVisible()
    await seen(wang, 'record')
    for (const page of [wang, li]) await page.context().close()
  })

test('a code requested before the scripts run costs nothing typed so far', async ({ page }) => {
  const scripts = await holdBack(page, /assets\/form-/)
  await page.goto(`${pages}/register`, { waitUntil: 'domcontentloaded' })
  await fillRegistration(page, 'zh', newStudent(), scripts.release)
  await expect(page).toHaveURL(`${pages}/`)
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
