import type { Group, Place } from '#app/group/rules/state.ts'
import { minutes } from '#app/kernel/limits.ts'
import { Broken, broken } from './broken.ts'
import type { GroupHost } from './group-host.ts'

export const takesSeats = (p: Place) => p.seat !== 'gone'

export function seatsWithinCapacity(group: Group): void {
  const seated = group.participants.filter((p) => takesSeats(p) && p.seat !== 'out')
  const people = seated.reduce((sum, p) => sum + p.party.people, 0)
  if (people > group.maxPassengers)
    broken('seats within capacity', `${people} of ${group.maxPassengers} in ${group.id}`)
}

export function oneLivePlaceEach(group: Group): void {
  const live = group.participants.filter(takesSeats).map((p) => p.userId)
  if (new Set(live).size !== live.length)
    broken('one live place per user', `${live.join(' ')} in ${group.id}`)
}

/** Nothing that could be done now is left to do, and a wake-up is set for whatever is due later. */
export function nothingStuck<S extends Group>(
  host: GroupHost<S>,
  nextDue: (state: S) => number | null,
  now: number,
): void {
  for (const { name, alarmAt } of host.slots.values()) {
    const state = host.stateOf(name)
    if (!state) continue
    const outbox = host.outboxOf(name)
    if (outbox.length > 0) broken('the outbox is empty', `${name}: ${JSON.stringify(outbox)}`)
    const due = earliest(nextDue(state), host.boardOf(name).dueAt)
    if (due !== null && due <= now) broken('nothing is overdue', `${name} since ${due}`)
    if (state.participants.some((p) => p.seat === 'lapsing')) broken('nothing is undecided', name)
    if (alarmAt !== null && alarmAt < now - minutes(1)) broken('no alarm is overdue', name)
  }
}

/** The earlier of two times; null: neither is set. */
export const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** A row of the lists shows everything that is known. */
export function rowIsTrue(what: string, shown: object | undefined, known: object): void {
  if (!shown)
    throw new Broken(
      `the read model equals the objects: no row of ${what} ${JSON.stringify(known)}`,
    )
  for (const [key, value] of Object.entries(known)) {
    const seen = (shown as Record<string, unknown>)[key]
    if (JSON.stringify(seen) !== JSON.stringify(value))
      broken(
        'the read model equals the objects',
        `${what}.${key} shows ${JSON.stringify(seen)}, is ${JSON.stringify(value)}`,
      )
  }
}
