import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import type { UserId } from '#app/kernel/id.ts'
import { hours } from '#app/kernel/limits.ts'
import { londonDay } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import { promptEmails, sweepEmails } from '#app/notices/service/notice-emails.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { createEmail } from '#app/platform/email.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import { type Db, openDb } from '#db/db.ts'
import type { carpools } from '#db/kinds.ts'
import { groups, notices, participants, users } from '#db/schema.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { type DevEnv, devRuntime } from '#workers/dev/runtime.ts'
import type { SentEmail } from '#workers/email/page.ts'

type Place = Partial<typeof participants.$inferInsert>
type Group = Partial<typeof carpools.$inferInsert>

/**
 * A student's place in a carpool, as the read model has it: by default in a group that is waiting
 * for balances.
 */
export async function placeInCar(
  { id: userId, leavesIn = hours(24 * 8) }: { id: UserId; leavesIn?: number },
  place: Place = {},
  group: Group = {},
) {
  const id = crypto.randomUUID()
  const carpoolAt = devClock.now() + leavesIn
  const [carpoolId, participantId] = [`car_${id}`, `par_${id}`] as const
  await db.insert(groups).values({
    kind: 'carpool',
    id: carpoolId,
    version: 1,
    tripType: 'PICKUP',
    status: 'SUCCESS_PENDING_PAYMENT',
    airportId: 'air_lhr',
    airportNameZh: '希思罗机场',
    airportNameEn: 'Heathrow',
    terminals: ['T2'],
    currentPassengers: 2,
    maxPassengers: 2,
    prices: [9000, 4500, 3000, 2500, 2000],
    departureAt: carpoolAt,
    cutoffAt: carpoolAt - hours(24),
    balanceDueAt: group.departureAt ?? carpoolAt,
    flightTimes: [],
    flightNumbers: [],
    listed: true,
    createdAt: devClock.now() - hours(48),
    ...group,
    departureDay: londonDay(group.departureAt ?? carpoolAt),
  })
  await db.insert(participants).values({
    id: participantId,
    kind: 'carpool',
    groupId: carpoolId,
    userId,
    version: 1,
    seat: 'taken',
    party: {
      people: 1,
      terminal: 'T2',
      flightTime: carpoolAt - hours(2),
      nLocation: '1 Castle Boulevard',
      bigLuggage: 1,
      smallLuggage: 1,
      bag: 1,
      flightNumber: null,
    },
    depositStatus: 'captured',
    paymentStatus: 'DEPOSIT',
    originalRemaining: 2500,
    createdAt: devClock.now() - hours(48),
    ...place,
  })
  return { id: userId, carpoolId, participantId, carpoolAt }
}

/** The state of a place for which a notice is true. */
const TRUE_OF: Record<string, [place: Place, group?: Group]> = {
  groupPaid: [{ paymentStatus: 'PAID' }, { status: 'SUCCESS' }],
  depositReleased: [{ depositStatus: 'released' }],
  renewalFailed: [{ depositStatus: 'held', renewalFailed: true }],
  groupFailed: [{}, { status: 'FAILED' }],
}
/** What a notice of a kind is about: one of the student's places for which it is true. */
export async function aboutOf(userId: UserId, code: string): Promise<NoticeParams> {
  const [place, group] = TRUE_OF[code] ?? []
  const { id: _, ...params } = await placeInCar({ id: userId }, place, group)
  return params
}

/**
 * Writes a notice the way the product does, a true one unless its subject is given. Returns its id.
 */
export async function tell(
  userId: UserId,
  code: NoticeCode | string = 'groupComplete',
  params?: NoticeParams,
  createdAt = devClock.now(),
): Promise<string> {
  const id = `${code}:${crypto.randomUUID()}`
  await insertNotice(db, {
    id,
    userId,
    code,
    params: params ?? (await aboutOf(userId, code)),
    createdAt,
  })
  return id
}

/** A notice's email as stored. */
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

/** Everything sent to a student, newest first. */
export const inboxOf = ({ id }: { id: UserId }): Promise<SentEmail[]> =>
  inboxAt(`${id}@example.com`)

/** Everything sent to an address, newest first. */
export async function inboxAt(email: string): Promise<SentEmail[]> {
  const box = (env as unknown as DevEnv).EMAIL_STAND_IN.getByName('email')
  const answer = await box.fetch(`http://localhost/__dev/email?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { items: SentEmail[] }).items
}

/** The token of the newest of that many confirmation links. They are sent after the response. */
export const linkSentTo = (email: string, count = 1): Promise<string> =>
  vi.waitFor(async () => {
    const texts = (await inboxAt(email)).map(
      ({ text }) => text.match(/confirm-email\?token=([\w-]+)/)?.[1],
    )
    const [newest, ...older] = texts.filter((token) => token !== undefined)
    if (!newest || older.length + 1 < count) throw new Error('the link has not been sent')
    return newest
  })

/** The provider as simulated in development. */
export const standIn = devRuntime(env as unknown as DevEnv).fetch

type World = {
  /** The provider's responses; the stand-in by default. */
  fetch?: typeof fetch
  /** How far this sweeper's clock is ahead. */
  aheadMs?: number | (() => number)
  db?: Db
}

/** A sweeper of emails with its own provider, clock and log. */
export function sweeper({ fetch = standIn, aheadMs = 0, db: used = db }: World = {}) {
  const lines: string[] = []
  const write = (...line: unknown[]) =>
    void lines.push(JSON.stringify(line) + line.map(String).join(' '))
  const log: Log = { info: write, warn: write, error: write }
  const ahead = typeof aheadMs === 'number' ? () => aheadMs : aheadMs
  const clock = { now: () => devClock.now() + ahead(), systemTime: (instant: number) => instant }
  const config = { apiKey: 'standin', from: 'Name <hello@example.org>' }
  const context = {
    db: used,
    clock,
    log,
    email: createEmail({ email: config, fetch, log }),
    config: { ...readConfig(env), siteUrl: 'https://example.org' },
  }
  return { sweep: () => sweepEmails(context), prompt: () => promptEmails(context), lines }
}

/** The database, and how often it has been asked through this. */
export function countedDb() {
  const binding = env.DB as unknown as {
    fetcher: Fetcher
    constructor: new (fetcher: Pick<Fetcher, 'fetch'>) => D1Database
  }
  let trips = 0
  const fetch: Fetcher['fetch'] = (...request) => {
    trips++
    return binding.fetcher.fetch(...request)
  }
  return { db: openDb(new binding.constructor({ fetch })), trips: () => trips }
}

/** A provider that answers every call this way; counts those about a notice. */
export function provider(answer: (request: Request) => Response | Promise<Response>) {
  const calls: { key: string; body: string }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    calls.push({
      key: request.headers.get('Idempotency-Key') ?? '',
      body: await request.clone().text(),
    })
    return answer(request)
  }
  return { fetch, of: (id: string) => calls.filter(({ key }) => key === id) }
}
