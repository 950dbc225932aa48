import type { UserId } from '#app/domain/id.ts'
import type { Event, PlaceEvent } from './event.ts'
import { assertKnown, isOfGroup } from './event-types.ts'
import { leave, moveAlong, replaceDeposit } from './evolve-place.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import { arrived, moved } from './hand-over.ts'
import { isKept } from './outside.ts'
import {
  type Balance,
  type Deposit,
  type Group,
  NO_FACTS,
  type Place,
  type PlaceDispute,
  type Stray,
} from './state.ts'
import { is } from './status.ts'

/**
 * The state after one more event: any event that this or an older version has stored. One of a
 * newer version throws, and is never left out.
 */
export function evolve<S extends Group>(state: S | null, event: AnyEvent): S {
  // A kind's events are made by its own rules, so the result is a group of the same kind.
  return withFeatures(next(state, event), event) as S
}

/** Every feature sees its own events and the group's; none sees what another has just written. */
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
          deposit: event.deposit,
        },
      ],
      closedIntents: event.deposit.status === 'released' ? known(event.deposit.intentId) : [],
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
    case 'seatHeld':
      return {
        ...state,
        participants: [
          ...state.participants.filter((p) => !isTrace(state, p, event.userId)),
          newcomer(event),
        ],
      }
    case 'strayFound': {
      const { intentId, participantId, purpose = 'deposit' } = event
      return addStrays(state, [{ intentId, participantId, purpose, unexpected: true }])
    }
    case 'strayReturned':
      return strayReturned(state, event)
    case 'moneyReturned':
      return { ...state, returned: { ...state.returned, [event.intentId]: event.total } }
    case 'refundFailed': {
      const { intentId, refundId: id, amount } = event
      const failed = [...(state.failedRefunds?.[intentId] ?? []), { id, amount }]
      return { ...state, failedRefunds: { ...state.failedRefunds, [intentId]: failed } }
    }
    case 'disputeOpened':
      return { ...state, disputes: disputesAfter(state.disputes ?? [], event) }
    case 'disputeClosed': {
      const after = { ...state, disputes: disputesAfter(state.disputes ?? [], event) }
      return event.lost ? after : wonBack(state, after, event)
    }
    case 'placeArrived':
      return { ...state, participants: [...state.participants, arrived(event)] }
    default:
      return ofPlace(state, event)
  }
}

type OfMoney =
  | 'strayFound'
  | 'strayReturned'
  | 'moneyReturned'
  | 'refundFailed'
  | 'disputeOpened'
  | 'disputeClosed'
type Rest = Exclude<PlaceEvent, { type: 'seatHeld' | 'placeArrived' | OfMoney }>
/**
 * A carpool with every seat taken, or a trip with enough people: from here on balances become due.
 */
const isCompletion = (state: Group, to: Group['status']): boolean =>
  is(to, 'complete') && !is(state.status, 'complete')

/** Events that change one place, and what follows for its intents. */
function ofPlace(state: Group, event: Rest): Group {
  const p = state.participants.find((one) => one.id === event.participantId)
  if (!p) return state
  const { deposit, balance } = p
  const withDeposit = (patch: Partial<Deposit>, over: Partial<Place> = {}) =>
    replace(state, { ...p, ...over, deposit: { ...deposit, ...patch } })
  const withBalance = (patch: Partial<Balance>) =>
    replace(state, { ...p, balance: { ...balance, ...patch } })
  switch (event.type) {
    case 'partyChanged':
      return replace(state, { ...p, party: event.party })
    case 'intentAttached':
      return withDeposit({ intentId: event.intentId })
    case 'intentLost':
      return close(withDeposit({ attempt: deposit.attempt + 1, intentId: null }), event.intentId)
    case 'holdLapsing':
      return replace(state, { ...p, seat: 'lapsing', leaving: event.reason })
    case 'seatFreed':
      return close(
        withDeposit(
          { status: 'cancelled' },
          { seat: 'gone', leaving: event.reason, ...backAfter(p, deposit.intentId, event.back) },
        ),
        deposit.intentId,
      )
    case 'seatTaken':
      return withDeposit(
        {
          status: 'held',
          attempt: deposit.attempt + 1,
          captureBefore: event.captureBefore,
          card: event.card ?? null,
        },
        { seat: 'taken', leaving: null },
      )
    case 'seatLeft':
      return left(state, p, leave(p, event.reason))
    case 'placeRefunded':
      return left(state, p, leave(p, 'refunded'))
    case 'converted':
      return left(state, p, moveAlong(p, event.to))
    case 'placeMoved':
      return replace(state, moved(p, event.to))
    case 'depositCaptured':
      return withDeposit({ status: 'captured', captured: event.amount })
    case 'depositReleased':
      return close(withDeposit({ status: 'released' }), deposit.intentId)
    case 'depositDeadlinePassed':
      return withDeposit({ deadlinePassed: true })
    case 'nextAttached':
      return withDeposit({ next: { intentId: event.intentId, closing: false } })
    case 'nextClosing':
      return withDeposit({ next: deposit.next && { ...deposit.next, closing: true } })
    case 'nextLost':
      return close(
        withDeposit({ attempt: deposit.attempt + 1, next: null }),
        deposit.next?.intentId,
      )
    case 'depositReplaced':
      return left(state, p, replaceDeposit(p, event))
    case 'renewalDue':
      return withDeposit({ renewal: 'due' })
    case 'renewalFailed':
      return withDeposit({ renewal: 'failed' })
    case 'balanceBegun':
      return withBalance({
        quote: event.quote,
        expiresAt: event.expiresAt,
        reserved: event.quote.points === 0,
      })
    case 'balancePointsReserved':
      return withBalance({ reserved: true })
    case 'balanceAttached':
      return withBalance({ intentId: event.intentId })
    case 'balanceClosing':
      return withBalance({ closing: true })
    case 'balanceLost':
      return close(withBalance({ ...NO_BALANCE, attempt: balance.attempt + 1 }), balance.intentId)
    case 'balancePaid':
      return withBalance({ paid: event.amount, closing: false, expiresAt: null })
  }
}

/**
 * A place its user left before any payment. It is dropped when they join again, otherwise abandoned
 * holds would pile up forever. It stays while an intent made for it is being released, because
 * readings of that intent name the place.
 */
const isTrace = (state: Group, p: Place, userId: UserId): boolean =>
  p.userId === userId &&
  p.seat === 'gone' &&
  p.deposit.intentId === null &&
  p.deposit.attempt === 1 &&
  !state.strays.some((s) => s.participantId === p.id)

const NO_BALANCE: Balance = {
  attempt: 1,
  quote: null,
  reserved: false,
  intentId: null,
  expiresAt: null,
  closing: false,
  paid: null,
}

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
  deposit: {
    attempt: 1,
    intentId: null,
    status: 'awaiting',
    captureBefore: null,
    captured: 0,
    deadlinePassed: false,
    next: null,
    card: null,
    renewal: 'none',
    replacedAt: null,
  },
  balance: NO_BALANCE,
  convertedTo: null,
  ...(event.consent && { consent: event.consent }),
  ...(event.inFull !== undefined && { inFull: event.inFull }),
})

const replace = (state: Group, p: Place): Group => ({
  ...state,
  participants: state.participants.map((one) => (one.id === p.id ? p : one)),
})

/** The updated place, plus those of its intents that no longer pay for anything. */
const left = (state: Group, before: Place, [p, intents]: [Place, Stray[]]): Group =>
  addStrays(replace(state, { ...before, ...p }), intents)

const addStrays = (state: Group, strays: Stray[]): Group => ({
  ...state,
  strays: [...state.strays, ...strays.filter((s) => !state.closedIntents.includes(s.intentId))],
})

const close = (state: Group, intentId: string | null | undefined): Group =>
  intentId ? { ...state, closedIntents: [...state.closedIntents, intentId] } : state

type OfDispute = Extract<PlaceEvent, { type: 'disputeOpened' | 'disputeClosed' }>

function disputesAfter(known: PlaceDispute[], event: OfDispute): PlaceDispute[] {
  const { disputeId: id, intentId, participantId, purpose, amount, moves, at } = event
  const is = event.type === 'disputeOpened' ? 'open' : event.lost ? 'lost' : 'won'
  const change = { state: is, amount, ...(moves !== undefined && { moves }) } as const
  return known.some((one) => one.id === id)
    ? known.map((one) => (one.id === id ? { ...one, ...change } : one))
    : [...known, { id, intentId, participantId, purpose, openedAt: at, ...change }]
}

/**
 * A dispute that was lost is won after all. The loss had ended the refund of a place that is gone:
 * now the money is with us again, and goes back.
 */
function wonBack(before: Group, state: Group, event: OfDispute): Group {
  const { intentId, participantId, purpose, disputeId } = event
  const was = before.disputes?.find(({ id }) => id === disputeId)
  const p = state.participants.find((one) => one.id === participantId)
  if (was?.state !== 'lost' || !p || isKept(p) || !state.closedIntents.includes(intentId))
    return state
  const closedIntents = state.closedIntents.filter((one) => one !== intentId)
  const open = { ...state, closedIntents }
  const stray = { intentId, participantId, purpose, unexpected: false }
  const isDeposit = purpose === 'deposit' && p.deposit.intentId === intentId
  const back = isDeposit
    ? replace(open, { ...p, deposit: { ...p.deposit, status: 'returning' } })
    : open
  return addStrays(back, [stray])
}

function strayReturned(
  state: Group,
  { participantId, intentId, back }: Extract<PlaceEvent, { type: 'strayReturned' }>,
): Group {
  const strays = state.strays.filter((s) => s.intentId !== intentId)
  const closed = close({ ...state, strays }, intentId)
  const p = closed.participants.find((one) => one.id === participantId)
  if (!p) return closed
  const settled =
    p.deposit.status === 'returning' && !strays.some((s) => s.participantId === participantId)
  const deposit = settled ? { ...p.deposit, status: 'cancelled' as const } : p.deposit
  return replace(closed, { ...p, deposit, ...backAfter(p, intentId, back) })
}

/** What of a place's payments was given back, with one more. */
const backAfter = (p: Place, intentId: string | null, back = 0): Pick<Place, 'back'> =>
  intentId && back > 0 ? { back: { ...p.back, [intentId]: back } } : {}
