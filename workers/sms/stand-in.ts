import { DurableObject } from 'cloudflare:workers'
import type { Clock } from '#app/kernel/time.ts'
import { type ClockEnv, devClock, loadClock } from '#workers/dev/clock.ts'

/** A sent message: `code` is the six digits in it, `at` is ISO 8601. */
export type SentMessage = { to: string; body: string; code: string | null; at: string }

const BODY_MAX = 1600
const SHOWN = 100
const API = /^\/2010-04-01\/Accounts\/(\w+)\/Messages\.json$/

type Failure = { status: number; code: number; message: string }

/**
 * Development's Twilio: takes the one call that sends a message and shows what was sent.
 * `GET /sms?to=` lists, newest first; `POST /sms {kind: 'fail', count}` makes the next calls fail
 * (500), `{kind: 'none'}` ends that.
 */
export class SmsStandIn extends DurableObject<ClockEnv> {
  /** Tests replace this. */
  clock: Clock = devClock

  constructor(ctx: DurableObjectState, env: ClockEnv) {
    super(ctx, env)
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, recipient TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)',
    )
    ctx.blockConcurrencyWhile(() => loadClock(env))
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const account = API.exec(url.pathname)?.[1]
    if (account && request.method === 'POST') return this.send(request, account)
    if (url.pathname.endsWith('/sms') && request.method === 'GET')
      return Response.json({ items: this.list(url.searchParams.get('to')) })
    if (url.pathname.endsWith('/sms') && request.method === 'POST') return this.setFault(request)
    return refusal({
      status: 404,
      code: 20404,
      message: `The requested resource ${url.pathname} was not found`,
    })
  }

  private async send(request: Request, account: string): Promise<Response> {
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
    const failure = this.failureOf(request, account, form)
    if (failure) return refusal(failure)
    const to = normalised(form.get('To') ?? '')
    const body = form.get('Body') ?? ''
    const now = this.clock.now()
    this.ctx.storage.sql.exec(
      'INSERT INTO messages (recipient, body, at) VALUES (?, ?, ?)',
      to,
      body,
      now,
    )
    return Response.json(messageObject(account, to, body, form, now), { status: 201 })
  }

  private failureOf(request: Request, account: string, form: URLSearchParams): Failure | null {
    if (accountOf(request) !== account) return { status: 401, code: 20003, message: 'Authenticate' }
    const fails = this.ctx.storage.kv.get<number>('fails') ?? 0
    if (fails > 0) {
      this.ctx.storage.kv.put('fails', fails - 1)
      return { status: 500, code: 20500, message: 'An internal server error has occurred' }
    }
    const to = form.get('To')
    if (!to) return { status: 400, code: 21604, message: "A 'To' phone number is required." }
    if (!isPossible(normalised(to)))
      return { status: 400, code: 21211, message: `Invalid 'To' Phone Number: ${to}` }
    if (!form.get('From') && !form.get('MessagingServiceSid'))
      return { status: 400, code: 21603, message: "A 'From' phone number is required." }
    const body = form.get('Body')
    if (!body) return { status: 400, code: 21602, message: 'Message body is required.' }
    if (body.length > BODY_MAX)
      return {
        status: 400,
        code: 21617,
        message: `The concatenated message body exceeds the ${BODY_MAX} character limit`,
      }
    return null
  }

  private list(to: string | null): SentMessage[] {
    const query =
      'SELECT recipient, body, at FROM messages WHERE ?1 IS NULL OR recipient = ?1 ORDER BY id DESC LIMIT ?2'
    const rows = this.ctx.storage.sql.exec<{ recipient: string; body: string; at: number }>(
      query,
      to && normalised(to),
      SHOWN,
    )
    return rows.toArray().map(({ recipient, body, at }) => ({
      to: recipient,
      body,
      code: /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? null,
      at: new Date(at).toISOString(),
    }))
  }

  private async setFault(request: Request): Promise<Response> {
    const body = (await request.json().catch(() => null)) as {
      kind?: unknown
      count?: unknown
    } | null
    const count = body?.kind === 'none' ? 0 : Number(body?.count ?? 1)
    if (
      (body?.kind !== 'fail' && body?.kind !== 'none') ||
      !Number.isSafeInteger(count) ||
      count < 0
    )
      return Response.json(
        { error: "kind must be 'fail' or 'none', count a whole number" },
        { status: 422 },
      )
    this.ctx.storage.kv.put('fails', count)
    return Response.json({ fails: count })
  }
}

/**
 * Converts a number to E.164. Also accepts a UK number as people write it (`07…`), and bare digits,
 * since a `+` in a query arrives as a space.
 */
const normalised = (number: string): string => {
  const compact = number.replace(/[\s()-]/g, '')
  if (/^07\d{9}$/.test(compact)) return `+44${compact.slice(1)}`
  return /^\d{8,15}$/.test(compact) ? `+${compact}` : compact
}

/**
 * Rejects Twilio's test number for "invalid" and numbers that no phone can have; a UK number has 10
 * digits after +44.
 */
const isPossible = (number: string): boolean =>
  /^\+[1-9]\d{7,14}$/.test(number) &&
  number !== '+15005550001' &&
  (!number.startsWith('+44') || number.length === 13)

/** The account from the Basic credentials, or null if there are none. */
function accountOf(request: Request): string | null {
  const [scheme, value] = request.headers.get('Authorization')?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'basic' || !value) return null
  const [account, secret] = atob(value).split(':')
  return account && secret ? account : null
}

const refusal = ({ status, code, message }: Failure): Response =>
  Response.json(
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    { status },
  )

/** The message as Twilio's answer describes it. */
function messageObject(
  account: string,
  to: string,
  body: string,
  form: URLSearchParams,
  now: number,
) {
  const sid = `SM${crypto.randomUUID().replaceAll('-', '')}`
  const uri = `/2010-04-01/Accounts/${account}/Messages/${sid}`
  const date = new Date(now).toUTCString().replace('GMT', '+0000')
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: form.get('From'),
    messaging_service_sid: form.get('MessagingServiceSid'),
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid,
    status: 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}
