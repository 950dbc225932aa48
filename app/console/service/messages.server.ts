import { entryOf } from '#app/audit/audit.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { type Audience, insertMessages, readAudience } from '#app/console/rows/messages.server.ts'
import { getT } from '#app/i18n/server.ts'
import { canBeTexted } from '#app/kernel/account.ts'
import type { AdminScope, ViewAction } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { MESSAGES_PER_DAY } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { isNight } from '#app/reminders/rules/reminders.ts'
import { messageSmsText, partsOf } from '#app/reminders/service/sms-text.server.ts'

export type { Audience }

/** A message as typed; `id` is made with the form, so that sending it twice sends once. */
export type Message = { id: string; zh: string; en: string; sms: boolean; again: boolean }

const NAMES = ['place', 'car', 'order', 'user', 'day', 'airport'] as const
/** Whom an address names. */
export const audienceIn = (search: URLSearchParams) =>
  Object.fromEntries(NAMES.map((name) => [name, search.get(name) ?? ''])) as Audience

/** The subject of a message, the scope that speaking about it needs, and the view it is. */
export function aboutOf({ place, car, order, user, day, airport }: Audience): {
  subject: string
  scope: AdminScope
  view: ViewAction
} {
  if (user) return { subject: user, scope: 'members', view: 'userViewed' }
  if (order) return { subject: order, scope: 'orders', view: 'orderViewed' }
  const ofDay = `${day}:${airport}`
  return {
    subject: place || car || ofDay,
    scope: 'groups',
    view: day ? 'dayViewed' : 'groupViewed',
  }
}

/** Who would get a message now, how many were sent today, and what holds for text messages. */
export async function weighMessage(context: Needs<'db' | 'clock'>, to: Audience) {
  const now = context.clock.now()
  const [{ people, sent }, { rideSms }] = await Promise.all([
    readAudience(context.db, to, {
      subject: aboutOf(to).subject,
      since: startOfToday(context),
      now,
    }),
    readSettings(context),
  ])
  return {
    names: people.map(({ name }) => name),
    texted: people.filter(({ phone, mayText }) => mayText && canBeTexted(phone)).length,
    sent,
    asksAgain: sent >= MESSAGES_PER_DAY,
    mayText: rideSms === 1,
    isNight: isNight(now),
  }
}

/** In how many parts a message goes out as a text message, in Chinese and in English. */
export const partsIn = (said: Pick<Message, 'zh' | 'en'>) => ({
  zh: partsOf(messageSmsText(getT('zh'), said)),
  en: partsOf(messageSmsText(getT('en'), said)),
})

/**
 * Sends a message to everybody whom it is for now: one notice each, which is emailed and, with
 * `sms`, texted. Repeating it has no further effect. Fails with notFound (nobody is left) or
 * needsConfirmation (several were sent today).
 */
export async function sendMessage(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  by: AdminId,
  to: Audience,
  { id, again, ...said }: Message,
): Promise<Result<null>> {
  const { db, clock } = context
  const [{ names, mayText }, { name: contact }] = await Promise.all([
    weighMessage(context, to),
    readContact(context),
  ])
  const { subject } = aboutOf(to)
  const entry = { ...entryOf(clock, by, 'messageSent', subject), id: `message:${by}:${id}` }
  const words = { ...said, sms: said.sms && mayText, contact }
  const allowance = {
    since: startOfToday(context),
    max: again ? Number.MAX_SAFE_INTEGER : MESSAGES_PER_DAY,
  }
  if (await insertMessages(db, to, entry, words, allowance)) return ok(null)
  return fail(names.length > 0 ? 'needsConfirmation' : 'notFound', { context: 'message' })
}

const startOfToday = ({ clock }: Needs<'clock'>) => startOfLondonDay(londonDay(clock.now()))
