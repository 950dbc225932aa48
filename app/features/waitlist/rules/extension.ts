import type { Extension } from '#app/group/rules/extension.ts'
import {
  WAITLIST,
  type WaitCommand,
  type WaitEvent,
  type Waitlist,
  waitlistOf,
} from './wait-event.ts'
import {
  decideUnwait,
  effectsOfWaiting,
  evolveWaitlist,
  factsOf,
  isWaitEvent,
  nextOfferEnd,
  WAIT_EVENTS,
  waitEvents,
} from './waitlist.ts'

/** The waitlist of a group (docs/rules.md#waitlist). */
export const waitlist = {
  name: WAITLIST,
  events: WAIT_EVENTS,
  evolve: (slice, event, state) =>
    isWaitEvent(event) ? evolveWaitlist(waitlistOf(state), event) : slice,
  facts: factsOf,
  decide: (_, state, command, now) =>
    command.type === 'unwait' ? decideUnwait(state, command.userId, now) : null,
  due(_, state) {
    const at = nextOfferEnd(state)
    return at === null ? [] : [{ at }]
  },
  react: waitEvents,
  effects: (rules, event, state) =>
    isWaitEvent(event) ? effectsOfWaiting(rules, event, state) : [],
  leave(state, userId, now) {
    const left = decideUnwait(state, userId, now)
    return left.ok ? left.value : []
  },
} satisfies Extension<Waitlist, WaitEvent, WaitCommand>
