import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
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
import type { Event } from './event.ts'
import { evolve, evolveAll } from './evolve.ts'
import type { Rules } from './rules.ts'
import { decideSettle } from './settle.ts'
import { decideAcceptShortfall } from './shortfall.ts'
import type { Group } from './state.ts'

/**
 * One step of time may lead to another (a cutoff to a day that is over); it always ends long before
 * this.
 */
const ROUNDS_MAX = 100

/** The logic of one kind of group. Pure. */
export type Machine<S extends Group, Command> = {
  /**
   * Takes the state (null: nothing has happened yet), a command and the time; returns the events
   * that follow, or why the command is refused. Anything time has done by `now` is applied first,
   * so a late alarm never changes an answer.
   */
  decide(state: S | null, command: Command, now: Instant): Result<Event[]>
  /** When this group next changes through time alone; null: never. */
  nextDue(state: S): Instant | null
  /** The effects of one event; `state` is the state right after it. */
  effectsOf(event: Event, state: S): Effect[]
}

/**
 * Builds the machine of one kind of group: the common logic, with the kind's own rules. `decideOwn`
 * answers the commands only this kind has (such as a draft) and returns null for the others.
 */
export function createMachine<S extends Group, Own extends { type: string }>(
  rules: Rules<S>,
  decideOwn: (state: S | null, command: Own, now: Instant) => Result<Event[]> | null,
): Machine<S, GroupCommand<S['participants'][number]['party']> | Own> {
  type Command = GroupCommand<S['participants'][number]['party']> | Own

  /** What time has done by `now`, and the status changes that follow, until nothing is due. */
  function passTime(state: S, now: Instant): Event[] {
    const all: Event[] = []
    let current = state
    const add = (event: Event) => {
      all.push(event)
      current = evolve(current, event)
    }
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const due = dueEvents(rules, current, now)
      due.forEach(add)
      const to = current.cancelled === null ? rules.nextStatus(current, now) : 'CANCELLED'
      if (to !== current.status) add({ type: 'statusChanged', to, at: now })
      else if (due.length === 0) return all
    }
    throw new Error('a group does not come to rest')
  }

  function decideCommand(state: S | null, command: Command, now: Instant): Result<Event[]> {
    const own = decideOwn(state, command as Own, now)
    if (own) return own
    if (!state) return fail(command.type === 'hold' ? 'invalidCarpool' : 'notFound')
    return decideCommon(rules, state, command as GroupCommand, now)
  }

  return {
    decide(state, command, now) {
      const due = state ? passTime(state, now) : []
      const current = evolveAll(state, due)
      const decided = decideCommand(current, command, now)
      if (!decided.ok) return decided
      const after = evolveAll(current, decided.value)
      return ok([...due, ...decided.value, ...(after ? passTime(after, now) : [])])
    },
    nextDue: (state) => nextDue(rules, state),
    effectsOf: (event, state) => effectsOf(rules, event, state),
  }
}

function decideCommon(
  rules: Rules,
  state: Group,
  command: GroupCommand,
  now: Instant,
): Result<Event[]> {
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
      return decideCancelGroup(state, command, now)
    case 'refundPlace':
      return decideRefundPlace(state, command, now)
    case 'acceptShortfall':
      return decideAcceptShortfall(rules, state, command, now)
    case 'tick':
      return ok([])
    default:
      // A command of another kind of group.
      return fail('notFound')
  }
}
