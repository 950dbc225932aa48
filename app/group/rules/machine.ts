import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { GroupCommand } from './command.ts'
import { decideCancelGroup, decideRefundPlace } from './decide-cancel.ts'
import { decideExit, decideGiveUp, decideHold } from './decide-join.ts'
import {
  decideAttach,
  decideBeginBalance,
  decidePointsReserved,
  decideRenewalFailed,
} from './decide-pay.ts'
import { dueEvents, nextDue } from './due.ts'
import type { Effect } from './effect.ts'
import { effectsOf } from './effects-of.ts'
import { evolve } from './evolve.ts'
import { type AnyCommand, type AnyEvent, EXTENSIONS } from './extensions.ts'
import type { Rules } from './rules.ts'
import { decideSettle } from './settle.ts'
import type { Group } from './state.ts'
import type { GroupStatus } from './status.ts'

/**
 * One step of time may lead to another (a cutoff to a day that is over); it always ends long before
 * this.
 */
const ROUNDS_MAX = 100

/** The outcome of a command: events, the state after them, and work in the outside world. */
export type Outcome<S extends Group> = { events: AnyEvent[]; state: S | null; effects: Effect[] }

/** The logic of one kind of group. Pure. */
export type Machine<S extends Group, Command> = {
  /**
   * Takes the state (null: nothing has happened yet), a command and the time. Returns the outcome,
   * or why the command is refused. What is due by `now` is applied first, so a late alarm changes
   * no answer.
   */
  decide(state: S | null, command: Command, now: Instant): Result<Outcome<S>>
  /** When time alone will next change this group; null: never. */
  nextDue(state: S): Instant | null
}

/**
 * Builds the machine of one kind of group: the common logic, with the kind's own rules. `decideOwn`
 * answers the commands only this kind has (such as a draft) and returns null for the others.
 */
export function createMachine<S extends Group, Own extends { type: string }>(
  rules: Rules<S>,
  decideOwn: (state: S | null, command: Own, now: Instant) => Result<AnyEvent[]> | null,
): Machine<S, AnyCommand<S['participants'][number]['party']> | Own> & {
  /** Applies given events. */
  apply(state: S | null, events: readonly AnyEvent[]): Outcome<S>
} {
  type Command = AnyCommand<S['participants'][number]['party']> | Own

  /** Applies events one by one. Effects of each are worked out on the state right after it. */
  function recordFrom(before: S | null) {
    const decided: Outcome<S> = { events: [], state: before, effects: [] }
    return {
      decided,
      add(event: AnyEvent): void {
        const state = evolve(decided.state, event)
        decided.events.push(event)
        decided.state = state
        if (state) decided.effects.push(...effectsOf(rules, event, state))
      },
    }
  }

  /** Adds the events due by `now` and the status changes that follow, until nothing is due. */
  function passTime({ decided, add }: ReturnType<typeof recordFrom>, now: Instant): void {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      if (!decided.state) return
      const due = dueEvents(rules, decided.state, now)
      due.forEach(add)
      const { cancelled, status } = decided.state
      const to = cancelled === null ? rules.nextStatus(decided.state, now) : 'CANCELLED'
      // Seats that have come free are offered before the group would open to everyone.
      const reactions = reactionsTo(rules, decided.state, to, now)
      reactions.forEach(add)
      if (reactions.length > 0) continue
      if (to !== status) add({ type: 'statusChanged', to, at: now })
      else if (due.length === 0) return
    }
    throw new Error('a group does not come to rest')
  }

  function decideCommand(state: S | null, command: Command, now: Instant): Result<AnyEvent[]> {
    for (const { decide } of EXTENSIONS) {
      const decided = state && decide?.(rules, state, command as AnyCommand, now)
      if (decided) return decided
    }
    const own = decideOwn(state, command as Own, now)
    if (own) return own
    if (!state) return fail(command.type === 'hold' ? 'invalidCarpool' : 'notFound')
    return decideCommon(rules, state, command as GroupCommand, now)
  }

  return {
    decide(state, command, now) {
      const record = recordFrom(state)
      passTime(record, now)
      const asked = decideCommand(record.decided.state, command, now)
      if (!asked.ok) return asked
      const { state: before } = record.decided
      asked.value.forEach(record.add)
      if (before) completing(rules, before, asked.value).forEach(record.add)
      alsoAsked(record.decided.state, command, now).forEach(record.add)
      passTime(record, now)
      return ok(record.decided)
    },
    apply(state, events) {
      const { decided, add } = recordFrom(state)
      events.forEach(add)
      return decided
    },
    nextDue: (state) => nextDue(rules, state),
  }
}

function decideCommon(
  rules: Rules,
  state: Group,
  command: GroupCommand,
  now: Instant,
): Result<AnyEvent[]> {
  switch (command.type) {
    case 'hold':
      return decideHold(rules, state, command, now)
    case 'attachIntent':
      return decideAttach(rules, state, command, now)
    case 'settle':
      return decideSettle(state, command.facts, now)
    case 'giveUp':
      return decideGiveUp(state, command)
    case 'exit':
      return decideExit(rules, state, command, now)
    case 'beginBalance':
      return decideBeginBalance(rules, state, command, now)
    case 'pointsReserved':
      return decidePointsReserved(state, command)
    case 'renewalFailed':
      return decideRenewalFailed(state, command)
    case 'cancelGroup':
      return decideCancelGroup(rules, state, command, now)
    case 'refundPlace':
      return decideRefundPlace(state, command, now)
    case 'leaveFeatures':
      return ok(EXTENSIONS.flatMap(({ leave }) => leave?.(state, command.userId, now) ?? []))
    case 'tick':
      return ok([])
    default:
      // A command of another kind of group.
      return fail('notFound')
  }
}

/** The events of the first feature that reacts now; the others wait for their turn. */
function reactionsTo(rules: Rules, state: Group, to: GroupStatus, now: Instant): AnyEvent[] {
  for (const { react } of EXTENSIONS) {
    const events = react?.(rules, state, to, now) ?? []
    if (events.length > 0) return events
  }
  return []
}

const alsoAsked = (state: Group | null, command: { type: string }, now: Instant): AnyEvent[] =>
  state ? EXTENSIONS.flatMap(({ also }) => also?.(state, command, now) ?? []) : []

const completing = (rules: Rules, state: Group, decided: AnyEvent[]): AnyEvent[] =>
  EXTENSIONS.flatMap(({ complete }) => complete?.(rules, state, decided) ?? [])
