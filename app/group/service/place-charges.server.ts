import { findSpendablePoints, reservePoints } from '#app/account/rows/points.server.ts'
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
import { type Charge, createCharges, type Next } from '#app/payments/service/charges.server.ts'
import { type AnyIntent, ofPlace } from '#app/payments/service/payments.server.ts'
import { applyToGroup } from '#app/payments/service/reconcile.server.ts'
import type { PaidDeps, PaidKind } from './group-kind.server.ts'
import type { GroupSnapshot } from './group-objects.server.ts'

/** A deposit that can be paid now: what the browser needs to confirm the card. Amounts in pence. */
export type PayableDeposit<Id> = {
  groupId: Id
  participantId: ParticipantId
  clientSecret: string
  amount: MinorUnits
  currency: 'gbp'
  /**
   * Until when it can be paid: the end of the hold or, for a deposit that is paid again, the end of
   * the time to pay.
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

/** How many points a student puts into a balance: as many as help, or up to a whole number. */
export type PointsWanted = 'all' | number

/** Deposits and balances of places in one kind of group (docs/rules.md#balance). */
export function createPlaceCharges<S extends Group>(deps: PaidDeps<S>) {
  const { kind, db, objects, settings, clock } = deps
  const charges = createCharges(deps)
  type Snapshot = GroupSnapshot<S>

  /** What both charges of a place have in common. */
  const chargeOf = (
    { id, userId }: Place,
    group: S['id'],
    purpose: 'deposit' | 'balance',
    prepare: (p: PlaceIn<S>, snapshot: Snapshot) => Promise<Result<[Snapshot, Next]>>,
  ): Charge<Snapshot> => ({
    userId,
    placeId: id,
    prepare: async (snapshot) => {
      const p = ownPlace(snapshot.state, id, userId)
      return p ? prepare(p, snapshot) : fail('notFound')
    },
    async attach({ state }, { facts: { intentId, attempt } }) {
      const own = { participantId: id, userId }
      const attach = { type: 'attachIntent' as const, purpose, ...own, attempt, intentId }
      const attached = await objects.execute(state.id, attach)
      if (!attached.ok) return attached
      const p = ownPlace(attached.value.state, id, userId)
      const open = p && (purpose === 'deposit' ? openDeposit(p) : p.balance)
      return ok([attached.value, open?.intentId === intentId])
    },
    async settle(intent) {
      const own = ofPlace(ok(intent))
      if (!own.ok) return own
      // Use this group's participant id: what moved here was paid for a place in another group.
      const facts = { ...own.value.facts, participantId: id }
      return applyToGroup<S['id'], Snapshot>(group, (to, about) =>
        objects.execute(to, { type: 'settle', facts: about }),
      )({ facts })
    },
  })

  const intentFor = (state: S, p: PlaceIn<S>, attempt: number) => ({
    ...kind.intentFor(state),
    participantId: p.id,
    userId: p.userId,
    attempt,
  })

  const depositOf = (place: Place, group: S['id']) =>
    chargeOf(place, group, 'deposit', async (p, snapshot) => {
      const { state } = snapshot
      const refused = refuseDeposit(kind, state, p, clock.now())
      if (refused) return refused
      const { intentId, attempt } = openDeposit(p)
      if (intentId !== null) return ok([snapshot, { do: 'read', intentId }])
      const intent = {
        ...intentFor(state, p, attempt),
        purpose: 'deposit' as const,
        amount: p.inFull ?? DEPOSIT_PENCE,
        inFull: p.inFull !== undefined,
      }
      return ok([snapshot, { do: 'create', intent }])
    })

  /**
   * The group works out the amount and records it first; then points are set aside in the ledger;
   * then an intent for the rest is created.
   */
  const balanceOf = (place: Place, group: S['id'], wanted: PointsWanted) =>
    chargeOf(place, group, 'balance', async (before, from) => {
      const open = before.balance.intentId
      const [points, { pointsPerPound }] = await Promise.all([
        pointsFor(before, wanted),
        settings.read(),
      ])
      if (!points.ok) return points
      const begun = await objects.execute(group, {
        type: 'beginBalance',
        participantId: before.id,
        userId: before.userId,
        points: points.value,
        pointsPerPound,
      })
      if (!begun.ok && begun.error.code === 'unavailable' && open)
        return ok([from, { do: 'end', intentId: open }])
      const ready = begun.ok ? await setAside(begun.value, before) : begun
      if (!ready.ok) return ready
      const snapshot = ready.value
      const p = ownPlace(snapshot.state, before.id, before.userId)
      if (!p) return fail('notFound')
      const { quote, reserved, intentId, attempt } = p.balance
      // If more points were used than this call asked for, another call of the student paid it.
      if (isPaid(p.balance) && intentId === null)
        return wanted === 'all' || (quote?.points ?? 0) <= wanted
          ? ok([snapshot, { do: 'done' }])
          : fail('alreadyPaid')
      if (!quote || !reserved) return ok([snapshot, { do: 'again' }])
      if (intentId !== null) return ok([snapshot, { do: 'read', intentId }])
      const { amount } = quote
      const purpose = 'balance' as const
      const intent = { ...intentFor(snapshot.state, p, attempt), purpose, amount }
      return ok([snapshot, { do: 'create', intent }])
    })

  /**
   * The points to use. The student has all of theirs, including those set aside for this very try.
   * Fails with notEnoughPoints for more than that.
   */
  async function pointsFor(p: Place, wanted: PointsWanted): Promise<Result<number>> {
    if (wanted === 0) return ok(0)
    const own = await findSpendablePoints(db, p.userId, balanceOperation(p.id, p.balance.attempt))
    if (wanted === 'all') return ok(own)
    return wanted <= own ? ok(wanted) : fail('notEnoughPoints')
  }

  /** Sets the try's points aside, if any are not yet, and tells the group whether that worked. */
  async function setAside(begun: Snapshot, { id, userId }: Place): Promise<Result<Snapshot>> {
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
    return objects.execute(state.id, reservedNow)
  }

  return {
    /**
     * The deposit of a place, ready to be paid or paid again: the intent it has, or a new one if
     * that is used up. `keepCard`: see `createCharges`.
     */
    async payDeposit(
      place: Place,
      from: Snapshot,
      keepCard: boolean,
    ): Promise<Result<PayableDeposit<S['id']>>> {
      const begun = await charges.begin(depositOf(place, from.state.id), from, keepCard)
      if (!begun.ok) return begun
      const [{ state }, intent] = begun.value
      const p = ownPlace(state, place.id, place.userId)
      return p && intent ? ok(toDeposit(kind, state, p, intent)) : fail('paymentInitFailed')
    },

    /**
     * Settles a place's payment and returns the group as it is then. Fails with holdExpired or
     * paymentNotConfirmed if the deposit does not stand.
     */
    async confirmDeposit(place: Place, from: Snapshot): Promise<Result<Snapshot>> {
      const intentId = place.seat === 'gone' ? null : openDeposit(place).intentId
      const settled = intentId
        ? await charges.settle(depositOf(place, from.state.id), intentId)
        : ok(from)
      if (!settled.ok) return settled
      const p = ownPlace(settled.value.state, place.id, place.userId)
      if (p?.seat === 'taken' && !isBegun(p.renewal)) return settled
      return fail(
        !p || p.seat === 'gone' || isMoneySentBack(p) ? 'holdExpired' : 'paymentNotConfirmed',
      )
    },

    /** Settles one payment of a place. Fails if Stripe does not answer. */
    settle: (place: Place, from: Snapshot, intentId: string): Promise<Result<Snapshot>> =>
      charges.settle(depositOf(place, from.state.id), intentId),

    /**
     * The balance of a place, ready to be paid, with all, some or none of the student's points.
     * Repeating the call returns the same one. Fails with balanceNotDue, alreadyPaid,
     * depositReleased, operationExpired, notEnoughPoints, paymentInitFailed or rateLimited.
     */
    async payBalance(
      place: Place,
      from: Snapshot,
      wanted: PointsWanted,
    ): Promise<Result<PayableBalance<S['id']>>> {
      const begun = await charges.begin(balanceOf(place, from.state.id, wanted), from)
      if (!begun.ok) return begun
      const [{ state }, intent] = begun.value
      const p = ownPlace(state, place.id, place.userId)
      return p ? ok(toBalance(state, p, intent)) : fail('notFound')
    },

    /**
     * Settles a place's balance and returns the group as it is then. Fails with paymentNotConfirmed
     * if the balance is not paid.
     */
    async confirmBalance(place: Place, from: Snapshot): Promise<Result<Snapshot>> {
      const { intentId } = place.balance
      if (isPaid(place.balance)) return ok(from)
      if (!intentId) return fail('paymentNotConfirmed')
      const settled = await charges.settle(balanceOf(place, from.state.id, 0), intentId)
      return !settled.ok || isPaidIn(settled.value, place) ? settled : fail('paymentNotConfirmed')
    },

    /**
     * Ends a try that was begun: cancels its intent and returns its points. Without an intent, it
     * ends when its time runs out. Fails with alreadyPaid, or with paymentNotConfirmed while the
     * bank is processing it.
     */
    async giveUpBalance(place: Place, from: Snapshot): Promise<Result<Snapshot>> {
      const { intentId } = place.balance
      const ended =
        isUnpaid(place.balance) && intentId
          ? await charges.end(balanceOf(place, from.state.id, 0), intentId)
          : ok(from)
      return ended.ok && isPaidIn(ended.value, place) ? fail('alreadyPaid') : ended
    },
  }
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
