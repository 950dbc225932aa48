import type { LeaveReason } from '#app/group/rules/state.ts'
import { type Fact, is } from '#app/group/rules/status.ts'
import { DRIVE_UNTIL_MS, hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { carTask, offerTask, type ToDo, tripTask } from '#app/reminders/rules/task.ts'
import type { Case, Notice, NoticeParams, NoticeTone, Reach } from './notice.ts'

/** Makes records of notices with a given reach. */
const reaching =
  (reach: Reach) =>
  <P = NoticeParams>(
    tone: NoticeTone,
    holds: Notice<P>['holds'],
    more: Omit<Notice<P>, 'tone' | 'reach' | 'holds'> = {},
  ): Notice<P> => ({ tone, reach, holds, ...more })
export const security = reaching('security')
export const money = reaching('money')
export const usual = reaching('usual')

/** The facts that records of notices check, whatever their parameters. */
type About = Case<object>

/**
 * A refund "on its way" shows on any card within REFUND_WORKING_DAYS, which is 14 calendar days.
 */
const ON_ITS_WAY_MS = hours(14 * 24)

/** Whether all of these hold. */
export const all =
  <A extends About>(...these: ((about: A) => boolean)[]) =>
  (about: A): boolean =>
    these.every((holds) => holds(about))

export const placeFactsOf = ({ car, trip }: Pick<About, 'car' | 'trip'>) => car ?? trip
export const startOf = ({ car, trip }: About): Instant => car?.carpoolAt ?? trip?.tripStartAt ?? 0
export const isAhead = (about: About) => about.now < startOf(about)
export const isTaken = (about: About) => placeFactsOf(about)?.seat === 'taken'
export const isOnItsWay = ({ createdAt, now, isRefundOwed }: About) =>
  now < createdAt + ON_ITS_WAY_MS && !isRefundOwed
export const hasLeft =
  (...why: LeaveReason[]) =>
  (about: About): boolean =>
    why.some((reason) => placeFactsOf(about)?.leaving === reason)
export const isGroup =
  (...facts: Fact[]) =>
  (about: About): boolean => {
    const place = placeFactsOf(about)
    return place !== null && is(place.status, ...facts)
  }
/** The student is in a group that has not left yet. */
export const isGoing = all(isTaken, isAhead)
/** News of a ride matter past its departure: a late car is news then. */
export const isRideNews = (about: About): boolean =>
  isTaken(about) && about.now < startOf(about) + DRIVE_UNTIL_MS
/** A shared carpool with every seat taken, or a trip that goes ahead. */
export const isComplete = all(isGoing, isGroup('complete'))
/** Whether people may still join and leave. */
export const isOpen = (about: About): boolean =>
  isGroup('open')(about) && about.now < (placeFactsOf(about)?.cutoffAt ?? 0)

/** The task of the notice's subject, as on every page (app/reminders/rules/task.ts). */
function toDoOf({ car, trip, other, now }: About): ToDo | null {
  const task = car ? carTask(car, now) : trip ? tripTask(trip, now) : other && offerTask(other, now)
  return task?.what ?? null
}
export const asksFor = (about: About, ...any: ToDo[]): ToDo | false => {
  const toDo = toDoOf(about)
  return toDo && any.includes(toDo) ? toDo : false
}
export const DEPOSITS = ['deposit', 'depositTaken'] as const

/** The balance, or a deposit that has to be paid again before it. */
export const owes = (about: About): ToDo | false =>
  placeFactsOf(about)?.paymentStatus !== 'PAID' && asksFor(about, 'balance', ...DEPOSITS)
