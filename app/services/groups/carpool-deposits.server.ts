import { isDepositValid, refuseRepay, standingOf } from '#app/domain/carpool/lifecycle.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import { ownPlace } from '#app/domain/group/state.ts'
import type { CarpoolId, UserId } from '#app/domain/id.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock } from '#app/domain/time.ts'
import type { Customers } from '#app/services/payments/customers.server.ts'
import type { PaymentLimits } from '#app/services/payments/payment-limits.server.ts'
import type { CarpoolIntent, Payments } from '#app/services/payments/payments.server.ts'
import { tellGroup } from '#app/services/payments/settle.server.ts'
import { carpoolPlaces } from './carpool-kind.server.ts'
import type { CarpoolObjects, CarpoolSnapshot } from './carpool-objects.server.ts'
import { createPlaceDeposits, type PayablePlace } from './place-deposits.server.ts'

/** A deposit that can be paid now (`PayablePlace`). */
export type PayableDeposit = Omit<PayablePlace<CarpoolId>, 'groupId'> & { carpoolId: CarpoolId }

/** Whether a deposit stands. `clientSecret`: to continue a payment of it that was begun. */
export type DepositStanding = {
  carpoolId: CarpoolId
  isValid: boolean
  status: string
  clientSecret: string | null
}

type Deps = {
  objects: CarpoolObjects
  payments: Payments
  customers: Customers
  limits: PaymentLimits
  clock: Clock
}

/**
 * Deposits of carpool places: as in any group, plus what follows from their being held only for a
 * time.
 */
export function createDeposits(deps: Deps) {
  const { objects, payments, clock } = deps
  const places = createPlaceDeposits<CarpoolState>({ ...deps, kind: carpoolPlaces })

  return {
    /**
     * The deposit of a place, ready to be paid or paid again: the intent it has, or a new one if
     * that is used up.
     */
    async payable(
      viewer: UserId,
      from: CarpoolSnapshot,
      id: string,
    ): Promise<Result<PayableDeposit>> {
      const payable = await places.payable(viewer, from, id)
      if (!payable.ok) return payable
      const { groupId, ...rest } = payable.value
      return ok({ carpoolId: groupId, ...rest })
    },

    /**
     * Settles a place's payment and returns the carpool as it is then. Fails with holdExpired or
     * paymentNotConfirmed if the deposit does not stand.
     */
    confirm: places.confirm,

    /**
     * Whether the deposit of a confirmed place stands. This comes from what the carpool knows, and
     * from Stripe only in doubt: when the bank's deadline has passed without an answer. Includes
     * the secret of a payment that was begun to pay the deposit again.
     */
    async standing(
      viewer: UserId,
      from: CarpoolSnapshot,
      id: string,
    ): Promise<Result<DepositStanding>> {
      const before = ownPlace(from.state, id, viewer)
      if (!before) return fail('notFound')
      const { status, deadlinePassed, intentId } = before.deposit
      const inDoubt =
        before.seat === 'taken' && status === 'held' && deadlinePassed && intentId !== null
      const told = inDoubt ? await places.settle(from.state, before, intentId) : ok(from)
      // If Stripe does not answer, what the carpool knows is the best we have.
      const { state } = told.ok ? told.value : from
      const p = ownPlace(state, id, viewer) ?? before
      const facts = standingOf(state, p)
      const isValid = isDepositValid(facts)
      const next = !isValid && refuseRepay(facts, clock.now()) === null ? p.deposit.next : null
      const intent = next && (await payments.places.read(next.intentId))
      const open = intent?.ok && intent.value.facts.money === 'unpaid'
      return ok({
        carpoolId: state.id,
        isValid,
        status:
          facts.renewalFailed && facts.depositStatus === 'held' ? 'expiring' : facts.depositStatus,
        clientSecret: open ? intent.value.clientSecret : null,
      })
    },

    /** Reports a payment from a webhook to its carpool. */
    told: (intent: CarpoolIntent, eventId?: string): Promise<Result<CarpoolSnapshot>> =>
      tellGroup(intent.carpoolId, (car, facts) =>
        objects.execute(car, { type: 'settle', facts }, eventId),
      )(intent),
  }
}
