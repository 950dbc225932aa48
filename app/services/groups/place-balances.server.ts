import { type Group, ownPlace, type Place } from '#app/domain/group/state.ts'
import type { ParticipantId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { balanceOperation } from '#app/domain/points.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { PlaceIntent } from '#app/services/payments/payments.server.ts'
import { applyToGroup, reconcile } from '#app/services/payments/reconcile.server.ts'
import { findSpendablePoints, reservePoints } from '#db/queries/points.ts'
import type { PaidDeps } from './group-kind.server.ts'
import type { GroupSnapshot } from './group-objects.server.ts'

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

/** How many rounds may be overtaken by another change before giving up. */
const ROUNDS = 4

/**
 * Balances of places in one kind of group (docs/rules.md#balance). The group works out the amount
 * and records it first; then points are set aside in the ledger; then an intent is created and
 * attached to the group; only then is its secret given out. A try that breaks off at any step is
 * continued, or ended by the group's clock.
 */
export function createPlaceBalances<S extends Group>(deps: PaidDeps<S>) {
  const { kind, db, objects, payments, customers, settings, limits, clock } = deps
  type Snapshot = GroupSnapshot<S>

  const applyTo =
    (id: S['id'], participantId: string) => (_: unknown, facts: PlaceIntent['facts']) =>
      objects.execute(id, { type: 'settle', facts: { ...facts, participantId } })

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

  /** Settles the intent of an open try. With `end`, cancels it first if it is not paid. */
  const lookAt = (state: S, p: Place, intentId: string, end: boolean) =>
    reconcile(intentId, {
      read: payments.places.read,
      act: async (intent) => {
        const { money } = intent.facts
        const key = `ended:${intentId}:${crypto.randomUUID()}`
        return end && money === 'unpaid'
          ? payments.places.release(intentId, money, key)
          : ok(intent)
      },
      apply: applyToGroup(state.id, applyTo(state.id, p.id)),
    })

  /** Sets the try's points aside and tells the group whether that worked. */
  async function setAside(state: S, p: Place): Promise<Result<Snapshot>> {
    const { quote, attempt } = p.balance
    if (!quote) return fail('unavailable')
    const params = kind.pointsParams(state)
    const operationId = balanceOperation(p.id, attempt)
    const { points } = quote
    const granted =
      params !== null &&
      (await reservePoints(db, { operationId, userId: p.userId, points, params, now: clock.now() }))
    return objects.execute(state.id, {
      type: 'pointsReserved',
      participantId: p.id,
      attempt,
      granted,
    })
  }

  /** Creates the try's intent and attaches it to the group before anybody gets its secret. */
  async function makeIntent(state: S, p: Place): Promise<Result<Snapshot>> {
    const { quote, attempt } = p.balance
    if (!quote) return fail('unavailable')
    const may = await limits.mayStart(p.userId, p.id)
    if (!may.ok) return may
    const place = { participantId: p.id, userId: p.userId, attempt }
    const customerId = await customers.idFor(p.userId)
    const made = await payments.places.createIntent({
      ...kind.intentFor(state),
      ...place,
      purpose: 'balance',
      amount: quote.amount,
      customerId,
    })
    if (!made.ok) return made
    const { intentId } = made.value.facts
    const attach = {
      type: 'attachIntent' as const,
      purpose: 'balance' as const,
      ...place,
      intentId,
    }
    const applied = await objects.execute(state.id, attach)
    const known =
      applied.ok && ownPlace(applied.value.state, p.id, p.userId)?.balance.intentId === intentId
    // Nobody has its secret, so leaving it would be harmless; this only tidies up.
    if (!known) await payments.places.release(intentId, 'unpaid', `unused:${intentId}`)
    return applied
  }

  /** Reads an open intent: returns it if it can be paid, or settles it if it has moved on. */
  async function readOpen(state: S, p: Place, intentId: string) {
    const read = await payments.places.read(intentId)
    if (!read.ok) return fail('paymentInitFailed')
    const { facts } = read.value
    if (facts.money === 'unpaid') return ok(toPayable(state, p, read.value))
    if (facts.money === 'processing') return fail('paymentNotConfirmed')
    return applyTo(state.id, p.id)(state.id, facts)
  }

  /**
   * Takes the next step of a try that was just begun or found. Returns the payment when nothing
   * more is to be done.
   */
  async function continueAttempt(
    before: S,
    was: Place,
    begun: Result<Snapshot>,
  ): Promise<Result<Snapshot | PayableBalance<S['id']>>> {
    const open = was.balance.intentId
    // The quote differs from the open one: that one must be cancelled, or turn out paid, first.
    if (!begun.ok && begun.error.code === 'unavailable' && open)
      return lookAt(before, was, open, true)
    if (!begun.ok) return begun
    const { state } = begun.value
    const p = ownPlace(state, was.id, was.userId)
    if (!p) return fail('notFound')
    if (p.balance.paid !== null) return begun
    if (!p.balance.reserved) return setAside(state, p)
    return p.balance.intentId ? readOpen(state, p, p.balance.intentId) : makeIntent(state, p)
  }

  return {
    /**
     * The balance of a place, ready to be paid, with all, some or none of the student's points.
     * Repeating the call returns the same one. Fails with balanceNotDue, alreadyPaid,
     * depositReleased, operationExpired, notEnoughPoints, paymentInitFailed or rateLimited.
     */
    async payable(
      viewer: UserId,
      from: Snapshot,
      id: string,
      wanted: PointsWanted,
    ): Promise<Result<PayableBalance<S['id']>>> {
      const allowed = await limits.mayPay(viewer)
      if (!allowed.ok) return allowed
      const { pointsPerPound } = await settings.read()
      let { state } = from
      for (let round = 0; round < ROUNDS; round++) {
        const p = ownPlace(state, id, viewer)
        if (!p) return fail('notFound')
        // Paid with points alone meanwhile; card payments are completed by `confirm`. If more
        // points were used than this call asked for, another call of the same student paid it.
        if (p.balance.paid !== null && round > 0 && !p.balance.intentId) {
          const paid = toPayable(state, p, null)
          return wanted === 'all' || paid.pointsDeducted <= wanted ? ok(paid) : fail('alreadyPaid')
        }
        const points = await pointsFor(p, wanted)
        if (!points.ok) return points
        const own = { participantId: p.id, userId: viewer }
        const begun = await objects.execute(state.id, {
          type: 'beginBalance',
          ...own,
          points: points.value,
          pointsPerPound,
        })
        const next = await continueAttempt(state, p, begun)
        if (!next.ok) return next
        if ('amount' in next.value) return ok(next.value)
        state = next.value.state
      }
      return fail('paymentInitFailed')
    },

    /**
     * Settles a place's balance and returns the group as it is then. Fails with paymentNotConfirmed
     * if the balance is not paid.
     */
    async confirm(viewer: UserId, from: Snapshot, id: string): Promise<Result<Snapshot>> {
      const p = ownPlace(from.state, id, viewer)
      if (!p) return fail('notFound')
      if (p.balance.paid !== null) return ok(from)
      if (!p.balance.intentId) return fail('paymentNotConfirmed')
      const settled = await lookAt(from.state, p, p.balance.intentId, false)
      if (!settled.ok) return settled
      const now = ownPlace(settled.value.state, id, viewer)
      return now && now.balance.paid !== null ? settled : fail('paymentNotConfirmed')
    },

    /**
     * Ends a try that was begun: cancels its intent and returns its points. Without an intent, it
     * ends when its time runs out. Fails with alreadyPaid.
     */
    async giveUp(viewer: UserId, from: Snapshot, id: string): Promise<Result<Snapshot>> {
      const p = ownPlace(from.state, id, viewer)
      if (!p) return fail('notFound')
      const { intentId, paid } = p.balance
      const ended =
        paid === null && intentId ? await lookAt(from.state, p, intentId, true) : ok(from)
      if (!ended.ok) return ended
      const now = ownPlace(ended.value.state, id, viewer)
      return now && now.balance.paid !== null ? fail('alreadyPaid') : ended
    },
  }
}

function toPayable<S extends Group>(
  state: S,
  p: Place,
  intent: PlaceIntent | null,
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
