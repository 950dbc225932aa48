import { canBeTexted, emailingOf, internationalPhone } from '#app/domain/account.ts'
import { deadlineOf } from '#app/domain/deadline.ts'
import { carForSms } from '#app/domain/group/ride-sms.ts'
import type { GroupId, ParticipantId } from '#app/domain/id.ts'
import {
  DEADLINE_SMS_PER_DAY,
  hours,
  minutes,
  RIDE_SMS_PER_DAY,
  RIDE_SMS_TRIES,
} from '#app/domain/limits.ts'
import { isTexted } from '#app/domain/notice.ts'
import { sendFrom } from '#app/domain/reminders.ts'
import { ok, type Result } from '#app/domain/result.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import { getT } from '#app/i18n/server.ts'
import type { Sms } from '#app/services/accounts/sms.server.ts'
import type { SettingsService } from '#app/services/catalog/settings.server.ts'
import type { AllObjects } from '#app/services/groups/group-objects.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { asOneRequest, requestFields } from '#app/services/platform/request-scope.server.ts'
import type { Db } from '#db/db.ts'
import { giveBackAttempt, takeAttempt } from '#db/queries/attempts.ts'
import {
  claimSms,
  type DueSms,
  endSms,
  knowsCarBySms,
  listDueSms,
  type SmsKind,
  skipWaitingSms,
} from '#db/queries/text-messages.ts'
import { askForDeadlineTexts } from './deadline-texts.server.ts'
import { deadlineSmsText, rideSmsText } from './sms-text.server.ts'

/** Text messages per sweep, which comes every minute. */
const SWEEP_MAX = 50
const total = (kind: string, max: number) => ({ kind, subject: 'all', windowMs: hours(24), max })
/** What a text message is about: the setting that allows it, and all those of one day. */
const KINDS = {
  ride: { setting: 'rideSms', total: total('ride-sms-total', RIDE_SMS_PER_DAY) },
  deadline: { setting: 'deadlineSms', total: total('deadline-sms-total', DEADLINE_SMS_PER_DAY) },
} as const satisfies Record<SmsKind, object>
const kindOf = ({ code }: Pick<DueSms, 'code'>): SmsKind => (isTexted(code) ? 'ride' : 'deadline')

/** The wait after a try that certainly sent nothing. */
const backoffMs = (tries: number): number => minutes(2 ** tries)

/** `left`: it waits; `full`: no more of its kind today; `stop`: no more can be sent for now. */
type Dealt = 'done' | 'left' | 'full' | 'stop'

type Deps = {
  objects: Pick<AllObjects, 'of'>
  db: Db
  clock: Clock
  settings: SettingsService
  sms: Sms
  log: Log
}

const departureOf = ({ params }: DueSms) => Number(params.carpoolAt ?? params.tripStartAt)
const placeOf = ({ params }: DueSms) => String(params.participantId) as ParticipantId

/**
 * Text messages with news of a car, or about a deadline (docs/rules.md#text-messages). The provider
 * has no idempotency key, so each is claimed before it is sent, and only a clear refusal makes it
 * wait again: a try whose answer got lost stays claimed, for the console to see (decision 0075).
 */
export function createTextMessages({ objects, db, clock, settings, sms, log }: Deps) {
  async function deal(due: DueSms): Promise<Dealt> {
    const now = clock.now()
    const kind = kindOf(due)
    const end = async (smsState: 'waiting' | 'skipped' | 'dropped', smsAt: Instant | null) => {
      await endSms(db, due, 'waiting', { smsState, smsAt })
      return 'done' as const
    }
    const departureAt = departureOf(due)
    if (now >= departureAt) return end('dropped', null)
    // A deadline's message was asked for when it may be sent.
    const from = kind === 'ride' ? sendFrom(now, departureAt) : now
    if (from > now) return end('waiting', from)
    const { userId, phone, wanted } = due
    if (!phone || !wanted || due.closedAt !== null || !canBeTexted(phone))
      return end('skipped', null)
    if (kind === 'deadline' && emailingOf(due) === 'on') return end('skipped', null)
    const place = { userId, participantId: placeOf(due) }
    if (due.code === 'carWithdrawn' && !(await knowsCarBySms(db, place)))
      return end('skipped', null)
    const { total } = KINDS[kind]
    if (!(await takeAttempt(db, [total], now)).taken) {
      log.warn('text messages: the daily total is used up', { kind, total: total.max })
      return 'full'
    }
    if (await claimSms(db, due, now)) return attempt({ ...due, tries: due.tries + 1 }, phone, now)
    await giveBackAttempt(db, [total], now)
    return 'left'
  }

  /** Sends what has been claimed, if it still says what is so. */
  async function attempt(due: DueSms, phone: string, now: Instant): Promise<Dealt> {
    const text = await textOf(due)
    const outcome =
      text.ok && text.value ? await sms.send(internationalPhone(phone), text.value) : null
    if (outcome === 'unknown') {
      log.warn('a text message may not have arrived', { notice: due.code })
      return 'stop'
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

  /** What its object says last: somebody may have left a moment ago. Null: it is no longer so. */
  async function textOf(due: DueSms): Promise<Result<string | null>> {
    const { code, params, language } = due
    const now = clock.now()
    if (now >= departureOf(due)) return ok(null)
    const groupId = String(params.carpoolId ?? params.tripId) as GroupId
    const found = await asOneRequest(requestFields(), () => objects.of(groupId).snapshot(groupId))
    if (!found.ok) return found
    if (!found.value) return ok(null)
    const { state } = found.value
    const t = getT(language ?? 'zh')
    if (!isTexted(code)) {
      const deadline = deadlineOf(state, placeOf(due), now)
      return ok(deadline && deadlineSmsText(t, deadline, state))
    }
    const version = code === 'carWithdrawn' ? null : Number(params.version)
    const car = carForSms(state, { participantId: placeOf(due), version })
    return ok(car && rideSmsText(t, code, car, departureOf(due)))
  }

  /** Deals with what is due of a kind. `stopped`: the provider should be left alone. */
  async function sweepKind(kind: SmsKind): Promise<{ dealt: number; stopped: boolean }> {
    const isOn = (await settings.read())[KINDS[kind].setting] === 1
    if (isOn && kind === 'deadline') await askForDeadlineTexts(db, clock.now())
    const dues = await listDueSms(db, { now: clock.now(), limit: SWEEP_MAX }, { kind })
    if (dues.length === 0) return { dealt: 0, stopped: false }
    if (!isOn) {
      await skipWaitingSms(db, kind)
      return { dealt: dues.length, stopped: false }
    }
    let dealt = 0
    for (const due of dues) {
      const how = await deal(due).catch((error: unknown): Dealt => {
        log.error('a text message could not be dealt with', error, { notice: due.code })
        return 'left'
      })
      if (how === 'full' || how === 'stop') return { dealt, stopped: how === 'stop' }
      if (how === 'done') dealt++
    }
    return { dealt, stopped: false }
  }

  async function sweepAll(): Promise<number> {
    let sum = 0
    // What a deadline costs comes first.
    for (const kind of ['deadline', 'ride'] as const) {
      const { dealt, stopped } = await sweepKind(kind)
      sum += dealt
      if (stopped) break
    }
    return sum
  }

  return {
    /** Sends the text messages that are due; never throws. Returns how many were dealt with. */
    async sweep(): Promise<number> {
      try {
        return await sweepAll()
      } catch (error) {
        log.error('text messages could not be sent', error)
        return 0
      }
    },
  }
}
