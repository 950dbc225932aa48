import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import type { NoticeCode, NoticeParams } from '#app/domain/group/effect.ts'
import type { UserId } from '#app/domain/id.ts'
import { createEmail } from '#app/services/email.server.ts'
import type { Log } from '#app/services/log.server.ts'
import { createNoticeEmails } from '#app/services/notice-emails.server.ts'
import { createNotices } from '#app/services/notices.server.ts'
import { insertNotice } from '#db/queries/notices.ts'
import { notices, users } from '#db/schema.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import type { SentEmail } from '#workers/email/stand-in.ts'
import { db } from './carpool/kit.ts'

export const noticeService = createNotices({ db, clock: devClock })

/** A departure of 14:00 in London on 6 December 2026. */
export const about: NoticeParams = {
  carpoolId: 'car_1',
  participantId: 'par_1',
  carpoolAt: Date.parse('2026-12-06T14:00:00Z'),
}

/** Writes a notice as everybody writes them. Gives its id. */
export async function tell(
  userId: UserId,
  code: NoticeCode | string = 'groupComplete',
  params: NoticeParams = about,
  createdAt = devClock.now(),
): Promise<string> {
  const id = `${code}:${crypto.randomUUID()}`
  await insertNotice(db, { id, userId, code, params, createdAt })
  return id
}

/** The email of a notice as it is stored. */
export async function emailOf(id: string) {
  const [row] = await db
    .select({ state: notices.emailState, tries: notices.emailTries, dueAt: notices.emailDueAt })
    .from(notices)
    .where(eq(notices.id, id))
  if (!row) throw new Error(`no notice ${id}`)
  return row
}

export const wish = (id: UserId, change: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(change).where(eq(users.id, id))

/** Everything that was sent to a student, the newest first. */
export async function inboxOf({ id }: { id: UserId }): Promise<SentEmail[]> {
  const box = (env as unknown as DevEnv).EMAIL_STAND_IN.getByName('email')
  const answer = await box.fetch(`http://localhost/__dev/email?to=${encodeURIComponent(`${id}@example.com`)}`)
  return ((await answer.json()) as { items: SentEmail[] }).items
}

/** The provider as development plays it. */
export const standIn = devRuntime(env as unknown as DevEnv).fetch

type World = {
  /** What the provider answers; the stand-in unless given. */
  fetch?: typeof fetch
  /** How far this sweeper's clock is ahead. */
  aheadMs?: number
}

/** A sweeper of emails with a provider, a clock and a log of its own. */
export function sweeper({ fetch = standIn, aheadMs = 0 }: World = {}) {
  const lines: string[] = []
  const write = (...line: unknown[]) => void lines.push(JSON.stringify(line) + line.map(String).join(' '))
  const log: Log = { info: write, warn: write, error: write }
  const clock = { now: () => devClock.now() + aheadMs, systemTime: (instant: number) => instant }
  const config = { apiKey: 'standin', from: 'Name <hello@example.org>' }
  const email = createEmail({ email: config, fetch, log })
  return { ...createNoticeEmails({ db, clock, email, siteUrl: 'https://example.org', log }), lines }
}

/** A provider that answers every call so; counts those about a notice. */
export function provider(answer: (request: Request) => Response | Promise<Response>) {
  const calls: { key: string; body: string }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    calls.push({ key: request.headers.get('Idempotency-Key') ?? '', body: await request.clone().text() })
    return answer(request)
  }
  return { fetch, of: (id: string) => calls.filter(({ key }) => key === id) }
}
