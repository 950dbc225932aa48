import { expiredPapers, type PapersUntil } from '#app/features/ride/rules/day-sheet.ts'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { is } from '#app/group/rules/status.ts'
import { DEPARTS_SOON_MS, DRIVE_UNTIL_MS, WEEK_DAYS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'

/** The views of the console's departures. All but `past` include groups under way. */
export const SHOWS = ['coming', 'today', 'tomorrow', 'week', 'attention', 'past'] as const
export type Show = (typeof SHOWS)[number]

/** A range of departures, without its end; null: no bound. */
export type Span = { from: Instant | null; until: Instant | null }

/** The range of a view. Days are London days, whatever their length. */
export function spanOf(show: Exclude<Show, 'attention'>, now: Instant): Span {
  const dayAfter = (days: number) => startOfLondonDay(addDays(londonDay(now), days))
  switch (show) {
    case 'coming':
      return { from: now, until: null }
    case 'today':
      return { from: now, until: dayAfter(1) }
    case 'tomorrow':
      return { from: dayAfter(1), until: dayAfter(2) }
    case 'week':
      return { from: now, until: dayAfter(WEEK_DAYS) }
    case 'past':
      return { from: null, until: now }
  }
}

/** A confirmed place. `isDue`: it has a balance; `owes`: pence still unpaid. */
export type DeparturePlace = {
  isDue: boolean
  owes: MinorUnits
  missed: boolean
  /** Whether its changed flight awaits an administrator's decision. */
  flight: boolean
  ride: PlaceRide | null
}

/** The facts of a departure, past or coming. */
export type DepartureFacts = {
  at: Instant
  status: GroupStatus
  places: readonly DeparturePlace[]
  /** Pence missing although it goes. */
  shortfall: MinorUnits
  /** Whether a bank is deciding about a dispute of one of its payments. */
  disputed: boolean
  /** Whether one of its refunds failed and is still owed. */
  refundOwed: boolean
}

export type Crew = {
  /** The drivers' names, each once. */
  drivers: string[]
  /** Whether anybody in a group that goes ahead still has no car. */
  missing: boolean
}

/** A group's drivers. */
export function crewOf({ status, places }: Pick<DepartureFacts, 'status' | 'places'>): Crew {
  const names = places.flatMap(({ ride }) => ride?.driver.name ?? [])
  return {
    drivers: [...new Set(names)],
    missing: is(status, 'going') && places.some(({ ride }) => ride === null),
  }
}

/** Pence still to be paid in a group. */
export const outstandingIn = ({
  places,
  shortfall,
}: Pick<DepartureFacts, 'places' | 'shortfall'>): MinorUnits =>
  places.reduce((sum, { owes }) => sum + owes, shortfall)

/** Number of fully paid places among those with a balance. */
export function paidIn(places: readonly DeparturePlace[]): { paid: number; of: number } {
  const due = places.filter(({ isDue }) => isDue)
  return { paid: due.filter(({ owes }) => owes === 0).length, of: due.length }
}

/** Reasons why a group needs attention, most pressing first. */
export const ATTENTIONS = [
  'missed',
  'flight',
  'noDriver',
  'papers',
  'unpaid',
  'short',
  'refund',
  'dispute',
] as const
export type Attention = (typeof ATTENTIONS)[number]

/** Everything a group needs attention for (docs/rules.md#departures). */
export function attentionOf(
  facts: DepartureFacts,
  papersUntil: PapersUntil,
  now: Instant,
): Attention[] {
  const { at, status, places } = facts
  // A group that should have left needs them all the more.
  const goes = is(status, 'going') && now < at + DRIVE_UNTIL_MS
  const soon = goes && at < now + DEPARTS_SOON_MS
  const isTrue: Record<Attention, boolean> = {
    missed: places.some(({ missed }) => missed),
    flight: now < at + DRIVE_UNTIL_MS && places.some(({ flight }) => flight),
    noDriver: soon && crewOf(facts).missing,
    papers:
      goes &&
      places.some(({ ride }) => ride !== null && expiredPapers(ride, at, papersUntil).length > 0),
    unpaid: soon && places.some(({ owes }) => owes > 0),
    short: facts.shortfall > 0 && now < at + DRIVE_UNTIL_MS,
    refund: facts.refundOwed,
    dispute: facts.disputed,
  }
  return ATTENTIONS.filter((one) => isTrue[one])
}
