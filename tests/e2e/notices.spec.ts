import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './kit/axe.ts'
import { sql } from './kit/database.ts'
import { logIn, registeredStudent, type Student } from './kit/people.ts'
import { test } from './kit/test.ts'
import { advanceClock, now, origin, pages, setLanguage } from './kit/world.ts'

/** Students' notices: the bell, the list, the emails, and the switch that turns emails off. */

const HOUR_MS = 3_600_000
type Told = { code: string; params: object }

/**
 * Sends a student these notices, the first one last, the way the product does. The student is a
 * member who was rejected.
 */
async function tell(request: APIRequestContext, { phone }: Student, told: Told[]): Promise<void> {
  const rejected = `UPDATE users SET account_type = 'MEMBER', auth = 'REJECTED' WHERE phone = '${phone}'`
  const at = await now(request)
  const rows = told.map(({ code, params }, i) => {
    const id = `${code}:e2e:${phone}:${i}`
    const user = `(SELECT id FROM users WHERE phone = '${phone}')`
    const when = at - i * HOUR_MS
    return `('${id}', ${user}, '${code}', '${JSON.stringify(params)}', ${when}, 'waiting', ${when})`
  })
  sql(
    `${rejected}; INSERT INTO notices (id, user_id, code, params, created_at, email_state, email_due_at) VALUES ${rows.join(', ')}`,
  )
}
const departure = Date.parse('2027-12-06T14:00:00Z')
const car = { carpoolId: 'car_1', participantId: 'par_1', carpoolAt: departure }
const points = { code: 'pointsAllocated', params: { points: 200 } }
const urgent = { code: 'memberRejected', params: {} }
/** That place no longer exists. */
const past = { code: 'depositReleased', params: car }

const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('link', { name: `消息，${unread} 条未读` })
const bellInEnglish = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('link', { name: `Notifications, ${unread} unread` })
const inboxOf = async (request: APIRequestContext, { email }: Student) => {
  await advanceClock(request, 0)
  const answer = await request.get(`${origin}/__dev/email?to=${encodeURIComponent(email)}`)
  const items = (await answer.json()).items as { subject: string; html: string; text: string }[]
  return items.filter(({ text }) => !text.includes('/confirm-email?'))
}

test('on a phone the bell shows the unread count, and the list marks unread notices', async ({
  page,
}) => {
  const student = await registeredStudent(page.request)
  await tell(page.request, student, [points, urgent, past])
  await logIn(page, student, '/storage')
  await expect(bell(page, 2)).toBeVisible()
  const above = page.getByRole('region', { name: '待处理' })
  await expect(above).toContainText('会员审核没有通过')
  await expect(above).not.toContainText('押金')

  await bell(page, 2).click()
  await expect(page).toHaveURL(`${pages}/notices`)
  await expect(page).toHaveTitle('消息 · 邻帮')
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items.getByRole('heading')).toHaveText([
    '收到 200 积分',
    '会员审核没有通过',
    '押金曾被银行解冻',
  ])
  await expect(items.nth(2)).toContainText('12月6日 周一 14:00（伦敦时间）')
  await expect(items.nth(2)).toContainText('以前的消息')
  await expect(items.nth(2)).not.toContainText('未读')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await items.nth(0).getByRole('button', { name: '知道了' }).click()
  await expect(bell(page, 1)).toBeVisible()
  await expect(items.nth(0)).not.toContainText('未读')
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await expect(bell(page, 0)).toBeVisible()
  await expect(page.getByRole('button', { name: '全部标为已读' })).toBeHidden()
  await page.goto(`${pages}/storage`)
  await expect(above).toBeHidden()
})

test('on a desktop, in English, opening a notice marks it as read, and its email says the same', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await setLanguage(page, 'en')
  const student = await registeredStudent(page.request)
  await logIn(page, student, '/storage')
  await tell(page.request, student, [points, urgent])
  const inbox = await inboxOf(page.request, student)
  expect(inbox.map(({ subject }) => subject).toSorted()).toEqual([
    'Your membership wasn’t approved',
    'You’ve been given 200 points',
  ])
  await page.goto(`${pages}/notices`)
  await expectAccessible(page)
  const first = page.getByRole('main').getByRole('listitem').first()
  await first.getByRole('button', { name: 'See my points' }).click()
  await expect(page).toHaveURL(`${pages}/profile#points`)
  await expect(bellInEnglish(page, 1)).toBeVisible()

  await page.getByRole('button', { name: 'Turn emails off' }).click()
  await expect(page.getByText('Off: notifications are on the website').first()).toBeVisible()
  await expectAccessible(page)
})

test('an email is readable in the dark, on a phone, and loads nothing from elsewhere', async ({
  page,
}) => {
  const student = await registeredStudent(page.request)
  await tell(page.request, student, [urgent])
  const [mail] = await inboxOf(page.request, student)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setContent(mail?.html ?? '')
    await expect(page.getByRole('heading', { name: '会员审核没有通过' })).toBeVisible()
    const way = page.getByRole('link', { name: '打开个人中心' })
    await expect(way).toHaveAttribute('href', `${pages}/profile`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  expect(asked).toEqual([])
})
