import { expiredPapers, type PapersUntil } from '#app/features/ride/rules/day-sheet.ts'
import type { PlaceRide } from '#app/features/ride/rules/ride-state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import { is } from '#app/group/rules/status.ts'
import { DEPARTS_SOON_MS, DRIVE_UNTIL_MS, WEEK_DAYS } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'

/**
 * The views of the console's departures: from now on with what is under way, unless it is `past`.
 */
export const SHOWS = ['coming', 'today', 'tomorrow', 'week', 'attention', 'past'] as const
export type Show = (typeof SHOWS)[number]

/** From when until when, without its end; null: no bound. */
export type Span = { from: Instant | null; until: Instant | null }

/** Which departures a view has. Days are London days, whatever their length. */
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

/** A confirmed place. `isDue`: it has a balance; `owes`: what is still to be paid for it. */
export type DeparturePlace = {
  isDue: boolean
  owes: MinorUnits
  missed: boolean
  /** Whether its changed flight waits for an administrator. */
  flight: boolean
  ride: PlaceRide | null
}

/** What is known of a group that leaves, or has left. */
export type DepartureFacts = {
  at: Instant
  status: GroupStatus
  places: readonly DeparturePlace[]
  /** Pence missing although it goes. */
  shortfall: MinorUnits
  /** Whether the bank is deciding about one of its payments. */
  disputed: boolean
  /** Whether one of its refunds failed and is still owed. */
  refundOwed: boolean
}

export type Crew = {
  /** The drivers' names, each once. */
  drivers: string[]
  /** Whether somebody in a group that goes has no car yet. */
  missing: boolean
}

/** Who drives a group. */
export function crewOf({ status, places }: Pick<DepartureFacts, 'status' | 'places'>): Crew {
  const names = places.flatMap(({ ride }) => ride?.driver.name ?? [])
  return {
    drivers: [...new Set(names)],
    missing: is(status, 'going') && places.some(({ ride }) => ride === null),
  }
}

/** What is still to be paid in a group. */
export const outstandingIn = ({
  places,
  shortfall,
}: Pick<DepartureFacts, 'places' | 'shortfall'>): MinorUnits =>
  places.reduce((sum, { owes }) => sum + owes, shortfall)

/** How many of the places with a balance have paid all of it. */
export function paidIn(places: readonly DeparturePlace[]): { paid: number; of: number } {
  const due = places.filter(({ isDue }) => isDue)
  return { paid: due.filter(({ owes }) => owes === 0).length, of: due.length }
}

/** Why a group needs somebody to look at it, the most pressing first. */
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
  // One that should have left needs them all the more.
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
