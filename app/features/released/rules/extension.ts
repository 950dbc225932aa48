import { depositPartOf, remainderOf } from '#app/group/rules/balance.ts'
import type { Extension } from '#app/group/rules/extension.ts'
import type { Rules, Sale } from '#app/group/rules/rules.ts'
import { type Group, type Place, releasedPeople, roomIn } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { Instant } from '#app/kernel/time.ts'

/**
 * Seats that a complete group released because their balance was not paid in time. Others can take
 * them by paying deposit and balance together (docs/rules.md#released-seats).
 */

/** Until when the group's released seats can be taken; null if it has none. */
export const releasedUntil = <S extends Group>(rules: Rules<S>, state: S): Instant | null =>
  is(state.status, 'complete') && releasedPeople(state) > 0 ? rules.releasedUntil(state) : null

/**
 * Number of released seats that nobody has or holds and that the assigned cars can carry. Does not
 * depend on the time.
 */
export function releasedSeats<S extends Group>(rules: Rules<S>, state: S): number {
  if (releasedUntil(rules, state) === null) return 0
  return Math.max(0, roomIn(state))
}

/** A complete group sells released seats in full: deposit and balance, at the others' price. */
export function saleOf(rules: Rules, state: Group): Sale | null {
  if (!is(state.status, 'complete')) return null
  return {
    until: releasedUntil(rules, state) ?? state.cutoffAt,
    free: releasedSeats(rules, state),
    priceFor(party) {
      const owed = rules.owedBy(state, { party } as Place)
      return owed === null ? undefined : depositPartOf(owed) + remainderOf(owed)
    },
  }
}

/** Released seats of a complete group (docs/rules.md#released-seats), derived from its state. */
export const released = {
  name: 'released',
  events: {},
  evolve: (slice) => slice,
  sale: saleOf,
} satisfies Extension<never, never, never>
