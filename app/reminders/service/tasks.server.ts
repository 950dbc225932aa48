import { formatOf } from '#app/i18n/format.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { requestKind } from '#app/i18n/status-words.ts'
import { hours } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { taskLabel } from '#app/notices/service/notice-texts.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { selectTaskRows, type TaskRow } from '#app/reminders/rows/tasks.server.ts'
import {
  carTask,
  offerTask,
  orderTask,
  requestTask,
  type Task,
  tripTask,
} from '#app/reminders/rules/task.ts'

/** A task for one booking, in words. */
export type TaskWords = Pick<Task, 'what' | 'due'> & {
  id: string
  /** The booking's ids on pages: a page about the booking does not show its task. */
  about: string[]
  /** The day and the booking. */
  headline: string
  /** The task with the amount, as the label of the link to its page. */
  label: string
  to: string
  /** The trip and its start; null: the task is about something else. */
  trip: { id: string; name: string; startAt: Instant } | null
}

/**
 * The longest time after departure that a task can last: to the end of that day, which may have 25
 * hours.
 */
const AFTER_START_MS = hours(25)

/**
 * A student's tasks, the most urgent first: the one list for the bar on every page and for *My
 * trips*. Emails about a booking use it too.
 */
export async function readTasks(
  { clock, db }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
  t: T,
): Promise<TaskWords[]> {
  const now = clock.now()
  const select = selectTaskRows(db, { viewer, now, startsAfter: now - AFTER_START_MS })
  const rows = (await batchRead(db, select)) as TaskRow[]
  return rows.flatMap((row) => wordsOf(row, t, now)).toSorted(byUrgency)
}

/** Keeps the order of tasks with the same deadline equal on every page. */
const byUrgency = (a: TaskWords, b: TaskWords): number =>
  a.due - b.due || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function wordsOf(row: TaskRow, t: T, now: Instant): TaskWords[] {
  const task = taskOf(row, now)
  if (!task) return []
  const { what, due } = task
  return [{ what, due, label: taskLabel(t, task), ...subjectOf(row, t), ...targetOf(row, task) }]
}

function taskOf(row: TaskRow, now: Instant): Task | null {
  switch (row.kind) {
    case 'carpool':
      return carTask(row.facts, now)
    case 'trip':
      return tripTask(row.facts, now)
    case 'offer':
      return offerTask(row.facts, now)
    case 'order':
      return orderTask(row.facts, now)
    case 'request':
      return requestTask(row.facts)
  }
}

type Subject = Pick<TaskWords, 'headline' | 'trip'>

function subjectOf({ kind, facts }: TaskRow, t: T): Subject {
  const format = formatOf(t)
  if (kind === 'order') {
    const name = t(`notices:ticket.${facts.kind}`)
    return { headline: `${format.day(facts.sendDate)} ${name}`, trip: null }
  }
  if (kind === 'request') return { headline: requestKind(t, facts.about), trip: null }
  const day = format.date(facts.startsAt)
  if (kind === 'trip') {
    const trip = { id: facts.groupId, name: facts.tripName, startAt: facts.startsAt }
    return { headline: `${day} ${facts.tripName}`, trip }
  }
  const airport = t === getT('zh') ? facts.airportNameZh : facts.airportNameEn
  return { headline: `${day} ${t(`carpool:route.${facts.tripType}`, { airport })}`, trip: null }
}

type TaskTarget = Pick<TaskWords, 'id' | 'about' | 'to'>

function targetOf({ kind, facts }: TaskRow, { what }: Task): TaskTarget {
  if (kind === 'order') return at(facts.orderId, payAt('base', facts.orderId))
  if (kind === 'request') return at(facts.requestId, payAt('request', facts.requestId))
  const { groupId } = facts
  if (kind === 'offer') return at(groupId, `/carpool/${groupId}/join`)
  const { participantId } = facts
  const path = groupPath(what, kind === 'trip' ? groupId : participantId)
  return { id: participantId, about: [participantId, groupId], to: path }
}

const at = (id: string, to: string): TaskTarget => ({ id, about: [id], to })
const payAt = (purpose: 'deposit' | 'balance' | 'base' | 'request', id: string) =>
  `/pay/${purpose}-${id}`

function groupPath(what: Task['what'], id: string): string {
  if (what === 'choice') return `/carpool/record/${id}`
  return payAt(what === 'balance' ? 'balance' : 'deposit', id)
}
