import { fail, ok, type Result } from '../result.ts'
import type { Instant } from '../time.ts'
import type { Command } from './command.ts'
import {
  decideCancelFailed,
  decideConvert,
  decideEdit,
  decideExit,
  decideOpenPrivate,
} from './decide-after.ts'
import { decideDraft, decideGiveUp, decideHold } from './decide-join.ts'
import { decideAttach, decideBeginBalance, decidePointsReserved, decideRenewalFailed } from './decide-pay.ts'
import { dueEvents, nextStatus } from './due.ts'
import type { Event } from './event.ts'
import { evolve, evolveAll } from './evolve.ts'
import { decideSettle } from './settle.ts'
import type { CarpoolState } from './state.ts'

export type Decide = typeof decide

/** One step of time may lead to another (a cutoff to a day that is over); it ends long before this. */
const ROUNDS_MAX = 100

/**
 * The rules of a carpool (SPEC sections 4 and 5, DESIGN section 3), pure. Takes the state (null:
 * nothing has happened yet), a command and the time; gives the events that follow, or why it is
 * refused. What time has done by `now` is applied first, so a late alarm changes no answer.
 */
export function decide(state: CarpoolState | null, command: Command, now: Instant): Result<Event[]> {
  const due = state ? passTime(state, now) : []
  const current = evolveAll(state, due)
  const decided = decideCommand(current, command, now)
  if (!decided.ok) return decided
  const after = evolveAll(current, decided.value)
  return ok([...due, ...decided.value, ...(after ? passTime(after, now) : [])])
}

/** What time has done by `now`, and the changes of status that follow, until nothing is due. */
function passTime(state: CarpoolState, now: Instant): Event[] {
  const all: Event[] = []
  let current = state
  const add = (event: Event) => {
    all.push(event)
    current = evolve(current, event)
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const due = dueEvents(current, now)
    due.forEach(add)
    const to = nextStatus(current, now)
    if (to !== current.status) add({ type: 'statusChanged', to })
    else if (due.length === 0) return all
  }
  throw new Error('a carpool does not come to rest')
}

function decideCommand(state: CarpoolState | null, command: Command, now: Instant): Result<Event[]> {
  if (command.type === 'draft') return decideDraft(state, command, now)
  if (command.type === 'openPrivate') return decideOpenPrivate(state, command, now)
  if (!state) return fail(command.type === 'hold' ? 'invalidCarpool' : 'notFound')
  switch (command.type) {
    case 'hold':
      return decideHold(state, command, now)
    case 'attachIntent':
      return decideAttach(state, command, now)
    case 'settle':
      return decideSettle(state, command.facts, now)
    case 'giveUp':
      return decideGiveUp(state, command)
    case 'exit':
      return decideExit(state, command, now)
    case 'editInfo':
      return decideEdit(state, command, now)
    case 'convert':
      return decideConvert(state, command, now)
    case 'cancelFailed':
      return decideCancelFailed(state, command, now)
    case 'beginBalance':
      return decideBeginBalance(state, command, now)
    case 'pointsReserved':
      return decidePointsReserved(state, command)
    case 'renewalFailed':
      return decideRenewalFailed(state, command)
    case 'tick':
      return ok([])
  }
}
