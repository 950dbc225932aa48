import { readSettings } from '#app/catalog/service/settings.server.ts'
import { carNewsUntil } from '#app/features/ride/rules/notices.ts'
import { carForSms } from '#app/features/ride/rules/ride-sms.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { getT } from '#app/i18n/server.ts'
import { canBeTexted, emailingOf, internationalPhone } from '#app/kernel/account.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import {
  DEADLINE_SMS_PER_DAY,
  hours,
  MESSAGE_SMS_PER_DAY,
  MESSAGE_SMS_WITHIN_MS,
  minutes,
  RIDE_SMS_PER_DAY,
  RIDE_SMS_TRIES,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isTexted } from '#app/notices/rules/notices.ts'
import { eachByItself, type WorkOutcome } from '#app/platform/queue.server.ts'
import { asOneRequest, requestFields } from '#app/platform/request-scope.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { giveBackAttempt, takeAttempt } from '#app/platform/rows/attempts.server.ts'
import {
  claimSms,
  type DueSms,
  endSms,
  knowsCarBySms,
  listDueSms,
  type SmsKind,
  skipWaitingSms,
} from '#app/reminders/rows/text-messages.server.ts'
import { deadlineOf } from '#app/reminders/rules/deadline.ts'
import { sendFrom } from '#app/reminders/rules/reminders.ts'
import { askForDeadlineTexts } from './deadline-texts.server.ts'
import { deadlineSmsText, messageSmsText, rideSmsText } from './sms-text.server.ts'

/** Text messages per sweep, which comes every minute. */
const SWEEP_MAX = 50
const total = (kind: string, max: number) => ({ kind, subject: 'all', windowMs: hours(24), max })
/** For each kind of text message: the setting that allows it, and its daily limit. */
const KINDS = {
  ride: { setting: 'rideSms', total: total('ride-sms-total', RIDE_SMS_PER_DAY) },
  deadline: { setting: 'deadlineSms', total: total('deadline-sms-total', DEADLINE_SMS_PER_DAY) },
  message: { setting: 'rideSms', total: total('message-sms-total', MESSAGE_SMS_PER_DAY) },
} as const satisfies Record<SmsKind, object>
const kindOf = ({ code }: Pick<DueSms, 'code'>): SmsKind =>
  code === 'message' ? code : isTexted(code) ? 'ride' : 'deadline'

/** The wait after a try that is known to have sent nothing. */
const backoffMs = (tries: number): number => minutes(2 ** tries)

/**
 * After two lost answers in a row the others wait: each message may be sent only once, so all of
 * them could get lost unnoticed.
 */
const QUEUE = { name: 'texts', idOf: ({ id }: DueSms) => id, patience: 2 } as const

const departureOf = ({ params }: DueSms) => Number(params.carpoolAt ?? params.tripStartAt)
/** Until when the message's text is true. */
function saidUntil(due: DueSms): Instant {
  const { meetAt } = due.params
  switch (kindOf(due)) {
    case 'message':
      return due.createdAt + MESSAGE_SMS_WITHIN_MS
    case 'deadline':
      return departureOf(due)
    case 'ride':
      return carNewsUntil(departureOf(due), meetAt === undefined ? null : Number(meetAt))
  }
}
const participantIdOf = ({ params }: DueSms) => String(params.participantId) as ParticipantId

// Text messages with news of a car, or about a deadline (docs/rules.md#text-messages). The
// provider has no idempotency key, so each is claimed before it is sent, and only a clear
// refusal makes it wait again: a try whose answer got lost stays claimed, for the console to see
// (decision 0029).

async function deal(
  context: Needs<'db' | 'clock' | 'log' | 'sms'> & Objects,
  due: DueSms,
): Promise<WorkOutcome> {
  const { clock, db, log } = context
  const now = clock.now()
  const kind = kindOf(due)
  const end = async (smsState: 'waiting' | 'skipped' | 'dropped', smsAt: Instant | null) => {
    await endSms(db, due, 'waiting', { smsState, smsAt })
    return 'done' as const
  }
  const departureAt = departureOf(due)
  if (now >= saidUntil(due)) return end('dropped', null)
  // A deadline's message was requested at a time when it may be sent.
  const from = kind === 'ride' && now < departureAt ? sendFrom(now, departureAt) : now
  if (from > now) return end('waiting', from)
  const { userId, phone, wanted } = due
  if (!phone || !wanted || due.closedAt !== null || !canBeTexted(phone)) return end('skipped', null)
  if (kind === 'deadline' && emailingOf(due) === 'on') return end('skipped', null)
  const place = { userId, participantId: participantIdOf(due) }
  if (due.code === 'carWithdrawn' && !(await knowsCarBySms(db, place))) return end('skipped', null)
  const { total } = KINDS[kind]
  if (!(await takeAttempt(db, [total], now)).taken) {
    log.warn('text messages: the daily total is used up', { kind, total: total.max })
    return 'halt'
  }
  const isClaimed = await claimSms(db, due, now).catch(async (error: unknown) => {
    await giveBackAttempt(db, [total], now)
    throw error
  })
  if (isClaimed) return attempt(context, { ...due, tries: due.tries + 1 }, phone, now)
  await giveBackAttempt(db, [total], now)
  return 'left'
}

/** Sends a claimed message, if its text is still true. */
async function attempt(
  context: Needs<'db' | 'clock' | 'log' | 'sms'> & Objects,
  due: DueSms,
  phone: string,
  now: Instant,
): Promise<WorkOutcome> {
  const { log, sms, db } = context
  // Nothing has been sent yet, so a bug here must not leave it claimed.
  const text = await textOf(context, due).catch((error: unknown) => {
    log.error('a text message could not be written', error, { notice: due.code })
    return fail('internal')
  })
  const outcome =
    text.ok && text.value ? await sms.send(internationalPhone(phone), text.value) : null
  if (outcome === 'unknown') {
    log.warn('a text message may not have arrived', { notice: due.code })
    return 'later'
  }
  const end = (smsState: 'waiting' | 'sent' | 'dropped' | 'failed', smsAt: Instant | null) =>
    endSms(db, due, 'claimed', { smsState, smsAt })
  if (outcome === 'sent') {
    await end('sent', null)
    return 'done'
  }
  await giveBackAttempt(db, [KINDS[kindOf(due)].total], now)
  if (text.ok && !text.value) await end('dropped', null)
  else if (due.tries < RIDE_SMS_TRIES) await end('waiting', now + backoffMs(due.tries))
  else {
    log.warn('a text message was given up', { notice: due.code, tries: due.tries })
    await end('failed', now)
  }
  return 'done'
}

/**
 * The text from the object's current state, since somebody may have just left. Null: it is no
 * longer true.
 */
async function textOf(
  { clock, objects }: Needs<'clock'> & Objects,
  due: DueSms,
): Promise<Result<string | null>> {
  const { code, params, language } = due
  const now = clock.now()
  if (now >= saidUntil(due)) return ok(null)
  const t = getT(language ?? 'zh')
  const isMessage = kindOf(due) === 'message'
  if (isMessage && params.participantId === undefined) return ok(messageSmsText(t, params))
  const groupId = String(params.carpoolId ?? params.tripId) as GroupId
  const found = await asOneRequest(requestFields(), () => objects.of(groupId).snapshot(groupId))
  if (!found.ok) return found
  if (!found.value) return ok(null)
  const { state } = found.value
  if (isMessage) {
    const isIn = findParticipant(state, participantIdOf(due))?.seat === 'taken'
    return ok(isIn ? messageSmsText(t, params) : null)
  }
  if (!isTexted(code)) {
    const deadline = deadlineOf(state, participantIdOf(due), now)
    return ok(deadline && deadlineSmsText(t, deadline, state))
  }
  const version = code === 'carWithdrawn' ? null : Number(params.version)
  const car = carForSms(state, { participantId: participantIdOf(due), version })
  return ok(car && rideSmsText(t, code, car, departureOf(due)))
}

/** Handles the due messages of a kind. Returns how many were handled. */
async function sweepKind(
  context: Needs<'db' | 'clock' | 'log' | 'sms'> & Objects,
  kind: SmsKind,
): Promise<number> {
  const { db, clock } = context
  const isOn = (await readSettings(context))[KINDS[kind].setting] === 1
  if (isOn && kind === 'deadline') await askForDeadlineTexts(db, clock.now())
  const dues = await listDueSms(db, { now: clock.now(), limit: SWEEP_MAX }, { kind })
  if (dues.length === 0) return 0
  if (isOn) return eachByItself(context, { ...QUEUE, items: dues }, (due) => deal(context, due))
  await skipWaitingSms(db, kind)
  return dues.length
}

/** Sends the text messages that are due; never throws. Returns how many were handled. */
export async function sweepTexts(
  context: Needs<'db' | 'clock' | 'log' | 'sms'> & Objects,
): Promise<number> {
  const { log } = context
  try {
    // Deadlines come first, since missing one costs money.
    let sum = 0
    for (const kind of ['deadline', 'message', 'ride'] as const)
      sum += await sweepKind(context, kind)
    return sum
  } catch (error) {
    log.error('text messages could not be sent', error)
    return 0
  }
}
