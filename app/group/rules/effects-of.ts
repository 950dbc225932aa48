import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { NoticeParams } from '#app/notices/rules/notice.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { isStray, leftOf, type PaymentPurpose } from '#app/payments/rules/ledger.ts'
import { depositPartOf } from './balance.ts'
import type { Effect } from './effect.ts'
import type { Event, PlaceEvent } from './event.ts'
import { isOfGroup } from './event-types.ts'
import { type AnyEvent, EXTENSIONS } from './extensions.ts'
import { noticeOf } from './notice-of.ts'
import type { Rules } from './rules.ts'
import {
  confirmedOf,
  findParticipant,
  type Group,
  isUnwanted,
  type Place,
  seatedOf,
  seatedPeople,
} from './state.ts'
import { is } from './status.ts'

/** The effects of one event, on the group and its features; `state`: right after it. */
export const effectsOf = (rules: Rules, event: AnyEvent, state: Group): Effect[] => [
  ...(isOfGroup(event) ? ofGroup(rules, event, state) : []),
  ...EXTENSIONS.flatMap(({ events, effects }) =>
    isOfGroup(event) || Object.hasOwn(events, event.type)
      ? (effects?.(rules, event, state) ?? [])
      : [],
  ),
]

function ofGroup(rules: Rules, event: Event, state: Group): Effect[] {
  if (event.type === 'statusChanged') return rules.onStatus(event.to, state)
  if (event.type === 'groupCancelled') return onCancelled(rules, event, state)
  if (event.type === 'balancePriceSet') return onPrice(rules, event, state)
  const p = 'participantId' in event ? findParticipant(state, event.participantId) : undefined
  return p ? ofPlace(rules, event as PlaceEvent, p, state) : []
}

function ofPlace(rules: Rules, event: PlaceEvent, p: Place, state: Group): Effect[] {
  const participantId = p.id
  const { intentId } = p.deposit
  switch (event.type) {
    case 'holdLapsing':
      return [{ kind: 'resolve', participantId, slot: 'deposit' }]
    case 'chargeClosing':
      return [{ kind: 'resolve', participantId, slot: event.slot }]
    case 'seatFreed':
      return onSeatFreed(rules, event, p, state)
    case 'seatTaken':
      return onSeatTaken(rules, p, state)
    case 'seatLeft':
      return onSeatLeft(rules, event.reason, p, state)
    case 'placeRefunded':
      return onRefunded(rules, event, p, state)
    case 'converted':
      return [{ kind: 'openPrivate', participantId }]
    case 'strayFound':
      return [{ kind: 'release', participantId, intentId: event.intentId }]
    case 'strayReturned': {
      const code = RETURNED[event.purpose]
      const sum = { amount: event.amount, ...inFullOf(p) }
      return event.authorised ? [noticeOf(rules, state, p, code, event.intentId, sum)] : []
    }
    case 'chargeHeld':
      if (event.slot === 'deposit') return []
      return [
        ...releasesOf(p, state),
        ...(is(state.status, 'chargesDeposit') ? captureOf(rules, state, p) : []),
      ]
    case 'depositDeadlinePassed':
      return intentId ? [{ kind: 'check', participantId, intentId }] : []
    case 'chargeReleased':
      // With a saved card we try a new hold first; the user is notified only if that fails.
      return p.hold.renewing === 'due' || !intentId
        ? []
        : [noticeOf(rules, state, p, 'depositReleased', intentId)]
    case 'renewalDue':
      return [{ kind: 'renew', participantId, attempt: p.renewal.attempt }]
    case 'renewalFailed':
      return [noticeOf(rules, state, p, 'renewalFailed', String(p.renewal.attempt))]
    case 'moneyReturned': {
      const { intentId, total, amount, note } = event
      const params = { amount, ...note }
      return amount > 0
        ? [noticeOf(rules, state, p, 'moneyReturned', `${intentId}:${total}`, params)]
        : []
    }
    case 'disputeClosed':
      return releasesOf(p, state).filter(
        (one) => one.kind === 'release' && one.intentId === event.intentId,
      )
    case 'chargePaid':
      return event.slot === 'balance' ? onBalancePaid(rules, event.amount, p, state) : []
    case 'chargeLost':
      return event.points > 0 ? [pointsBack(p, event.attempt)] : []
    default:
      return []
  }
}

/** The notice to send once a payment that bought nothing has been returned. */
const RETURNED = {
  deposit: 'holdExpiredReleased',
  balance: 'balanceReturned',
} as const satisfies Record<PaymentPurpose, NoticeCode>

/**
 * Notifies everyone concerned and writes the audit log. At this point nobody has been released yet.
 */
function onCancelled(
  rules: Rules,
  { by, at, ...event }: Extract<Event, { type: 'groupCancelled' }>,
  state: Group,
): Effect[] {
  const refunds = event.refunds.map(({ participantId, total, points }) => ({
    participantId,
    total,
    points,
  }))
  return [
    {
      kind: 'audit',
      id: `groupCancelled:${state.id}`,
      at,
      by,
      action: 'groupCancelled',
      subject: state.id,
      before: { status: state.status, people: seatedPeople(state) },
      after: { status: 'CANCELLED', people: 0, refunds },
    },
    ...refunds.flatMap(({ participantId, total: amount }) => {
      const p = findParticipant(state, participantId)
      return p ? [noticeOf(rules, state, p, 'groupCancelled', '', { amount, ...event.note })] : []
    }),
    ...(rules.earnsPoints && is(state.status, 'arrived') ? confirmedOf(state) : []).map(
      ({ id, userId }): Effect => ({ kind: 'losePoints', participantId: id, userId }),
    ),
  ]
}

/** Refunds one person's money, notifies them and writes the audit log. */
function onRefunded(
  rules: Rules,
  { by, at, total, points }: Extract<PlaceEvent, { type: 'placeRefunded' }>,
  p: Place,
  state: Group,
): Effect[] {
  const action = 'placeRefunded'
  const facts = { before: { status: state.status }, after: { participantId: p.id, total, points } }
  return [
    { kind: 'audit', id: `${action}:${p.id}`, at, by, action, subject: state.id, ...facts },
    ...onSeatLeft(rules, 'refunded', p, state),
    noticeOf(rules, state, p, action, '', {
      amount: total,
      ...(!isPaid(p.balance) && { part: 'deposit' }),
    }),
  ]
}

/** Old events don't record who set the price, so there is nothing to audit. */
function onPrice(
  rules: Rules,
  event: Extract<Event, { type: 'balancePriceSet' }>,
  state: Group,
): Effect[] {
  const { by, at, from = null, balancePrice } = event
  if (!by || at === undefined) return []
  const { id, version, cutoffAt: until } = state
  const facts = { before: { balancePrice: from }, after: { balancePrice } }
  const action = 'balancePriceSet'
  // Users about to pay the deposit were shown the old price too, so they are notified as well.
  const told =
    from !== null && balancePrice > from ? seatedOf(state).filter((p) => !isUnwanted(p)) : []
  return [
    { kind: 'audit', id: `${action}:${id}:${version}`, at, by, action, subject: id, ...facts },
    ...told.map((p) =>
      noticeOf(rules, state, p, 'tripPriceRaised', String(version), {
        from: from ?? 0,
        amount: balancePrice,
        until,
      }),
    ),
  ]
}

/**
 * No notice if the student gave the hold up, never reached the card form, or already knows the
 * group was cancelled.
 */
function onSeatFreed(
  rules: Rules,
  event: Extract<PlaceEvent, { type: 'seatFreed' }>,
  p: Place,
  state: Group,
): Effect[] {
  if (isUnwanted({ leaving: event.reason }) || !p.deposit.intentId) return []
  return [
    noticeOf(
      rules,
      state,
      p,
      event.authorised ? 'holdExpiredReleased' : 'holdExpired',
      p.deposit.intentId,
      inFullOf(p),
    ),
  ]
}

/** The sum of the one payment for a released seat. */
const inFullOf = ({ inFull }: Place): NoticeParams =>
  inFull === undefined ? {} : { amount: inFull, inFull: 1 }

const DEPOSIT = { amount: DEPOSIT_PENCE }

/** The receipt is named after the payment, so a payment reported twice gets one receipt. */
const onSeatTaken = (rules: Rules, p: Place, state: Group): Effect[] => [
  noticeOf(rules, state, p, 'placeTaken', p.deposit.intentId ?? '', {
    ...DEPOSIT,
    ...inFullOf(p),
    ...(p.hold.captureBefore !== null && { until: p.hold.captureBefore }),
  }),
  ...rules.onTaken(state, p),
]

/** The deposit refunded to a place that was left; 0: the bank has released it. */
function depositBackOf(p: Place, state: Group): MinorUnits {
  const { intentId, paid } = p.deposit
  if (!isStray(state, intentId)) return 0
  return paid > 0 ? leftOf(state, intentId, paid) : DEPOSIT_PENCE
}

/** No receipt if there was nothing to pay. */
function onBalancePaid(rules: Rules, amount: MinorUnits, p: Place, state: Group): Effect[] {
  const { points = 0, deducted = 0 } = p.balance.quote ?? {}
  return (amount === 0 && points === 0) || p.inFull !== undefined
    ? []
    : [noticeOf(rules, state, p, 'balancePaid', '', { amount, deducted })]
}

/**
 * Everything paid for the place that we don't keep goes back: money through the provider, points
 * through the ledger.
 */
function onSeatLeft(rules: Rules, reason: Place['leaving'], p: Place, state: Group): Effect[] {
  const effects = releasesOf(p, state)
  if (p.balance.quote && p.balance.quote.points > 0) effects.push(pointsBack(p, p.balance.attempt))
  const amount = depositBackOf(p, state)
  const tell = (code: NoticeCode) => effects.push(noticeOf(rules, state, p, code, '', { amount }))
  if (reason !== null && rules.ownReasons.includes(reason) && amount > 0) tell('placeLeft')
  if (reason === 'dayOver') tell('groupFailedRefunded')
  if (reason === 'departed') tell('privateUnpaid')
  if (reason === 'unpaid') {
    const { intentId, paid } = p.deposit
    const amount = isPaid(p.deposit) ? leftOf(state, intentId, paid) : 0
    effects.push(
      noticeOf(rules, state, p, 'placeReleased', '', { amount }),
      ...rules.onReleased(state, p),
    )
  }
  return effects
}

/** A deposit the bank has released cannot be captured; its owner is asked to pay it again. */
export function captureOf(rules: Rules, state: Group, p: Place): Effect[] {
  const owed = rules.owedBy(state, p)
  const { intentId } = p.deposit
  if (owed === null || intentId === null || p.seat !== 'taken' || p.deposit.state !== 'held')
    return []
  return [{ kind: 'capture', participantId: p.id, intentId, amount: depositPartOf(owed) }]
}

const releasesOf = (p: Place, state: Group): Effect[] =>
  state.strays
    .filter((stray) => stray.participantId === p.id)
    .map(({ intentId }) => ({ kind: 'release', participantId: p.id, intentId }))

const pointsBack = ({ id, userId, paidAs }: Place, attempt: number): Effect => ({
  kind: 'returnPoints',
  participantId: paidAs ?? id,
  userId,
  attempt,
})
