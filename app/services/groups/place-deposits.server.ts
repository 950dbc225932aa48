import {
  findParticipant,
  type Group,
  isGroupOpen,
  isMoneySentBack,
  ownPlace,
  type Place,
  type PlaceIn,
} from '#app/domain/group/state.ts'
import type { ParticipantId, UserId } from '#app/domain/id.ts'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { PlaceIntent } from '#app/services/payments/payments.server.ts'
import { applyToGroup, reconcile } from '#app/services/payments/reconcile.server.ts'
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

/** How many rounds may be overtaken by another change before giving up. */
const ROUNDS = 3

/**
 * The intent that pays the place's deposit: its own or, once the seat is taken, the one that
 * replaces it. Null if there is none.
 */
const openIntent = (p: Place): string | null =>
  p.seat === 'taken' ? (p.deposit.next?.intentId ?? null) : p.deposit.intentId

/** Deposits of places in one kind of group: the intent to pay one, and what became of it. */
export function createPlaceDeposits<S extends Group>({
  kind,
  objects,
  payments,
  customers,
  limits,
  clock,
}: PaidDeps<S>) {
  type Snapshot = GroupSnapshot<S>

  const apply = (state: S, p: Place, facts: PlaceIntent['facts']) =>
    objects.execute(state.id, { type: 'settle', facts: { ...facts, participantId: p.id } })

  const settlePlace = (state: S, p: Place, intentId: string): Promise<Result<Snapshot>> =>
    reconcile(intentId, {
      read: payments.places.read,
      apply: applyToGroup(state.id, (_, facts) => apply(state, p, facts)),
    })

  /**
   * Creates the intent for the place's attempt and attaches it to the group before anybody gets its
   * secret.
   */
  async function make(state: S, p: PlaceIn<S>): Promise<Result<[PlaceIntent, Snapshot]>> {
    const { attempt } = p.deposit
    const place = { participantId: p.id, userId: p.userId, attempt }
    const may = await limits.mayStart(p.userId, p.id)
    if (!may.ok) return may
    const customerId = await customers.idFor(p.userId)
    const made = await payments.places.createIntent({
      ...kind.intentFor(state),
      ...place,
      purpose: 'deposit',
      amount: p.inFull ?? DEPOSIT_PENCE,
      inFull: p.inFull !== undefined,
      customerId,
    })
    if (!made.ok) return made
    const { intentId } = made.value.facts
    const attach = {
      type: 'attachIntent' as const,
      purpose: 'deposit' as const,
      ...place,
      intentId,
    }
    const applied = await objects.execute(state.id, attach)
    const now = applied.ok && findParticipant(applied.value.state, p.id)
    // Nobody has its secret, so leaving it would be harmless; this only tidies up.
    if (!now || openIntent(now) !== intentId)
      await payments.places.release(intentId, 'unpaid', `unused:${intentId}`)
    return applied.ok ? ok([made.value, applied.value]) : applied
  }

  return {
    /**
     * The deposit of a place, ready to be paid or paid again: the intent it has, or a new one if
     * that is used up.
     */
    async payable(
      viewer: UserId,
      from: Snapshot,
      id: string,
    ): Promise<Result<PayableDeposit<S['id']>>> {
      let { state } = from
      const allowed = await limits.mayPay(viewer)
      if (!allowed.ok) return allowed
      for (let round = 0; round < ROUNDS; round++) {
        const p = ownPlace(state, id, viewer)
        if (!p) return fail('notFound')
        const refused = refusePayment(kind, state, p, clock.now())
        if (refused) return refused
        const intentId = openIntent(p)
        if (intentId === null) {
          const made = await make(state, p)
          if (!made.ok) return made
          const [intent, snapshot] = made.value
          state = snapshot.state
          const now = findParticipant(state, p.id)
          if (now && openIntent(now) === intent.facts.intentId)
            return ok(toPayable(kind, state, now, intent))
          continue
        }
        const read = await payments.places.read(intentId)
        if (!read.ok) return fail('paymentInitFailed')
        if (read.value.facts.money === 'unpaid') return ok(toPayable(kind, state, p, read.value))
        if (read.value.facts.money === 'processing') return fail('paymentNotConfirmed')
        const applied = await apply(state, p, read.value.facts)
        if (!applied.ok) return applied
        state = applied.value.state
      }
      return fail('paymentInitFailed')
    },

    /**
     * Settles a place's payment and returns the group as it is then. Fails with holdExpired or
     * paymentNotConfirmed if the deposit does not stand.
     */
    async confirm(viewer: UserId, from: Snapshot, id: string): Promise<Result<Snapshot>> {
      const before = ownPlace(from.state, id, viewer)
      if (!before) return fail('notFound')
      const intentId = before.seat === 'gone' ? null : openIntent(before)
      const settled = intentId ? await settlePlace(from.state, before, intentId) : ok(from)
      if (!settled.ok) return settled
      const p = ownPlace(settled.value.state, id, viewer)
      if (p?.seat === 'taken' && p.deposit.next === null) return settled
      return fail(
        !p || p.seat === 'gone' || isMoneySentBack(p) ? 'holdExpired' : 'paymentNotConfirmed',
      )
    },

    /** Settles one payment of a place. Fails if Stripe does not answer. */
    settle: settlePlace,
  }
}

function refusePayment<S extends Group>(
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
  return isGroupOpen(state) && now >= state.cutoffAt ? fail('cutoffPassed') : null
}

const toPayable = <S extends Group>(
  { rules }: PaidKind<S>,
  state: S,
  p: Place,
  intent: PlaceIntent,
): PayableDeposit<S['id']> => ({
  groupId: state.id,
  participantId: p.id,
  clientSecret: intent.clientSecret,
  amount: intent.amount,
  currency: 'gbp',
  holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : rules.payableUntil(state, p),
})
