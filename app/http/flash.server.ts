import { redirect, type TypedResponse } from '@remix-run/cloudflare'
import type { AppContext } from '../services/context.server.ts'
import { readCookie, writeCookie } from './cookies.server.ts'

/** A message for the next page: `key` is a key of the locales, shown as a toast. */
export type Flash = {
  kind: 'success' | 'info' | 'error'
  key: string
  params?: Record<string, string | number>
}

const COOKIE = 'flash'
const options = (secure: boolean, maxAgeSeconds: number) => ({ maxAgeSeconds, httpOnly: true, secure })

/** Puts a message on the next page. */
export const setFlash = (context: AppContext, flash: Flash) =>
  context.setCookie(writeCookie(COOKIE, JSON.stringify(flash), options(context.secure, 60)))

/** The message left by the request before, once: reading it clears it. */
export function takeFlash(context: AppContext, request: Request): Flash | null {
  const raw = readCookie(request, COOKIE)
  if (!raw) return null
  context.setCookie(writeCookie(COOKIE, '', options(context.secure, 0)))
  try {
    const flash: Flash = JSON.parse(raw)
    return typeof flash.key === 'string' ? flash : null
  } catch {
    return null
  }
}

/** Redirect (303: the next request is a GET) that leaves a message for the page it leads to. */
export function redirectWithFlash(context: AppContext, to: string, flash: Flash): TypedResponse<never> {
  setFlash(context, flash)
  return redirect(to, 303)
}
