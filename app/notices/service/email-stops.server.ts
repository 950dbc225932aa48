import { createHmac } from 'node:crypto'
import { type Language, LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { type EmailStop, emailKey, hideMost } from '#app/kernel/account.ts'
import { withBase } from '#app/kernel/base-path.ts'
import type { UserId } from '#app/kernel/id.ts'
import { EMAIL_BOUNCE_KEPT_MS } from '#app/kernel/limits.ts'
import {
  areEmailsOn,
  deleteBouncesBefore,
  deleteStops,
  findStop,
  insertStop,
  turnEmailsOff,
} from '#app/notices/rows/email-stops.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { isSame } from '#app/platform/seal.server.ts'

/** The page that an unsubscribe link opens. Its token is in the query, which is never logged. */
const PAGE = '/email-off'

/**
 * What an unsubscribe link does. off: turns the account's emails off. unwanted: stops everything to
 * an address that may be a stranger's.
 */
const WAYS = ['off', 'unwanted'] as const
type Way = (typeof WAYS)[number]
type Ends = { way: Way; userId: UserId; email: string }

/** The page's state: the mostly hidden address, and whether sending there has stopped. */
export type WayOut = { way: Way; email: string; isDone: boolean }

// Unsubscribing from our emails, which needs no login, and the addresses that get none (decision
// 0029). A signed link contains its account and address, so it does not apply to a later address.

const signed = ({ config }: Needs<'config'>, text: string) =>
  createHmac('sha256', config.pepper).update(`email-off:${text}`).digest('base64url')

function endsOf(context: Needs<'config'>, token: string): Ends | null {
  const [text = '', mark = '', ...more] = token.split('.')
  if (more.length > 0 || !isSame(mark, signed(context, text))) return null
  const [way, userId, email]: string[] = JSON.parse(Buffer.from(text, 'base64url').toString())
  const known = WAYS.find((one) => one === way)
  return known && userId && email ? { way: known, userId: userId as UserId, email } : null
}

/** Stops all emails to an address, as reported by the email provider. */
export async function stopEmails(
  { db, clock, log }: Needs<'db' | 'clock' | 'log'>,
  email: string,
  why: EmailStop,
): Promise<void> {
  await insertStop(db, emailKey(email), why, clock.now())
  log.info('nothing more is sent to an address', { why })
}

async function lookAt({ db }: Needs<'db'>, { way, userId, email }: Ends): Promise<WayOut> {
  const isStopped = (await findStop(db, email)) !== null
  const isDone = isStopped || (way === 'off' && !(await areEmailsOn(db, userId, email)))
  return { way, email: hideMost(email), isDone }
}

/** The address of the unsubscribe page. */
export function wayOutLink(
  context: Needs<'config'>,
  { way, userId, email }: Ends,
  language: Language,
): string {
  const { config } = context
  const text = Buffer.from(JSON.stringify([way, userId, emailKey(email)])).toString('base64url')
  const query = new URLSearchParams({
    to: `${text}.${signed(context, text)}`,
    [LINK_LANGUAGE]: language,
  })
  return `${config.siteUrl}${withBase(PAGE)}?${query}`
}

/** What an unsubscribe link does, changing nothing; null if the link is not ours. */
export async function readWayOut(
  context: Needs<'db' | 'config'>,
  token: string,
): Promise<WayOut | null> {
  const ends = endsOf(context, token)
  return ends && lookAt(context, ends)
}

/** Carries out an unsubscribe link, or takes back `unwanted`; repeating it changes nothing. */
export async function pressWayOut(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  token: string,
  isBack: boolean,
): Promise<WayOut | null> {
  const { db } = context
  const ends = endsOf(context, token)
  if (!ends) return null
  const { way, userId, email } = ends
  if (way === 'off') await turnEmailsOff(db, userId, email)
  else if (isBack) await deleteStops(db, [email])
  else await stopEmails(context, email, 'unwanted')
  return lookAt(context, ends)
}

/** Whether the address's reader wants no emails at all, not even a link to confirm it. */
export const isUnwanted = async ({ db }: Needs<'db'>, email: string) =>
  (await findStop(db, emailKey(email))) === 'unwanted'

export const purgeStops = async ({ db, clock }: Needs<'db' | 'clock'>) =>
  void (await deleteBouncesBefore(db, clock.now() - EMAIL_BOUNCE_KEPT_MS))
