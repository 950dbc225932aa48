import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { codeSentTo, linkSentTo, origin, pages } from './world.ts'

export type Student = {
  phone: string
  password: string
  name: string
  email: string
  wechat: string
}

const digits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')

/** A student who has not registered yet. */
export function newStudent(name = '王小明'): Student {
  const number = digits(8)
  return {
    phone: `073${number}`,
    // Not one made of digits: some of those are among the common ones.
    password: 'Umbrella-stand-42',
    name,
    email: `s${number}@example.org`,
    wechat: `wx${number}`,
  }
}

/**
 * A registered student with a confirmed email, added behind the product's back: for tests that are
 * not about registration.
 */
export async function registeredStudent(
  request: APIRequestContext,
  name?: string,
): Promise<Student> {
  const student = newStudent(name)
  await add(request, 'students', student)
  return student
}

async function add(request: APIRequestContext, what: 'students' | 'sessions', data: object) {
  const answer = await request.post(`${origin}/__dev/${what}`, { data })
  if (!answer.ok()) throw new Error(`${what}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Registers a student. Returns the token of the link that confirms the email. */
export async function registered(request: APIRequestContext, student: Student): Promise<string> {
  const { phone, ...rest } = student
  await call(request, 'send-verification-code', { phone })
  const verificationCode = await codeSentTo(request, phone)
  const user = { ...rest, phone, phoneWithPrefix: `+44${phone.slice(1)}`, accountType: 'NORMAL' }
  await call(request, 'register', { user, verificationCode, phonePrefix: '+44' })
  return linkSentTo(request, student.email)
}

async function call(request: APIRequestContext, name: string, data: object, language = 'zh') {
  const headers = { 'Accept-Language': language }
  const answer = await request.post(`${origin}/api/user/${name}`, { data, headers })
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? null : answer.json()
}

type Known = Pick<Student, 'phone' | 'password'>

/** Starts a session without the login, which most tests are not about. Returns its token. */
export async function startSession(
  request: APIRequestContext,
  { phone }: Pick<Student, 'phone'>,
  language = 'zh',
): Promise<string> {
  const { token } = await add(request, 'sessions', { phone, language })
  return token
}

/** Logs a student in without the form. Ends on the page `then`, a path below the pages' own. */
export async function logIn(
  page: Page,
  student: Pick<Student, 'phone'>,
  then = '/carpool',
): Promise<void> {
  const cookies = await page.context().cookies(pages)
  const language = cookies.find(({ name }) => name === 'language')?.value ?? 'zh'
  const value = await startSession(page.request, student, language)
  await page
    .context()
    .addCookies([{ name: 'sid', value, url: origin, httpOnly: true, sameSite: 'Lax' }])
  await page.goto(`${pages}${then}`)
  await expect(page).toHaveURL(`${pages}${then}`)
}

/** A phone in English without scripts, beside the one of the test. */
export async function plainPhone(
  browser: Browser,
  student?: Pick<Student, 'phone'>,
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies([{ name: 'language', value: 'en', url: origin }])
  const page = await context.newPage()
  if (student) await logIn(page, student)
  return page
}

/** Logs in through the form, starting from the page that asks for it and ending on `then`. */
export async function logInByForm(
  page: Page,
  { phone, password }: Known,
  then = '/carpool',
): Promise<void> {
  await page.goto(`${pages}/login?redirect=${encodeURIComponent(then)}`)
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(`${pages}${then}`)
}
