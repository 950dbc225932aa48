import { getT } from '#app/i18n/server.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  claimEmail,
  type DueEmail,
  finishEmails,
  listDueEmails,
  postponeEmail,
} from '#app/notices/rows/notice-emails.server.ts'
import { mailTo } from '#app/notices/rules/notice-reach.ts'
import { isReceipt, reachOf } from '#app/notices/rules/notices.ts'
import type { Email, EmailOutcome, EmailService } from '#app/platform/email.server.ts'
import { eachByItself, type WorkOutcome } from '#app/platform/queue.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { stopEmails, wayOutLink } from './email-stops.server.ts'
import { renderNoticeMail } from './notice-mail.server.ts'
import { describeMail, describeNotice } from './notice-texts.server.ts'

/**
 * The provider remembers a key for 24 h; retrying later an attempt whose answer was lost could send
 * it twice.
 */
const GIVE_UP_AFTER_MS = hours(22)
/** Longer than one attempt can take, so that two never overlap. */
const FIRST_BACKOFF_MS = minutes(1)
const MAX_BACKOFF_MS = hours(1)
/** Emails per sweep: the provider accepts a few per second. */
const SWEEP_MAX = 50
/** Emails per round after a request; a series of rounds ends after a sweep's number. */
const ROUND_MAX = 10
/** The platform ends work after a response within 30 s, so a run this old may be gone. */
const RUN_MS = 20_000

/** A wait of at most this, if the provider asks for one, happens within the request. */
const PATIENCE_MS = 2000

/** A provider that gives no answer five times in a row is down. */
const QUEUE = { name: 'emails', idOf: ({ id }: DueEmail) => id, patience: 5 } as const

const backoffMs = (tries: number): number => Math.min(FIRST_BACKOFF_MS * 2 ** tries, MAX_BACKOFF_MS)

// The notices are the outbox for emails: each row is claimed before it is sent, and the notice's id
// is the provider's idempotency key, so each is sent at most once.

/** This isolate's run, by provider. `again`: more emails may be due than its round has read. */
const runs = new WeakMap<EmailService, { since: Instant; again: boolean }>()

type NeedsToEmail = Needs<'db' | 'clock' | 'log' | 'config' | 'email'>

/** Sends an email; retries once if the provider only asked to slow down. */
async function send({ email }: Needs<'email'>, mail: Email): Promise<EmailOutcome> {
  const outcome = await email.send(mail)
  if (
    outcome.kind !== 'limited' ||
    outcome.retryAfterMs === null ||
    outcome.retryAfterMs > PATIENCE_MS
  )
    return outcome
  await new Promise((resolve) => setTimeout(resolve, outcome.retryAfterMs ?? 0))
  return email.send(mail)
}

/** Finishes emails that must not be sent, all at once; returns the others. */
async function dismiss(
  { db, log }: Needs<'db' | 'log'>,
  found: DueEmail[],
  now: Instant,
): Promise<DueEmail[]> {
  const judged = found.map((due) => ({ ...due, unwanted: whyNot(due, now) }))
  for (const state of ['skipped', 'failed'] as const) {
    const some = judged.filter(({ unwanted }) => unwanted === state)
    if (some.length > 0) await finishEmails(db, some, state)
    if (state === 'failed')
      for (const { code, tries } of some) log.warn('an email was given up', { notice: code, tries })
  }
  return judged.filter(({ unwanted }) => unwanted === null)
}

async function deal(context: NeedsToEmail, due: DueEmail): Promise<WorkOutcome> {
  const { clock, config, db } = context
  const now = clock.now()
  const facts = await claimEmail(db, due, now + backoffMs(due.tries))
  if (!facts) return 'left'
  const claimed = { id: due.id, tries: due.tries + 1 }
  const { language } = due
  const address = addressOf(due)
  const t = getT(language ?? 'zh')
  const words = describeNotice({ ...due, facts }, t, now)
  // A newer version wrote it and will send it.
  if (!words || !language || !address) return 'done'
  if (words.verdict === 'over') {
    await finishEmails(db, [claimed], 'dropped')
    return 'done'
  }
  const more = describeMail({ ...due, facts }, words, t)
  const { to, isTheirs } = address
  const way = isTheirs ? 'off' : 'unwanted'
  const out = {
    way,
    link: wayOutLink(context, { way, userId: due.userId, email: to }, language),
  } as const
  const mail = renderNoticeMail({ ...words, ...more }, out, language, config.siteUrl)
  const outcome = await send(context, { key: due.id, to, ...mail })
  switch (outcome.kind) {
    case 'sent':
      await finishEmails(db, [claimed], 'sent')
      return 'done'
    case 'undeliverable':
    case 'refused':
      if (outcome.kind === 'undeliverable') await stopEmails(context, to, 'bounced')
      await finishEmails(db, [claimed], 'failed')
      return 'done'
    case 'limited':
      if (outcome.retryAfterMs !== null)
        await postponeEmail(db, claimed, now + Math.max(outcome.retryAfterMs, FIRST_BACKOFF_MS))
      return 'halt'
    case 'unknown':
      return 'later'
  }
}

/** Handles due emails, at most `limit`. `stopped`: the provider asked us to stop. */
async function round(
  context: NeedsToEmail,
  limit: number,
): Promise<{ dealt: number; stopped: boolean }> {
  const { db, clock, log } = context
  try {
    const found = await listDueEmails(db, clock.now(), limit)
    const items = await dismiss(context, found, clock.now())
    let stopped = false
    const done = await eachByItself(context, { ...QUEUE, items }, async (due) => {
      const worked = await deal(context, due)
      if (worked === 'halt' || worked === 'later') stopped = true
      return worked
    })
    return { dealt: found.length - items.length + done, stopped }
  } catch (error) {
    log.error('notices could not be emailed', error)
    return { dealt: 0, stopped: true }
  }
}

/** Sends due emails. Never throws. Returns how many were handled. */
export const sweepEmails = async (context: NeedsToEmail) => (await round(context, SWEEP_MAX)).dealt

/**
 * Sends the emails that a request has caused, after its response. Never throws. A run already at
 * work in this isolate takes over: several at once would all read the same emails (decision 0029).
 */
export async function promptEmails(context: NeedsToEmail) {
  const { clock, email } = context
  const now = clock.now()
  const run = runs.get(email)
  if (run && now - run.since < RUN_MS) {
    run.again = true
    return
  }
  const mine = { since: now, again: true }
  runs.set(email, mine)
  for (let sum = 0; mine.again && sum < SWEEP_MAX; ) {
    mine.again = false
    const { dealt, stopped } = await round(context, ROUND_MAX)
    if (stopped) break
    sum += dealt
    if (dealt === ROUND_MAX) mine.again = true
  }
  if (runs.get(email) === mine) runs.delete(email)
}

const addressOf = (due: DueEmail) => mailTo(reachOf(due.code), due)

/** Why an email must not be sent, as its final state; null if it is sent. */
function whyNot(due: DueEmail, now: Instant): 'skipped' | 'failed' | null {
  const { code, closedAt, readAt, createdAt } = due
  const isRead = readAt !== null && !isReceipt(code) && reachOf(code) !== 'security'
  if (!addressOf(due) || closedAt !== null || isRead) return 'skipped'
  return now - createdAt >= GIVE_UP_AFTER_MS ? 'failed' : null
}
