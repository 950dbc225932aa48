import type { UserId } from '../id.ts'
import type { Event } from './event.ts'
import type { CarpoolState, Deposit, Participant } from './state.ts'

/** The state after one more event. Total: an event that was stored can always be replayed. */
export function evolve(state: CarpoolState | null, event: Event): CarpoolState {
  if (event.type === 'drafted') return drafted(event)
  if (!state) throw new Error(`a carpool begins with a draft, not with ${event.type}`)
  return { ...apply(state, event), version: state.version + 1 }
}

export const evolveAll = (state: CarpoolState | null, events: Event[]): CarpoolState | null =>
  events.reduce<CarpoolState | null>(evolve, state)

function drafted(event: Extract<Event, { type: 'drafted' }>): CarpoolState {
  return {
    ...event.terms,
    id: event.carpoolId,
    version: 1,
    status: 'PENDING',
    cutoffAt: event.cutoffAt,
    createdAt: event.at,
    participants: [],
    strays: [],
    closedIntents: [],
  }
}

function apply(state: CarpoolState, event: Exclude<Event, { type: 'drafted' }>): CarpoolState {
  switch (event.type) {
    case 'draftChanged':
      return { ...state, ...event.terms, cutoffAt: event.cutoffAt }
    case 'seatHeld':
      return {
        ...state,
        participants: [...state.participants.filter((p) => !isTrace(p, event.userId)), newcomer(event)],
      }
    case 'partyChanged':
      return change(state, event.participantId, () => ({ party: event.party }))
    case 'intentAttached':
      return changeDeposit(state, event.participantId, () => ({ intentId: event.intentId }))
    case 'intentLost':
      return close(
        changeDeposit(state, event.participantId, (d) => ({ attempt: d.attempt + 1, intentId: null })),
        event.intentId,
      )
    case 'holdLapsing':
      return change(state, event.participantId, () => ({ seat: 'lapsing', leaving: event.reason }))
    case 'seatFreed':
      return freed(state, event)
    case 'seatTaken':
      return change(state, event.participantId, (p) => ({
        seat: 'taken',
        leaving: null,
        deposit: { ...p.deposit, status: 'held', captureBefore: event.captureBefore },
      }))
    case 'depositCaptured':
      return changeDeposit(state, event.participantId, () => ({ status: 'captured', captured: event.amount }))
    case 'depositReleased':
      return released(state, event.participantId)
    case 'depositDeadlinePassed':
      return changeDeposit(state, event.participantId, () => ({ deadlinePassed: true }))
    case 'strayFound':
      return {
        ...state,
        strays: [...state.strays, { intentId: event.intentId, participantId: event.participantId }],
      }
    case 'strayReturned':
      return close(
        { ...state, strays: state.strays.filter((s) => s.intentId !== event.intentId) },
        event.intentId,
      )
    case 'statusChanged':
      return { ...state, status: event.to }
  }
}

/** A place its user left before any payment: dropped when she comes again, or holds given up would pile up without end. */
const isTrace = (p: Participant, userId: UserId): boolean =>
  p.userId === userId && p.seat === 'gone' && p.deposit.intentId === null && p.deposit.attempt === 1

const newcomer = (event: Extract<Event, { type: 'seatHeld' }>): Participant => ({
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
  },
})

function freed(state: CarpoolState, event: Extract<Event, { type: 'seatFreed' }>): CarpoolState {
  const next = change(state, event.participantId, (p) => ({
    seat: 'gone',
    leaving: event.reason,
    deposit: { ...p.deposit, status: 'cancelled' },
  }))
  const intentId = next.participants.find((p) => p.id === event.participantId)?.deposit.intentId
  return intentId ? close(next, intentId) : next
}

function released(state: CarpoolState, participantId: string): CarpoolState {
  const next = changeDeposit(state, participantId, () => ({ status: 'released' }))
  const intentId = next.participants.find((p) => p.id === participantId)?.deposit.intentId
  return intentId ? close(next, intentId) : next
}

const close = (state: CarpoolState, intentId: string): CarpoolState => ({
  ...state,
  closedIntents: [...state.closedIntents, intentId],
})

const change = (
  state: CarpoolState,
  id: string,
  patch: (p: Participant) => Partial<Participant>,
): CarpoolState => ({
  ...state,
  participants: state.participants.map((p) => (p.id === id ? { ...p, ...patch(p) } : p)),
})

const changeDeposit = (
  state: CarpoolState,
  id: string,
  patch: (d: Deposit) => Partial<Deposit>,
): CarpoolState => change(state, id, (p) => ({ deposit: { ...p.deposit, ...patch(p.deposit) } }))
