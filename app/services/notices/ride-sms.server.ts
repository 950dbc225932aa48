import { canBeTexted, internationalPhone } from '#app/domain/account.ts'
import { carForSms } from '#app/domain/group/ride-sms.ts'
import type { GroupId, ParticipantId } from '#app/domain/id.ts'
import { hours, minutes, RIDE_SMS_PER_DAY, RIDE_SMS_TRIES } from '#app/domain/limits.ts'
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
  skipWaitingSms,
} from '#db/queries/ride-sms.ts'
import { rideSmsText } from './ride-sms-text.server.ts'

/** Text messages per sweep, which comes every minute. */
const SWEEP_MAX = 50
/** All text messages about rides of one day. */
const TOTAL = {
  kind: 'ride-sms-total',
  subject: 'all',
  windowMs: hours(24),
  max: RIDE_SMS_PER_DAY,
}
/** The wait after a try that certainly sent nothing. */
const backoffMs = (tries: number): number => minutes(2 ** tries)

/** `left`: it waits; `stop`: no more can be sent for now. */
type Dealt = 'done' | 'left' | 'stop'

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
 * Text messages with news of a car (docs/rules.md#text-messages). The provider has no idempotency
 * key, so each is claimed before it is sent, and only a clear refusal makes it wait again: a try
 * whose answer got lost stays claimed, for the console to see (decision 0075).
 */
export function createRideSms({ objects, db, clock, settings, sms, log }: Deps) {
  async function deal(due: DueSms): Promise<Dealt> {
    const now = clock.now()
    const end = async (smsState: 'waiting' | 'skipped' | 'dropped', smsAt: Instant | null) => {
      await endSms(db, due, 'waiting', { smsState, smsAt })
      return 'done' as const
    }
    const departureAt = departureOf(due)
    if (now >= departureAt) return end('dropped', null)
    const from = sendFrom(now, departureAt)
    if (from > now) return end('waiting', from)
    const { userId, phone, wanted } = due
    if (!phone || !wanted || due.closedAt !== null || !canBeTexted(phone))
      return end('skipped', null)
    const place = { userId, participantId: placeOf(due) }
    if (due.code === 'carWithdrawn' && !(await knowsCarBySms(db, place)))
      return end('skipped', null)
    if (!(await takeAttempt(db, [TOTAL], now)).taken) {
      log.warn('text messages: the daily total of rides is used up', { total: TOTAL.max })
      return 'stop'
    }
    if (await claimSms(db, due, now)) return attempt({ ...due, tries: due.tries + 1 }, phone, now)
    await giveBackAttempt(db, [TOTAL], now)
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
    await giveBackAttempt(db, [TOTAL], now)
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
    if (clock.now() >= departureOf(due)) return ok(null)
    const groupId = String(params.carpoolId ?? params.tripId) as GroupId
    const found = await asOneRequest(requestFields(), () => objects.of(groupId).snapshot(groupId))
    if (!found.ok) return found
    if (!found.value || !isTexted(code)) return ok(null)
    const version = code === 'carWithdrawn' ? null : Number(params.version)
    const car = carForSms(found.value.state, { participantId: placeOf(due), version })
    return ok(car && rideSmsText(getT(language ?? 'zh'), code, car, departureOf(due)))
  }

  async function sweepAll(): Promise<number> {
    const dues = await listDueSms(db, { now: clock.now(), limit: SWEEP_MAX })
    if (dues.length === 0) return 0
    if ((await settings.read()).rideSms === 0) {
      await skipWaitingSms(db)
      return dues.length
    }
    let dealt = 0
    for (const due of dues) {
      const how = await deal(due).catch((error: unknown): Dealt => {
        log.error('a text message could not be dealt with', error, { notice: due.code })
        return 'left'
      })
      if (how === 'stop') break
      if (how === 'done') dealt++
    }
    return dealt
  }

  return {
    /** Sends the text messages that are due; never throws. Returns how many were dealt with. */
    async sweep(): Promise<number> {
      try {
        return await sweepAll()
      } catch (error) {
        log.error('rides could not be told of by text message', error)
        return 0
      }
    },
  }
}
