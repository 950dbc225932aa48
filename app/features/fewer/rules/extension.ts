import type { GroupCommand } from '#app/group/rules/command.ts'
import type { Effect } from '#app/group/rules/effect.ts'
import type { Event } from '#app/group/rules/event.ts'
import type { Extension } from '#app/group/rules/extension.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import {
  confirmedOf,
  findParticipant,
  type Group,
  ownPlace,
  type Place,
  placeOf,
} from '#app/group/rules/state.ts'
import { type GroupStatus, is } from '#app/group/rules/status.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  FEWER,
  FEWER_VERSION,
  type FewerCommand,
  type FewerEvent,
  type Fewers,
  fewerOf,
} from './fewer-event.ts'
import { checkFewer, type FewerPrice, largestSet } from './fewer-set.ts'

const EVENTS: Record<FewerEvent['type'], true> = { fewerAgreed: true, fewerStopped: true }

function evolve(all: Fewers, event: FewerEvent | Event): Fewers {
  // A draft has other prices now; whoever sends it says again what they accept.
  if (event.type === 'draftChanged') return {}
  if (event.type !== 'fewerAgreed' && event.type !== 'fewerStopped') return all
  const { participantId: id } = event
  const { [id]: _, ...others } = all
  if (event.type === 'fewerStopped') return others
  const { most, version, at } = event
  return { ...others, [id]: { most, version, at } }
}

/**
 * The places that would go if it were the cutoff; null: none. Only places whose deposit is held:
 * one that the bank has released could not be charged.
 */
function goingOf(rules: Rules, state: Group): { place: Place; people: number }[] | null {
  const prices = rules.pricesOf(state)
  if (!prices || !is(state.status, 'open')) return null
  const places = confirmedOf(state)
    .filter(({ deposit }) => deposit.state === 'held')
    .map((place) => {
      const { people } = place.party
      return { place, people, most: fewerOf(state, place.id)?.most ?? null }
    })
  return largestSet(places, { prices, maxPassengers: state.maxPassengers })
}

/** At how many people it would go now, and the price per person of so many; null: it would not. */
export function goesNow(rules: Rules, state: Group): FewerPrice | null {
  const people = goingOf(rules, state)?.reduce((sum, one) => sum + one.people, 0)
  const price = people && rules.pricesOf(state)?.[people - 1]
  return people && price ? { people, price } : null
}

/** Instead of failing, it goes with those who accept it. After its departure nobody could pay. */
function react(rules: Rules, state: Group, to: GroupStatus, now: Instant): Event[] {
  if (!is(to, 'failed') || now >= rules.departureAt(state)) return []
  const going = goingOf(rules, state)
  if (!going) return []
  const ids = going.map(({ place }) => place.id)
  const people = going.reduce((sum, one) => sum + one.people, 0)
  const out = confirmedOf(state).flatMap(({ id }) => (ids.includes(id) ? [] : id))
  return [{ type: 'wentWithFewer', people, of: state.maxPassengers, out, at: now }]
}

/** Why a place cannot say now what it accepts; null: it can. */
function refuse(state: Group, p: Place, now: Instant): ErrorCode | null {
  if (now >= state.cutoffAt) return 'cutoffPassed'
  const isOpen = is(state.status, 'open', 'draft') && (p.seat === 'held' || p.seat === 'taken')
  return isOpen ? null : 'notOpen'
}

/** The events of an answer; none if it changes nothing. */
function answered(state: Group, p: Place, most: number | null, at: Instant): FewerEvent[] {
  const own = fewerOf(state, p.id)
  const about = { participantId: p.id, at }
  if (most === null) return own ? [{ type: 'fewerStopped', ...about }] : []
  if (own?.most === most && own.version === FEWER_VERSION) return []
  return [{ type: 'fewerAgreed', ...about, most, version: FEWER_VERSION }]
}

/** The owner ticks it, changes it or takes it back, until the cutoff. */
function decideAnswer(
  rules: Rules,
  state: Group,
  { participantId, userId, most }: FewerCommand,
  now: Instant,
): Result<FewerEvent[]> {
  const p = ownPlace(state, participantId, userId)
  if (!p) return fail('notFound')
  const events = answered(state, p, most, now)
  if (events.length === 0) return ok([])
  const refused = refuse(state, p, now)
  if (refused) return fail(refused, { context: 'fewer' })
  return checkAgainst(rules, state, most) ?? ok(events)
}

/** A group of another kind has no such prices. */
function checkAgainst(rules: Rules, state: Group, most: number | null = null) {
  const prices = rules.pricesOf(state) ?? []
  return checkFewer({ prices, maxPassengers: state.maxPassengers }, most)
}

function decide(
  rules: Rules,
  state: Group,
  command: FewerCommand | GroupCommand,
  now: Instant,
): Result<FewerEvent[]> | null {
  if (command.type === 'agreeFewer') return decideAnswer(rules, state, command, now)
  if (command.type !== 'hold' || !is(state.status, 'open')) return null
  return checkAgainst(rules, state, command.fewer)
}

/** What a form that holds seats says besides. A released seat is paid in full at once. */
function also(state: Group, command: { type: string }, now: Instant): FewerEvent[] {
  if (command.type !== 'hold' && command.type !== 'draft') return []
  const { userId, fewer } = command as Extract<GroupCommand, { type: 'hold' }>
  const p = placeOf(state, userId)
  if (fewer === undefined || !p || refuse(state, p, now)) return []
  return answered(state, p, fewer, now)
}

/** Those it went without are told as those of a failed car. */
function effects(rules: Rules, event: FewerEvent | Event, state: Group): Effect[] {
  if (event.type !== 'wentWithFewer') return []
  const { people } = event
  return event.out.flatMap((id) => {
    const p = findParticipant(state, id)
    return p ? noticeOf(rules, state, p, 'groupFailed', '', { people }) : []
  })
}

/** A car that goes with fewer people (docs/rules.md#going-with-fewer). */
export const fewer = {
  name: FEWER,
  events: EVENTS,
  evolve(slice, event) {
    const after = evolve(slice ?? {}, event)
    return slice || Object.keys(after).length > 0 ? after : slice
  },
  decide,
  also,
  react,
  placeRow: (_, state, p) => ({ fewer: fewerOf(state, p.id) ?? null }),
  effects,
} satisfies Extension<Fewers, FewerEvent, FewerCommand>
