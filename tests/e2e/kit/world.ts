import type { APIRequestContext, Page } from '@playwright/test'
import { port } from './servers.ts'

/**
 * The origin of this worker's product; the browser's `baseURL` is the same plus the pages' path.
 */
export const origin = `http://localhost:${port}`
export const pages = `${origin}/neighbourhelp`

/** Moves the whole product's clock forward; returns once everything due by then is done. */
export async function advanceClock(request: APIRequestContext, seconds: number): Promise<void> {
  const answer = await request.post(`${origin}/__dev/clock`, { data: { advanceSeconds: seconds } })
  if (!answer.ok()) throw new Error(`the clock did not move: ${answer.status()}`)
}

/** The product's current time, as an instant. */
export async function now(request: APIRequestContext): Promise<number> {
  const answer = await request.get(`${origin}/__dev/clock`)
  return Date.parse((await answer.json()).now)
}

/** Makes Stripe misbehave for the next `count` times (docs/stand-ins.md). */
export async function breakStripe(
  request: APIRequestContext,
  kind: string,
  count = 1,
): Promise<void> {
  const answer = await request.post(`${origin}/__dev/stripe/faults`, { data: { kind, count } })
  if (!answer.ok()) throw new Error(`no fault was set: ${answer.status()}`)
}

/** The code in the newest message to a phone, as soon as it arrives. */
export async function codeSentTo(request: APIRequestContext, phone: string): Promise<string> {
  const inbox = `${origin}/__dev/sms?to=${encodeURIComponent(`+44${phone.slice(1)}`)}`
  for (let tries = 0; tries < 50; tries++) {
    const { items } = await (await request.get(inbox)).json()
    if (items[0]?.code) return items[0].code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was sent to ${phone}`)
}

/** The confirmation token in the link sent to an address. */
export async function linkSentTo(request: APIRequestContext, email: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { items } = await (
      await request.get(`${origin}/__dev/email?to=${encodeURIComponent(email)}`)
    ).json()
    const token = items[0]?.text.match(/confirm-email\?token=([\w-]+)/)?.[1]
    if (token) return token
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no link was sent to ${email}`)
}

/**
 * London wall time that many days from the product's current time, in the format of a date field.
 */
export async function inDays(
  { request }: Pick<Page, 'request'>,
  days: number,
  time: string,
): Promise<string> {
  const at = new Date((await now(request)) + days * 86_400_000)
  const day = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
  }).format(at)
  return `${day}T${time}`
}

export async function setLanguage(page: Page, language: 'zh' | 'en'): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: pages }])
}
