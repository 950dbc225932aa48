import {
  addDays,
  type Instant,
  type LondonDay,
  londonWall,
  parseTime,
  startOfLondonDay,
} from './time.ts'

/** The parts of a day that a list can be narrowed to. */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof DAY_PARTS)[number]

const NOON = '12:00'
const EVENING = '18:00'

/** A usual time in each part, for a form that is filled in from a search. */
export const USUAL_TIME: Record<DayPart, string> = {
  morning: '09:00',
  afternoon: '15:00',
  evening: '19:00',
}

/** The times of each part, for a form that asks for a range. */
export const PART_TIMES: Record<DayPart, { from: string; to: string }> = {
  morning: { from: '06:00', to: NOON },
  afternoon: { from: NOON, to: EVENING },
  evening: { from: EVENING, to: '23:00' },
}

/** The span of a London day, or of a part of it. */
export function spanOfDay(day: LondonDay, part?: DayPart): { from: Instant; before: Instant } {
  const [start, end] = [startOfLondonDay(day), startOfLondonDay(addDays(day, 1))]
  if (part === 'morning') return { from: start, before: timeOn(day, NOON) }
  if (part === 'afternoon') return { from: timeOn(day, NOON), before: timeOn(day, EVENING) }
  return { from: part === 'evening' ? timeOn(day, EVENING) : start, before: end }
}

/** Morning, afternoon or evening in London. */
export const partAt = (at: Instant): DayPart => {
  const time = londonWall(at).slice(11)
  return time < NOON ? 'morning' : time < EVENING ? 'afternoon' : 'evening'
}

/** Clocks change at night, so these times exist on every day. */
function timeOn(day: LondonDay, time: string): Instant {
  const parsed = parseTime(`${day}T${time}`)
  if (!parsed.ok) throw new Error(`no such time: ${day} ${time}`)
  return parsed.value
}
