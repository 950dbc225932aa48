import { exports } from 'cloudflare:workers'
import { SENT } from '#app/web/ui/strangers.ts'

const BASE = '/neighbourhelp'
/** On every element of a page that is hydrated; nothing here depends on it. */
const MARK = ` ${SENT}=""`

type VisitorOptions = {
  lang?: 'zh' | 'en'
  origin?: string
  /** The worker that responds; defaults to the development worker. */
  worker?: (request: Request) => Promise<Response>
}

/**
 * A browser without scripts: pages, plain forms and cookies. `lang` is the value of its language
 * cookie.
 */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly origin: string
  private readonly worker: (request: Request) => Promise<Response>

  constructor({ lang = 'zh', origin = 'http://localhost:8787', worker }: VisitorOptions = {}) {
    this.origin = origin
    this.worker = worker ?? ((request) => exports.default.fetch(request))
    this.cookies.set('language', lang)
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Shown> {
    return this.send(path, { method: 'GET', headers })
  }

  post(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    return this.send(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: this.origin, ...headers },
    })
  }

  private async send(path: string, init: RequestInit): Promise<Shown> {
    const headers = new Headers(init.headers)
    headers.set('Host', new URL(this.origin).host)
    headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const url = `${this.origin}${BASE}${path}`
    const response = await this.worker(new Request(url, { ...init, headers, redirect: 'manual' }))
    const set = response.headers.getSetCookie()
    for (const header of set) {
      const [name = '', value = ''] = (header.split(';', 1)[0] ?? '').split('=')
      if (/; Max-Age=0(?:;|$)/.test(header)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const html = (await response.text()).replaceAll(MARK, '')
    return { status: response.status, headers: response.headers, set, html }
  }
}

export type Shown = { status: number; headers: Headers; set: string[]; html: string }

/** Where a response redirects to, without the base path. */
export const leadsTo = ({ headers }: Shown): string | undefined =>
  headers.get('Location')?.replace(new RegExp(`^${BASE}(?=/)`), '')

const attribute = (tag: string, name: string): string | undefined =>
  tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]

/** The tag of a form control. */
export const controlOf = ({ html }: Shown, name: string): string =>
  html.match(new RegExp(`<(?:input|select|textarea)[^>]*\\bname="${name}"[^>]*>`))?.[0] ?? ''

/** The value of a form control. */
export const heldBy = (page: Shown, name: string): string | undefined =>
  attribute(controlOf(page, name), 'value')

/** The message tied to a control, both visibly and for screen readers. */
export function errorOf(page: Shown, name: string): string | undefined {
  const id = attribute(controlOf(page, name), 'id')
  const describedBy = attribute(controlOf(page, name), 'aria-describedby') ?? ''
  if (!describedBy.split(' ').includes(`${id}-error`)) return undefined
  const text = page.html.match(new RegExp(`<p id="${id}-error"[^>]*>(.*?)</p>`))?.[1]
  return text?.replace(/<[^>]*>/g, '')
}

/** A page's visible text, without its scripts. */
export const textOf = ({ html }: Shown): string =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

/** The newest text message sent to a phone. */
export async function lastMessage(
  phone: string,
): Promise<{ body: string; code: string | null } | undefined> {
  const to = encodeURIComponent(`+44${phone.slice(1)}`)
  const response = await exports.default.fetch(`http://localhost:8787/__dev/sms?to=${to}`)
  const { items } = (await response.json()) as { items: { body: string; code: string | null }[] }
  return items[0]
}

/** Moves development's clock, and does everything that is due. */
export async function pass(seconds: number): Promise<void> {
  await exports.default.fetch('http://localhost:8787/__dev/clock', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  })
}
