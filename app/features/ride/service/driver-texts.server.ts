import { readSettings } from '#app/catalog/service/settings.server.ts'
import { digestOf, driverTextId } from '#app/features/ride/object.ts'
import {
  changeDriverText,
  countUntold,
  type DriverText,
  dropDriverTexts,
  findDriverText,
  listDueDriverTexts,
  purgeDriverTexts as purge,
} from '#app/features/ride/rows/driver-texts.server.ts'
import { jobsOf } from '#app/features/ride/rules/driver-job.ts'
import type { Car } from '#app/features/ride/rules/ride-state.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { getT } from '#app/i18n/server.ts'
import { canBeTexted, internationalPhone, isUkMobile, localPhone } from '#app/kernel/account.ts'
import type { GroupId } from '#app/kernel/id.ts'
import {
  DRIVE_UNTIL_MS,
  DRIVER_SMS_PER_DAY,
  DRIVER_TEXTS_KEPT_MS,
  hours,
  minutes,
  RIDE_SMS_LATE_MS,
  RIDE_SMS_TRIES,
} from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import { eachByItself, type WorkOutcome } from '#app/platform/queue.server.ts'
import { asOneRequest, requestFields } from '#app/platform/request-scope.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { giveBackAttempt, takeAttempt } from '#app/platform/rows/attempts.server.ts'
import { sendFrom } from '#app/reminders/rules/reminders.ts'
import { driverSmsText } from '#app/reminders/service/sms-text.server.ts'
import { driverLinks } from './drive.server.ts'

// A driver's link, its changes and its withdrawal as text messages (docs/rules.md#text-messages):
// claimed before they are sent and retried like those of passengers (decision 0029).

/** Messages per sweep, which comes every minute. */
const SWEEP_MAX = 20
const TOTAL = {
  kind: 'driver-sms-total',
  subject: 'all',
  windowMs: hours(24),
  max: DRIVER_SMS_PER_DAY,
} as const
const QUEUE = { name: 'driverTexts', idOf: ({ id }: DriverText) => id, patience: 2 } as const

type Context = Needs<'db' | 'clock' | 'log' | 'sms' | 'config'> & Objects

async function deal(context: Context, due: DriverText): Promise<WorkOutcome> {
  const { clock, db, log } = context
  const now = clock.now()
  const end = async (state: DriverText['state'], at = now) => {
    await changeDriverText(db, due, 'waiting', { state, at })
    return 'done' as const
  }
  if (due.wanted === due.told || now >= due.meetAt + DRIVE_UNTIL_MS)
    return end(due.told === null ? 'dropped' : 'sent')
  const from = now < due.meetAt ? sendFrom(now, due.meetAt) : now
  if (from > now) return end('waiting', from)
  const phone = localPhone(due.phone)
  if (!isUkMobile(phone) || !canBeTexted(phone)) return end('skipped')
  if (!(await takeAttempt(db, [TOTAL], now)).taken) {
    log.warn('text messages: the daily total is used up', { kind: 'driver', total: TOTAL.max })
    return 'halt'
  }
  const claimed = { ...due, tries: due.tries + 1 }
  const claim = { state: 'claimed', tries: claimed.tries, at: now, told: due.wanted } as const
  const isClaimed = await changeDriverText(db, due, 'waiting', claim).catch(async (error) => {
    await giveBackAttempt(db, [TOTAL], now)
    throw error
  })
  if (isClaimed) return attempt(context, claimed, phone, now)
  await giveBackAttempt(db, [TOTAL], now)
  return 'left'
}

/** Sends a claimed message, if it is still true. `due.told`: what the driver knew before. */
async function attempt(
  context: Context,
  due: DriverText,
  phone: string,
  now: Instant,
): Promise<WorkOutcome> {
  const { log, sms, db } = context
  const text = await textOf(context, due).catch((error: unknown) => {
    log.error('a driver’s text message could not be written', error)
    return fail('internal')
  })
  const outcome =
    text.ok && text.value ? await sms.send(internationalPhone(phone), text.value) : null
  if (outcome === 'unknown') {
    log.warn('a driver’s text message may not have arrived')
    return 'later'
  }
  if (outcome === 'sent') {
    await changeDriverText(db, due, 'claimed', { state: 'sent' })
    return 'done'
  }
  await giveBackAttempt(db, [TOTAL], now)
  const { told } = due
  const retryAt = now + minutes(2 ** due.tries)
  if (text.ok && !text.value) await changeDriverText(db, due, 'claimed', { state: 'dropped', told })
  else if (due.tries < RIDE_SMS_TRIES)
    await changeDriverText(db, due, 'claimed', { state: 'waiting', at: retryAt, told })
  else {
    log.warn('a driver’s text message was given up', { tries: due.tries })
    await changeDriverText(db, due, 'claimed', { state: 'failed', told })
  }
  return 'done'
}

/** The text from the group's current state. Null: it is not true any more; another one comes. */
async function textOf(context: Context, due: DriverText): Promise<Result<string | null>> {
  const { groupId, wanted, told, meetAt, language } = due
  const found = await asOneRequest(requestFields(), () =>
    context.objects.of(groupId).snapshot(groupId),
  )
  if (!found.ok) return found
  const jobs = found.value ? jobsOf(found.value.state) : []
  const job = jobs.find(({ car }) => driverTextId(groupId, car) === due.id)
  const t = getT(language)
  if (wanted === null) return ok(job ? null : driverSmsText(t, { code: 'withdrawn', meetAt }))
  if (!job || digestOf(job) !== wanted) return ok(null)
  const { car, people } = job
  const link = driverLinks(context, groupId, car)[language]
  const code = told === null ? 'assigned' : 'changed'
  return ok(driverSmsText(t, { code, car, people, link }))
}

/** Sends what drivers have to be told; never throws. Returns how many messages were handled. */
export async function sweepDriverTexts(context: Context): Promise<number> {
  const { db, clock, log } = context
  try {
    const items = await listDueDriverTexts(db, clock.now(), SWEEP_MAX)
    if (items.length === 0) return 0
    if ((await readSettings(context)).driverSms === 1)
      return await eachByItself(context, { ...QUEUE, items }, (due) => deal(context, due))
    await dropDriverTexts(db)
    return items.length
  } catch (error) {
    log.error('text messages to drivers could not be sent', error)
    return 0
  }
}

/** Deletes what drivers were told, some days after the ride. */
export async function purgeDriverTexts({ db, clock }: Needs<'db' | 'clock'>): Promise<void> {
  await purge(db, clock.now() - DRIVER_TEXTS_KEPT_MS)
}

/** Whether a driver was told by text message, and since when or from when. */
export type Told = { how: 'sent' | 'waiting' | 'unsent'; at: Instant }

/** What a car's driver was told by text message; null: nothing, or it is not to be sent. */
export async function readTold(
  { db, clock }: Needs<'db' | 'clock'>,
  groupId: GroupId,
  car: Pick<Car, 'id' | 'driver'>,
): Promise<Told | null> {
  const found = await findDriverText(db, driverTextId(groupId, car))
  if (!found || found.state === 'dropped') return null
  const { state, at } = found
  if (state === 'sent' || state === 'waiting') return { how: state, at }
  const isNew = state === 'claimed' && clock.now() < at + RIDE_SMS_LATE_MS
  return { how: isNew ? 'waiting' : 'unsent', at }
}

/** Number of drivers who may not have been told, and the day of the first; null: all have. */
export async function readUntold({
  db,
  clock,
}: Needs<'db' | 'clock'>): Promise<{ count: number; day: LondonDay } | null> {
  const [row] = await countUntold(db, clock.now())
  return row?.count && row.meetAt !== null ? { count: row.count, day: londonDay(row.meetAt) } : null
}
