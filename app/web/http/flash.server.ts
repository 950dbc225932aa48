import { createHmac } from 'node:crypto'
import { redirect, type TypedResponse } from '@remix-run/cloudflare'
import type { TKey, TParams } from '#app/i18n/keys.ts'
import { isTextKey } from '#app/i18n/server.ts'
import { hostCookie, readCookie, writeCookie } from '#app/platform/cookies.server.ts'
import { isSame } from '#app/platform/seal.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

const KINDS = ['success', 'info', 'error'] as const

/** A message for the next page, shown as a toast: of success, unless it has another `kind`. */
export type Flash = { kind?: (typeof KINDS)[number]; key: string; params?: TParams }

const nameOf = ({ secure }: AppContext) => hostCookie('flash', secure)
const options = (secure: boolean, maxAgeSeconds: number) => ({
  maxAgeSeconds,
  httpOnly: true,
  secure,
})
const signed = ({ config }: AppContext, text: string) =>
  createHmac('sha256', config.pepper).update(`flash:${text}`).digest('base64url')

/** Leaves a message for the next page. Signed, so that nobody can forge one. */
export function setFlash(context: AppContext, flash: Flash) {
  const text = JSON.stringify(flash)
  const value = `${signed(context, text)}.${text}`
  context.setCookie(writeCookie(nameOf(context), value, options(context.secure, 60)))
}

/** The message left by the previous request; reading it clears it. */
export function takeFlash(
  context: AppContext,
  request: Request,
): { kind: (typeof KINDS)[number]; key: TKey; params?: TParams } | null {
  const raw = readCookie(request, nameOf(context))
  if (!raw) return null
  context.setCookie(writeCookie(nameOf(context), '', options(context.secure, 0)))
  const at = raw.indexOf('.')
  const text = raw.slice(at + 1)
  if (!isSame(raw.slice(0, Math.max(0, at)), signed(context, text))) return null
  const { kind = 'success', key, params }: Flash = JSON.parse(text)
  // A deploy may have removed the text meanwhile.
  return KINDS.includes(kind) && isTextKey(key) ? { kind, key, ...(params && { params }) } : null
}

/** Redirects with a message for the target page (303: the next request is a GET). */
export function redirectWithFlash(
  context: AppContext,
  to: string,
  flash: Flash,
): TypedResponse<never> {
  setFlash(context, flash)
  return redirect(to, 303)
}
