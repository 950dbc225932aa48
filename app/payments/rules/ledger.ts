import type { ParticipantId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { ChargeFacts } from './charge.ts'
import {
  type Dispute,
  everRefundedIn,
  type FailedRefund,
  failedIn,
  isOlderDispute,
  lostIn,
  type NoteParams,
  noteAfter,
} from './payment.ts'

/** What a payment was made for. */
export type PaymentPurpose = 'deposit' | 'balance'

/**
 * An intent that pays for nothing and is being released. `unexpected`: its owner may believe it
 * paid for a place, so they are notified.
 */
export type Stray = {
  intentId: string
  participantId: ParticipantId
  purpose: PaymentPurpose
  unexpected: boolean
}

/** A payment its owner has disputed with their bank. */
export type PlaceDispute = Dispute & {
  intentId: string
  participantId: ParticipantId
  purpose: PaymentPurpose
  openedAt: Instant
}

/** Facts about payments besides the charges they paid, by intent. */
export type Ledger = {
  strays: Stray[]
  /**
   * Intents known to hold no money any more. That is final, so a reading that says otherwise is
   * stale.
   */
  closedIntents: string[]
  /**
   * Pence refunded in the provider's dashboard on payments that stand, and which of these refunds
   * failed later.
   */
  returned?: Record<string, MinorUnits>
  failedRefunds?: Record<string, FailedRefund[]>
  /** Disputes, oldest first; closed ones stay. */
  disputes?: PlaceDispute[]
}

type About = { participantId: ParticipantId; intentId: string; purpose: PaymentPurpose }
type OfDispute = About & {
  disputeId: string
  amount: MinorUnits
  /** Number of times the bank has moved money for it; missing in older events. */
  moves?: number
  at: Instant
}

/** The events of payments besides paying a charge. Stored permanently. */
export type LedgerEvent =
  | (About & { type: 'strayFound' })
  /**
   * `authorised`: the owner may believe the payment had bought a place. `amount`: of the payment,
   * in pence. `back`: pence of it that had been charged and were refunded.
   */
  | (About & {
      type: 'strayReturned'
      authorised: boolean
      amount: MinorUnits
      back?: MinorUnits
    })
  /**
   * Refunded by hand, here or in the provider's dashboard: `amount` now, `total` of this payment
   * so far, in pence. The total includes what failed later. `note`: what an administrator tells the
   * owner with it.
   */
  | (About & {
      type: 'moneyReturned'
      total: MinorUnits
      amount: MinorUnits
      at: Instant
      note?: NoteParams
    })
  /** The bank rejected a refund of a payment that stands: the money is ours again. */
  | (About & { type: 'refundFailed'; refundId: string; amount: MinorUnits; at: Instant })
  /** The owner disputed the payment with their bank, which decides the outcome. */
  | ({ type: 'disputeOpened' } & OfDispute)
  | ({ type: 'disputeClosed'; lost: boolean } & OfDispute)

/** Adds payments that pay for nothing, unless they are known to be closed. */
export const addStrays = <L extends Ledger>(ledger: L, strays: Stray[]): L => ({
  ...ledger,
  strays: [...ledger.strays, ...strays.filter((s) => !ledger.closedIntents.includes(s.intentId))],
})

/** Records that a payment holds no money any more. */
export const close = <L extends Ledger>(ledger: L, intentId: string | null | undefined): L =>
  intentId ? { ...ledger, closedIntents: [...ledger.closedIntents, intentId] } : ledger

/** A closed payment holds money again, which must be refunded. */
export const reopen = <L extends Ledger>(ledger: L, stray: Stray): L =>
  addStrays(
    { ...ledger, closedIntents: ledger.closedIntents.filter((one) => one !== stray.intentId) },
    [stray],
  )

/** The ledger after one more event. */
export function evolveLedger<L extends Ledger>(ledger: L, event: LedgerEvent): L {
  const { intentId, participantId, purpose } = event
  switch (event.type) {
    case 'strayFound':
      return addStrays(ledger, [{ intentId, participantId, purpose, unexpected: true }])
    case 'strayReturned': {
      const strays = ledger.strays.filter((s) => s.intentId !== intentId)
      return close({ ...ledger, strays }, intentId)
    }
    case 'moneyReturned':
      return { ...ledger, returned: { ...ledger.returned, [intentId]: event.total } }
    case 'refundFailed': {
      const { refundId: id, amount } = event
      const failed = [...(ledger.failedRefunds?.[intentId] ?? []), { id, amount }]
      return { ...ledger, failedRefunds: { ...ledger.failedRefunds, [intentId]: failed } }
    }
    case 'disputeOpened':
    case 'disputeClosed':
      return { ...ledger, disputes: disputesAfter(ledger.disputes ?? [], event) }
  }
}

function disputesAfter(
  known: PlaceDispute[],
  event: Extract<LedgerEvent, { type: 'disputeOpened' | 'disputeClosed' }>,
): PlaceDispute[] {
  const { disputeId: id, intentId, participantId, purpose, amount, moves, at } = event
  const is = event.type === 'disputeOpened' ? 'open' : event.lost ? 'lost' : 'won'
  const change = { state: is, amount, ...(moves !== undefined && { moves }) } as const
  return known.some((one) => one.id === id)
    ? known.map((one) => (one.id === id ? { ...one, ...change } : one))
    : [...known, { id, intentId, participantId, purpose, openedAt: at, ...change }]
}

export const isStray = ({ strays }: Ledger, intentId: string | null): boolean =>
  strays.some((stray) => stray.intentId === intentId)

/** Whether a payment was released before it could pay for anything. */
export const isUsedUp = (ledger: Ledger, intentId: string): boolean =>
  ledger.closedIntents.includes(intentId) || isStray(ledger, intentId)

const disputesOn = (ledger: Ledger, intentId: string): Dispute[] =>
  (ledger.disputes ?? []).filter((one) => one.intentId === intentId)

/** Whether a payment has an open dispute: none of it is refunded until that is decided. */
export const isDisputed = (ledger: Ledger, intentId: string): boolean =>
  disputesOn(ledger, intentId).some(({ state }) => state === 'open')

/** The part of a payment's `taken` pence that is still ours. */
export function leftOf(ledger: Ledger, intentId: string | null, taken: MinorUnits): MinorUnits {
  if (intentId === null) return taken
  const gone = refundedOn(ledger, intentId) + lostIn(disputesOn(ledger, intentId))
  return Math.max(0, taken - gone)
}

/** The part of the `taken` pence that is back with its owner. */
export const goneOf = (ledger: Ledger, intentId: string | null, taken: MinorUnits): MinorUnits =>
  taken - leftOf(ledger, intentId, taken)

/** Pence refunded of a payment that stands, without failed refunds. */
const refundedOn = ({ returned, failedRefunds }: Ledger, intentId: string): MinorUnits =>
  Math.max(0, (returned?.[intentId] ?? 0) - failedIn(failedRefunds?.[intentId]))

type Reading = ChargeFacts & { participantId: ParticipantId; purpose: PaymentPurpose }

/**
 * Events for disputes that are new or have changed. An older reading changes nothing: a dispute
 * that is won stays won, even if it was lost before.
 */
export function disputeEvents(ledger: Ledger, facts: Reading, now: Instant): LedgerEvent[] {
  const { intentId, participantId, purpose, disputes = [] } = facts
  return disputes.flatMap((read): LedgerEvent[] => {
    const { id: disputeId, amount, state: is, moves } = read
    const known = disputesOn(ledger, intentId).find((one) => one.id === disputeId)
    if (known && isOlderDispute(read, known)) return []
    const about = { participantId, intentId, purpose, disputeId, amount, moves, at: now }
    const isNew = !known || (is === 'open' && known.state !== 'open')
    const opened: LedgerEvent[] = isNew ? [{ type: 'disputeOpened', ...about }] : []
    const same = known?.state === is && (is !== 'lost' || known.amount === amount)
    const closes = is !== 'open' && !same
    return closes ? [...opened, { type: 'disputeClosed', ...about, lost: is === 'lost' }] : opened
  })
}

/**
 * Events for refunds, made by hand, of a payment that stands, and for those that failed. One is
 * reported when the total ever refunded has grown, and one for each failure; so a stale reading
 * changes nothing.
 */
export function refundEvents(ledger: Ledger, facts: Reading, now: Instant): LedgerEvent[] {
  const { intentId, participantId, purpose, refunded = 0, failedRefunds = [] } = facts
  const about = { participantId, intentId, purpose, at: now }
  const known = ledger.failedRefunds?.[intentId] ?? []
  const failed = failedRefunds
    .filter(({ id }) => !known.some((one) => one.id === id))
    .map(
      ({ id: refundId, amount }): LedgerEvent => ({
        type: 'refundFailed',
        ...about,
        refundId,
        amount,
      }),
    )
  const total = everRefundedIn(facts)
  const told = ledger.returned?.[intentId] ?? 0
  const more = total - told
  const note = noteAfter(facts, told)
  // A refund that has already failed when we learn of it never reached its owner.
  const amount = Math.min(more, refunded)
  if (more <= 0) return failed
  const said = Object.keys(note).length > 0 && { note }
  return [{ type: 'moneyReturned', ...about, total, amount, ...said }, ...failed]
}
