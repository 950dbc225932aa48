import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { codeSentTo, origin, pages } from './world.ts'

export type Student = { phone: string; password: string; name: string; email: string; wechat: string }

const digits = (count: number) => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')

/** Somebody who has not registered yet. */
export function newStudent(name = '王小明'): Student {
  const number = digits(9)
  return {
    phone: `07${number}`,
    password: `Umbrella${number.slice(0, 4)}`,
    name,
    email: `s${number}@example.org`,
    wechat: `wx${number}`,
  }
}

/** A registered student, made over the API: for tests that are not about registering. */
export async function registeredStudent(request: APIRequestContext, name?: string): Promise<Student> {
  const student = newStudent(name)
  const { phone, ...rest } = student
  await call(request, 'send-verification-code', { phone })
  const verificationCode = await codeSentTo(request, phone)
  const user = { ...rest, phone, phoneWithPrefix: `+44${phone.slice(1)}`, accountType: 'NORMAL' }
  await call(request, 'register', { user, verificationCode, phonePrefix: '+44' })
  return student
}

async function call(request: APIRequestContext, name: string, data: object) {
  const answer = await request.post(`${origin}/api/user/${name}`, { data })
  if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? null : answer.json()
}

/** Logs in through the form, and is then on the page `then` (a path below the pages' own). */
export async function logIn(page: Page, student: Student, then = '/carpool'): Promise<void> {
  await page.goto(`${pages}/login?redirect=${encodeURIComponent(then)}`)
  await page.locator('input[name=phone]').fill(student.phone)
  await page.locator('input[name=password]').fill(student.password)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(`${pages}${then}`)
}
