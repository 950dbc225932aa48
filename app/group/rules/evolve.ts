import type { UserId } from '#app/kernel/id.ts'
import { newCharge } from '#app/payments/rules/charge.ts'
import {
  addStrays,
  close,
  evolveLedger,
  type LedgerEvent,
  reopen,
  type Stray,
} from '#app/payments/rules/ledger.ts'
import type { Event, PlaceEvent } from './event.ts'
import { assertKnown, isOfGroup } from './event-types.ts'
import { arrived, hold, leave, moved, replaceDeposit, withCharge } from './evolve-place.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import { isKept } from './outside.ts'
import { type Group, type Hold, NO_FACTS, NO_HOLD, type Place } from './state.ts'
import { is } from './status.ts'

/**
 * The state after one more event: any event that this or an older version has stored. One of a
 * newer version throws, and is never left out.
 */
export function evolve<S extends Group>(state: S | null, event: AnyEvent): S {
  // A kind's events are made by its own rules, so the result is a group of the same kind.
  return withFeatures(next(state, event), event) as S
}

/** Every feature sees its own events and the group's, but not the new slices of other features. */
function withFeatures(state: Group, event: AnyEvent): Group {
  const slices = { ...state.slices }
  for (const { name, events, evolve } of EXTENSIONS)
    if (isOfGroup(event) || Object.hasOwn(events, event.type)) {
      const slice = evolve(slices[name], event, state)
      if (slice !== undefined) slices[name] = slice
    }
  const after = { ...state, slices }
  const facts = EXTENSIONS.map(({ facts }) => facts?.(after))
  return { ...after, facts: Object.assign({}, NO_FACTS, ...facts) }
}

function next(state: Group | null, event: AnyEvent): Group {
  assertKnown(event)
  if (event.type === 'drafted' || event.type === 'tripDrafted')
    return { ...opened(event, 'PENDING'), private: event.terms.maxPassengers === 1 }
  if (event.type === 'privateOpened')
    return {
      ...opened(event, 'PRIVATE_PENDING_PAYMENT'),
      participants: [
        {
          ...newcomer({ ...event, holdExpiresAt: event.at }),
          seat: 'taken',
          ...event.money,
        },
      ],
      closedIntents:
        event.money.deposit.state === 'lost' ? known(event.money.deposit.intentId) : [],
    }
  if (!state) throw new Error(`a group begins with a draft, not with ${event.type}`)
  const after = isOfGroup(event) ? apply(state, event) : state
  return { ...after, version: state.version + 1 }
}

export const evolveAll = <S extends Group>(state: S | null, events: AnyEvent[]): S | null =>
  events.reduce<S | null>(evolve, state)

const known = (intentId: string | null): string[] => (intentId ? [intentId] : [])

type Opening = Extract<Event, { type: 'drafted' | 'tripDrafted' | 'privateOpened' }>

const opened = (event: Opening, status: Group['status']): Group => ({
  ...event.terms,
  id: event.type === 'tripDrafted' ? event.tripId : event.carpoolId,
  version: 1,
  status,
  cutoffAt: event.cutoffAt,
  createdAt: event.at,
  private: true,
  cancelled: null,
  completedAt: null,
  participants: [],
  strays: [],
  closedIntents: [],
  slices: {},
  facts: NO_FACTS,
})

function apply(state: Group, event: Exclude<Event, Opening>): Group {
  switch (event.type) {
    case 'draftChanged':
      return {
        ...state,
        ...event.terms,
        cutoffAt: event.cutoffAt,
        private: event.terms.maxPassengers === 1,
      }
    case 'balancePriceSet':
      return { ...state, balancePrice: event.balancePrice } as Group
    case 'groupCancelled':
      return { ...state, cancelled: { at: event.at, by: event.by, refunds: event.refunds } }
    case 'statusChanged':
      return {
        ...state,
        status: event.to,
        ...(isCompletion(state, event.to) && {
          completedAt: event.at ?? null,
        }),
      }
    case 'wentWithFewer':
      return {
        ...state,
        maxPassengers: event.people,
        openedFor: event.of,
        participants: state.participants.map((p) =>
          event.out.includes(p.id) ? { ...p, seat: 'out' } : p,
        ),
      }
    case 'seatHeld':
      return {
        ...state,
        participants: [
          ...state.participants.filter((p) => !isTrace(state, p, event.userId)),
          newcomer(event),
        ],
      }
    case 'strayFound':
    case 'moneyReturned':
    case 'refundFailed':
    case 'disputeOpened':
      return evolveLedger(state, event)
    case 'strayReturned':
      return strayReturned(evolveLedger(state, event), event)
    case 'disputeClosed': {
      const after = evolveLedger(state, event)
      return event.lost ? after : wonBack(state, after, event)
    }
    case 'placeArrived':
      return { ...state, participants: [...state.participants, arrived(event)] }
    default:
      return ofPlace(state, event)
  }
}

type Rest = Exclude<PlaceEvent, LedgerEvent | { type: 'seatHeld' | 'placeArrived' }>
/**
 * A carpool with every seat taken, or a trip with enough people: from here on balances become due.
 */
const isCompletion = (state: Group, to: Group['status']): boolean =>
  is(to, 'complete') && !is(state.status, 'complete')

/** Events that change one place, and what follows for its intents. */
function ofPlace(state: Group, event: Rest): Group {
  const p = state.participants.find((one) => one.id === event.participantId)
  if (!p) return state
  const withHold = (patch: Partial<Hold>) => replace(state, { ...p, hold: { ...p.hold, ...patch } })
  switch (event.type) {
    case 'partyChanged':
      return replace(state, { ...p, party: event.party })
    case 'holdLapsing':
      return replace(state, { ...p, seat: 'lapsing', leaving: event.reason })
    case 'seatFreed':
      return freed(state, p, event)
    case 'seatTaken':
      return replace(state, { ...p, seat: 'taken', leaving: null })
    case 'seatLeft':
      return left(state, leave(p, event.reason))
    case 'placeRefunded':
      return left(state, leave(p, 'refunded'))
    case 'converted':
      return replace(state, { ...p, seat: 'gone', leaving: 'converted', convertedTo: event.to })
    case 'placeMoved':
      return replace(state, moved(p, event.to))
    case 'depositDeadlinePassed':
      return withHold({ deadlinePassed: true })
    case 'renewalDue':
      return withHold({ renewing: 'due' })
    case 'renewalFailed':
      return withHold({ renewing: 'failed' })
    case 'chargeHeld':
      return left(state, event.slot === 'renewal' ? replaceDeposit(p, event) : hold(p, event))
    case 'chargeLost':
    case 'chargeReleased':
      return close(replace(state, withCharge(p, event)), p[event.slot].intentId)
    default:
      return replace(state, withCharge(p, event))
  }
}

/**
 * A place its user left before any payment. It is dropped when they join again, since abandoned
 * holds would pile up forever. It stays while an intent made for it is being released, because
 * readings of that intent name the place.
 */
const isTrace = (state: Group, p: Place, userId: UserId): boolean =>
  p.userId === userId &&
  p.seat === 'gone' &&
  p.deposit.intentId === null &&
  p.deposit.attempt === 1 &&
  !state.strays.some((s) => s.participantId === p.id)

type Newcomer = Pick<
  Extract<Event, { type: 'seatHeld' }>,
  'userId' | 'party' | 'holdExpiresAt' | 'at' | 'consent' | 'inFull'
> & {
  participantId: Place['id']
}

const newcomer = (event: Newcomer): Place => ({
  id: event.participantId,
  userId: event.userId,
  party: event.party,
  seat: 'held',
  leaving: null,
  heldAt: event.at,
  holdExpiresAt: event.holdExpiresAt,
  deposit: newCharge(),
  renewal: newCharge(),
  hold: NO_HOLD,
  balance: newCharge(),
  convertedTo: null,
  ...(event.consent && { consent: event.consent }),
  ...(event.inFull !== undefined && { inFull: event.inFull }),
})

const replace = (state: Group, p: Place): Group => ({
  ...state,
  participants: state.participants.map((one) => (one.id === p.id ? p : one)),
})

/** The updated place, plus those of its intents that no longer pay for anything. */
const left = (state: Group, [p, intents]: [Place, Stray[]]): Group =>
  addStrays(replace(state, p), intents)

/** An unpaid place is gone. Its payment, if there is one, holds no money any more. */
function freed(
  state: Group,
  p: Place,
  { reason, back }: Extract<PlaceEvent, { type: 'seatFreed' }>,
): Group {
  const { intentId } = p.deposit
  const deposit = { ...p.deposit, state: 'void' } as const
  const after = { ...p, seat: 'gone', leaving: reason, deposit } as const
  return close(replace(state, { ...after, ...backAfter(p, intentId, back) }), intentId)
}

/**
 * A lost dispute is won after all. The loss had ended the refund of a place that is gone: now we
 * have the money again, so it is refunded.
 */
function wonBack(
  before: Group,
  state: Group,
  event: Extract<PlaceEvent, { type: 'disputeClosed' }>,
): Group {
  const { intentId, participantId, purpose, disputeId } = event
  const was = before.disputes?.find(({ id }) => id === disputeId)
  const p = state.participants.find((one) => one.id === participantId)
  if (was?.state !== 'lost' || !p || isKept(p) || !state.closedIntents.includes(intentId))
    return state
  const isDeposit = purpose === 'deposit' && p.deposit.intentId === intentId
  const back = isDeposit
    ? replace(state, { ...p, deposit: { ...p.deposit, state: 'returning' } })
    : state
  return reopen(back, { intentId, participantId, purpose, unexpected: false })
}

/** Records a returned payment on its place; the last one also ends the deposit's return. */
function strayReturned(
  state: Group,
  { participantId, intentId, back }: Extract<PlaceEvent, { type: 'strayReturned' }>,
): Group {
  const p = state.participants.find((one) => one.id === participantId)
  if (!p) return state
  const settled =
    p.deposit.state === 'returning' && !state.strays.some((s) => s.participantId === participantId)
  const deposit = settled ? { ...p.deposit, state: 'void' as const } : p.deposit
  return replace(state, { ...p, deposit, ...backAfter(p, intentId, back) })
}

/** The place's refunds by intent, with one more. */
const backAfter = (p: Place, intentId: string | null, back = 0): Pick<Place, 'back'> =>
  intentId && back > 0 ? { back: { ...p.back, [intentId]: back } } : {}
