import { DurableObject, exports } from 'cloudflare:workers'
import type { Clock } from '#app/kernel/time.ts'
import { type ClockEnv, devClock, loadClock } from '#workers/dev/clock.ts'
import { type EmailEvent, eventRequest, eventTypeOf, isRefused } from './events.ts'
import { emailPage, type SentEmail } from './page.ts'

const SHOWN = 100
const KEY_MAX = 256
/** How long an Idempotency-Key is remembered. */
const KEY_LIFE_MS = 24 * 3_600_000
const FAULTS = ['fail', 'limit', 'lose-answers'] as const
type Fault = (typeof FAULTS)[number]

export type EmailStandInEnv = ClockEnv & { RESEND_WEBHOOK_SECRET?: string }

type Failure = { status: number; name: string; message: string; retryAfter?: number }
type Row = { id: string; body: string; at: number }

/**
 * Development's Resend: takes the one call that sends an email and shows what was sent. `GET
 * /email?to=` lists, newest first; `GET /email/` shows them as a page. `POST /email {kind, count}`
 * makes the next calls fail (`fail`: 500, nothing done; `limit`: 429), or do their work without an
 * answer (`lose-answers`); `{kind: 'none'}` ends that. An email to `bounced@…` or `complained@…`
 * triggers that event, and `refused@…` is refused at once; each may have a label (`bounced+1@…`).
 */
export class EmailStandIn extends DurableObject<EmailStandInEnv> {
  /** Tests replace this. */
  clock: Clock = devClock
  /** How an event reaches the app; tests replace this. */
  toApp: (request: Request) => Promise<Response> = (request) =>
    (exports as unknown as { default: Fetcher }).default.fetch(request)

  constructor(ctx: DurableObjectState, env: EmailStandInEnv) {
    super(ctx, env)
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, type TEXT NOT NULL, recipient TEXT NOT NULL, email_id TEXT NOT NULL)',
    )
    ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS emails (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, key TEXT, recipient TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL)',
    )
    ctx.blockConcurrencyWhile(() => loadClock(env))
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.hostname === 'api.resend.com') return this.call(request, url.pathname)
    if (url.pathname.endsWith('/email/')) return emailPage(this.list(null))
    if (request.method === 'POST') return this.setFault(request)
    return Response.json({ items: this.list(url.searchParams.get('to')) })
  }

  /** Sends the events that are due. Returns how many the app accepted. */
  async settleDue(): Promise<number> {
    const { sql } = this.ctx.storage
    const secret = this.env.RESEND_WEBHOOK_SECRET
    if (!secret) return 0
    const query = 'SELECT id, type, recipient AS "to", email_id AS emailId FROM events'
    let done = 0
    for (const event of sql.exec<EmailEvent>(query).toArray()) {
      const answer = await this.toApp(eventRequest(event, secret, this.clock.now()))
      await answer.body?.cancel()
      if (!answer.ok) continue
      sql.exec('DELETE FROM events WHERE id = ?', event.id)
      done++
    }
    return done
  }

  private async call(request: Request, path: string): Promise<Response> {
    if (path !== '/emails' || request.method !== 'POST')
      return refusal({
        status: 404,
        name: 'not_found',
        message: 'The requested endpoint does not exist',
      })
    const refused = this.refuseCaller(request) ?? this.takeTrouble()
    if (refused) return refusal(refused)
    const body = await request.text()
    const key = request.headers.get('Idempotency-Key')
    const invalid = refuseEmail(body) ?? (key === null || key.length <= KEY_MAX ? null : badKey)
    if (invalid) return refusal(invalid)
    const sent = this.send(key, body)
    if ('status' in sent) return refusal(sent)
    if (this.take('lose-answers')) throw new Error('The stand-in was told to lose this answer.')
    return Response.json({ id: sent.id })
  }

  private refuseCaller(request: Request): Failure | null {
    if (!request.headers.get('User-Agent'))
      return { status: 403, name: 'forbidden', message: 'The User-Agent header is missing (1010)' }
    if (!/^Bearer \S+$/.test(request.headers.get('Authorization') ?? ''))
      return {
        status: 401,
        name: 'missing_api_key',
        message: 'Missing API key in the authorization header',
      }
    return null
  }

  private takeTrouble(): Failure | null {
    if (this.take('fail'))
      return { status: 500, name: 'application_error', message: 'An unexpected error occurred' }
    if (this.take('limit'))
      return {
        status: 429,
        name: 'rate_limit_exceeded',
        message: 'Too many requests',
        retryAfter: 1,
      }
    return null
  }

  /** Stores an email, or finds the one with the same key. */
  private send(key: string | null, body: string): { id: string } | Failure {
    const { sql } = this.ctx.storage
    const now = this.clock.now()
    const known = sql
      .exec<Row>(
        'SELECT id, body, at FROM emails WHERE key = ? AND at > ? ORDER BY seq DESC',
        key,
        now - KEY_LIFE_MS,
      )
      .toArray()[0]
    if (known && known.body !== body)
      return {
        status: 409,
        name: 'invalid_idempotent_request',
        message: 'This idempotency key was used before with a different request body',
      }
    if (known) return { id: known.id }
    const id = crypto.randomUUID()
    sql.exec(
      'INSERT INTO emails (id, key, recipient, body, at) VALUES (?, ?, ?, ?, ?)',
      id,
      key,
      recipientOf(JSON.parse(body)),
      body,
      now,
    )
    const to = recipientOf(JSON.parse(body))
    const type = eventTypeOf(to)
    if (type)
      sql.exec(
        'INSERT INTO events (id, type, recipient, email_id) VALUES (?, ?, ?, ?)',
        `msg_${crypto.randomUUID()}`,
        type,
        to,
        id,
      )
    return { id }
  }

  private list(to: string | null): SentEmail[] {
    const rows = this.ctx.storage.sql.exec<Row>(
      'SELECT id, body, at FROM emails WHERE ?1 IS NULL OR recipient = ?1 ORDER BY seq DESC LIMIT ?2',
      to?.trim().toLowerCase() ?? null,
      SHOWN,
    )
    return rows.toArray().map(({ id, body, at }) => {
      const { from, subject, text, html, headers, ...rest } = JSON.parse(body)
      return {
        id,
        to: recipientOf(rest),
        from,
        subject,
        text,
        html,
        headers: headers ?? {},
        at: new Date(at).toISOString(),
      }
    })
  }

  private take(fault: Fault): boolean {
    const left = this.ctx.storage.kv.get<number>(fault) ?? 0
    if (left > 0) this.ctx.storage.kv.put(fault, left - 1)
    return left > 0
  }

  private async setFault(request: Request): Promise<Response> {
    const body = (await request.json().catch(() => null)) as {
      kind?: unknown
      count?: unknown
    } | null
    const kind = FAULTS.find((fault) => fault === body?.kind)
    const count = Number(body?.count ?? 1)
    if ((!kind && body?.kind !== 'none') || !Number.isSafeInteger(count) || count < 0)
      return Response.json(
        { error: `kind must be one of ${FAULTS.join(', ')} or none, count a whole number` },
        { status: 422 },
      )
    const { kv } = this.ctx.storage
    if (kind) kv.put(kind, count)
    else for (const fault of FAULTS) kv.put(fault, 0)
    return Response.json(
      Object.fromEntries(FAULTS.map((fault) => [fault, kv.get<number>(fault) ?? 0])),
    )
  }
}

const badKey: Failure = {
  status: 400,
  name: 'invalid_idempotency_key',
  message: `The key must be between 1 and ${KEY_MAX} characters`,
}

/** Checks the real Resend's requirements that our code could violate. */
function refuseEmail(body: string): Failure | null {
  const invalid = (name: string, message: string): Failure => ({ status: 422, name, message })
  let email: Record<string, unknown>
  try {
    email = JSON.parse(body)
  } catch {
    return { status: 400, name: 'validation_error', message: 'The body is not JSON' }
  }
  for (const field of ['from', 'to', 'subject'])
    if (!email[field]) return invalid('missing_required_field', `Missing \`${field}\` field`)
  if (!email.html && !email.text)
    return invalid('validation_error', 'Missing `html` or `text` field')
  if (!/^(?:[^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(String(email.from)))
    return invalid('invalid_from_address', 'Invalid `from` field')
  const to = recipientOf(email)
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to) && !isRefused(to)
    ? null
    : invalid('validation_error', 'Invalid `to` field')
}

const recipientOf = ({ to }: { to?: unknown }): string =>
  String(Array.isArray(to) ? to[0] : to)
    .trim()
    .toLowerCase()

const refusal = ({ status, name, message, retryAfter }: Failure): Response =>
  Response.json(
    { statusCode: status, name, message },
    { status, headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {} },
  )
