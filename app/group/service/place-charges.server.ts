import { findSpendablePoints, reservePoints } from '#app/account/rows/points.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import {
  type Group,
  isMoneySentBack,
  openDeposit,
  ownPlace,
  type Place,
  type PlaceIn,
} from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { balanceOperation } from '#app/kernel/points.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isBegun, isPaid, isUnpaid } from '#app/payments/rules/charge.ts'
import {
  beginCharge,
  type Charge,
  endCharge,
  type Next,
  settleCharge,
  undecided,
} from '#app/payments/service/charges.server.ts'
import { type AnyIntent, type NeedsToPay, ofPlace } from '#app/payments/service/payments.server.ts'
import { applyToGroup } from '#app/payments/service/reconcile.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { PaidKind } from './group-kind.server.ts'
import type { GroupSnapshot, Objects } from './group-objects.server.ts'

/** A deposit that can be paid now: what the browser needs to confirm the card. Amounts in pence. */
export type PayableDeposit<Id> = {
  groupId: Id
  participantId: ParticipantId
  clientSecret: string
  amount: MinorUnits
  currency: 'gbp'
  /**
   * The deadline to pay: the end of the hold or, for a deposit that is paid again, the end of the
   * time to pay.
   */
  holdExpiresAt: Instant
}

/** What is left to pay for a place, ready to be paid. Amounts in pence. */
export type PayableBalance<Id> = {
  groupId: Id
  participantId: ParticipantId
  /** Null: points covered everything, and it is paid. */
  clientSecret: string | null
  amount: MinorUnits
  originalAmount: MinorUnits
  pointsDeducted: number
  deductedAmount: MinorUnits
  currency: 'gbp'
}

/** The points a student wants to use for a balance: as many as help, or up to a number. */
export type PointsWanted = 'all' | number

type PreparedCharge<S extends Group> = Result<[GroupSnapshot<S>, Next]>

type NeedsToCharge = NeedsToPay & Objects

// Deposits and balances of places in one kind of group (docs/rules.md#balance).

/** What both charges of a place have in common. */
const chargeOf = <S extends Group>(
  kind: PaidKind<S>,
  { objects }: Objects,
  { id, userId, inFull }: Place,
  group: S['id'],
  purpose: 'deposit' | 'balance',
  prepare: (p: PlaceIn<S>, snapshot: GroupSnapshot<S>) => Promise<PreparedCharge<S>>,
): Charge<GroupSnapshot<S>> => ({
  userId,
  placeId: id,
  isHold: purpose === 'deposit' && kind.holdsDeposit && inFull === undefined,
  prepare: async (snapshot) => {
    const p = ownPlace(snapshot.state, id, userId)
    return p ? prepare(p, snapshot) : fail('notFound')
  },
  async attach({ state }, { facts: { intentId, attempt } }) {
    const own = { participantId: id, userId }
    const attach = { type: 'attachIntent' as const, purpose, ...own, attempt, intentId }
    const attached = await kind.objectsIn(objects).execute(state.id, attach)
    if (!attached.ok) return attached
    const p = ownPlace(attached.value.state, id, userId)
    const open = p && (purpose === 'deposit' ? openDeposit(p) : p.balance)
    return ok([attached.value, open?.intentId === intentId])
  },
  async settle(intent) {
    const own = ofPlace(ok(intent))
    if (!own.ok) return own
    // Use this group's participant id: a charge that moved here was paid for a place in another
    // group.
    const facts = { ...own.value.facts, participantId: id }
    return applyToGroup<S['id'], GroupSnapshot<S>>(group, (to, about) =>
      kind.objectsIn(objects).execute(to, { type: 'settle', facts: about }),
    )({ facts })
  },
})

const intentFor = <S extends Group>(
  kind: PaidKind<S>,
  state: S,
  p: PlaceIn<S>,
  attempt: number,
) => ({ ...kind.intentFor(state), participantId: p.id, userId: p.userId, attempt })

const depositOf = <S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  group: S['id'],
) =>
  chargeOf(kind, context, place, group, 'deposit', async (p, snapshot) => {
    const { state } = snapshot
    const refused = refuseDeposit(kind, state, p, context.clock.now())
    if (refused) return refused
    const { intentId, attempt } = openDeposit(p)
    if (intentId !== null) return ok([snapshot, { do: 'read', intentId }])
    const intent = {
      ...intentFor(kind, state, p, attempt),
      purpose: 'deposit' as const,
      amount: p.inFull ?? DEPOSIT_PENCE,
      inFull: p.inFull !== undefined,
    }
    return ok([snapshot, { do: 'create', intent }])
  })

const balanceOf = <S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  group: S['id'],
  wanted: PointsWanted,
) =>
  chargeOf(kind, context, place, group, 'balance', (before, from) =>
    prepareBalanceOf(kind, context, before, from, wanted),
  )

/**
 * The group works out the amount and records it first; then points are set aside in the ledger;
 * then an intent for the rest is created.
 */
async function prepareBalanceOf<S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  before: PlaceIn<S>,
  from: GroupSnapshot<S>,
  wanted: PointsWanted,
): Promise<PreparedCharge<S>> {
  const open = before.balance.intentId
  const [points, { pointsPerPound }] = await Promise.all([
    pointsFor(context, before, wanted),
    readSettings(context),
  ])
  if (!points.ok) return points
  const begun = await kind.objectsIn(context.objects).execute(from.state.id, {
    type: 'beginBalance',
    participantId: before.id,
    userId: before.userId,
    points: points.value,
    pointsPerPound,
  })
  if (!begun.ok && begun.error.code === 'unavailable' && open)
    return ok([from, { do: 'end', intentId: open }])
  const ready = begun.ok ? await setAside(kind, context, begun.value, before) : begun
  if (!ready.ok) return ready
  const snapshot = ready.value
  const p = ownPlace(snapshot.state, before.id, before.userId)
  if (!p) return fail('notFound')
  const { quote, reserved, intentId, attempt } = p.balance
  // If more points were used than this call asked for, another call by the student paid it.
  if (isPaid(p.balance) && intentId === null)
    return wanted === 'all' || (quote?.points ?? 0) <= wanted
      ? ok([snapshot, { do: 'done' }])
      : fail('alreadyPaid')
  if (!quote || !reserved) return ok([snapshot, { do: 'again' }])
  if (intentId !== null) return ok([snapshot, { do: 'read', intentId }])
  const { amount } = quote
  const purpose = 'balance' as const
  const intent = { ...intentFor(kind, snapshot.state, p, attempt), purpose, amount }
  return ok([snapshot, { do: 'create', intent }])
}

/**
 * The points to use. Those set aside for this very try are still available. Fails with
 * notEnoughPoints for more than the student has.
 */
async function pointsFor(
  { db, clock }: Needs<'db' | 'clock'>,
  p: Place,
  wanted: PointsWanted,
): Promise<Result<number>> {
  if (wanted === 0) return ok(0)
  const operation = balanceOperation(p.id, p.balance.attempt)
  const own = await findSpendablePoints(db, p.userId, clock.now(), operation)
  if (wanted === 'all') return ok(own)
  return wanted <= own ? ok(wanted) : fail('notEnoughPoints')
}

/**
 * Sets aside the try's points, unless they are already, and tells the group whether that worked.
 */
async function setAside<S extends Group>(
  kind: PaidKind<S>,
  { db, clock, objects }: NeedsToCharge,
  begun: GroupSnapshot<S>,
  { id, userId }: Place,
): Promise<Result<GroupSnapshot<S>>> {
  const { state } = begun
  const balance = ownPlace(state, id, userId)?.balance
  if (!balance?.quote || balance.reserved || isPaid(balance)) return ok(begun)
  const { quote, attempt } = balance
  const params = kind.pointsParams(state)
  const { points } = quote
  const operationId = balanceOperation(id, attempt)
  const granted =
    params !== null &&
    (await reservePoints(db, { operationId, userId, points, params, now: clock.now() }))
  const reservedNow = { type: 'pointsReserved' as const, participantId: id, attempt, granted }
  return kind.objectsIn(objects).execute(state.id, reservedNow)
}

/**
 * The deposit of a place, ready to be paid or paid again: with its current intent, or a new one if
 * that is used up. `keepCard`: see `beginCharge`.
 */
export async function beginDeposit<S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  from: GroupSnapshot<S>,
  keepCard: boolean,
): Promise<Result<PayableDeposit<S['id']>>> {
  const charge = depositOf(kind, context, place, from.state.id)
  const begun = await beginCharge(context, charge, from, keepCard)
  if (!begun.ok) return begun
  const [{ state }, intent] = begun.value
  const p = ownPlace(state, place.id, place.userId)
  return p && intent ? ok(toDeposit(kind, state, p, intent)) : fail('paymentInitFailed')
}

/**
 * Settles a place's payment and returns the group as it is then. Fails with holdExpired or
 * paymentNotConfirmed if the deposit does not stand.
 */
export async function settleDeposit<S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  from: GroupSnapshot<S>,
): Promise<Result<GroupSnapshot<S>>> {
  const intentId = place.seat === 'gone' ? null : openDeposit(place).intentId
  let why: Result<never> = fail('paymentNotConfirmed')
  const settled = intentId
    ? await settlePlace(kind, context, place, from, intentId, (read) => (why = undecided(read)))
    : ok(from)
  if (!settled.ok) return settled
  const p = ownPlace(settled.value.state, place.id, place.userId)
  if (p?.seat === 'taken' && !isBegun(p.renewal)) return settled
  return !p || p.seat === 'gone' || isMoneySentBack(p) ? fail('holdExpired') : why
}

/** Settles one payment of a place. Fails if Stripe does not answer. */
export const settlePlace = <S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  from: GroupSnapshot<S>,
  intentId: string,
  seen?: (intent: AnyIntent) => void,
): Promise<Result<GroupSnapshot<S>>> =>
  settleCharge(context, depositOf(kind, context, place, from.state.id), intentId, seen)

/**
 * The balance of a place, ready to be paid, with all, some or none of the student's points.
 * Repeating the call returns the same one. Fails with balanceNotDue, alreadyPaid, depositReleased,
 * operationExpired, notEnoughPoints, paymentInitFailed or rateLimited.
 */
export async function beginBalance<S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  from: GroupSnapshot<S>,
  wanted: PointsWanted,
): Promise<Result<PayableBalance<S['id']>>> {
  const charge = balanceOf(kind, context, place, from.state.id, wanted)
  const begun = await beginCharge(context, charge, from)
  if (!begun.ok) return begun
  const [{ state }, intent] = begun.value
  const p = ownPlace(state, place.id, place.userId)
  return p ? ok(toBalance(state, p, intent)) : fail('notFound')
}

/**
 * Settles a place's balance and returns the group as it is then. Fails with paymentNotConfirmed if
 * the balance is not paid.
 */
export async function settleBalance<S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  from: GroupSnapshot<S>,
): Promise<Result<GroupSnapshot<S>>> {
  const { intentId } = place.balance
  if (isPaid(place.balance)) return ok(from)
  if (!intentId) return fail('paymentNotConfirmed')
  const charge = balanceOf(kind, context, place, from.state.id, 0)
  let why: Result<never> = fail('paymentNotConfirmed')
  const settled = await settleCharge(context, charge, intentId, (read) => (why = undecided(read)))
  return !settled.ok || isPaidIn(settled.value, place) ? settled : why
}

/**
 * Ends a try that was begun: cancels its intent and returns its points. Without an intent, it ends
 * when its time runs out. Fails with alreadyPaid, or with paymentNotConfirmed while the bank is
 * processing it.
 */
export async function endBalance<S extends Group>(
  kind: PaidKind<S>,
  context: NeedsToCharge,
  place: Place,
  from: GroupSnapshot<S>,
): Promise<Result<GroupSnapshot<S>>> {
  const { intentId } = place.balance
  const charge = balanceOf(kind, context, place, from.state.id, 0)
  const ended =
    isUnpaid(place.balance) && intentId ? await endCharge(context, charge, intentId) : ok(from)
  return ended.ok && isPaidIn(ended.value, place) ? fail('alreadyPaid') : ended
}

function isPaidIn({ state }: GroupSnapshot<Group>, { id, userId }: Place): boolean {
  const p = ownPlace(state, id, userId)
  return p !== undefined && isPaid(p.balance)
}

function refuseDeposit<S extends Group>(
  { rules }: PaidKind<S>,
  state: S,
  p: PlaceIn<S>,
  now: Instant,
): Result<never> | null {
  if (p.seat === 'taken') {
    const refused = rules.refuseRepay(state, p, now)
    return refused && fail(refused)
  }
  if (p.seat !== 'held' || now >= p.holdExpiresAt) return fail('holdExpired')
  return is(state.status, 'open') && now >= state.cutoffAt ? fail('cutoffPassed') : null
}

const toDeposit = <S extends Group>(
  { rules }: PaidKind<S>,
  state: S,
  p: Place,
  intent: AnyIntent,
): PayableDeposit<S['id']> => ({
  groupId: state.id,
  participantId: p.id,
  clientSecret: intent.clientSecret,
  amount: intent.amount,
  currency: 'gbp',
  holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : rules.payableUntil(state, p),
})

function toBalance<S extends Group>(
  state: S,
  p: Place,
  intent: AnyIntent | null,
): PayableBalance<S['id']> {
  const quote = p.balance.quote ?? { original: 0, points: 0, deducted: 0, amount: 0 }
  return {
    groupId: state.id,
    participantId: p.id,
    clientSecret: intent?.clientSecret ?? null,
    amount: quote.amount,
    originalAmount: quote.original,
    pointsDeducted: quote.points,
    deductedAmount: quote.deducted,
    currency: 'gbp',
  }
}
