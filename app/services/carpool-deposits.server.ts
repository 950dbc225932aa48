import { isDepositValid, refuseRepay, standingOf } from '../domain/carpool/lifecycle.ts'
import type { CarpoolState, Participant } from '../domain/carpool/state.ts'
import { findParticipant, isGroupOpen, ownPlace } from '../domain/group/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '../domain/id.ts'
import { DEPOSIT_PENCE } from '../domain/limits.ts'
import type { MinorUnits } from '../domain/money.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Clock, Instant } from '../domain/time.ts'
import type { CardLimits } from './card-limits.server.ts'
import type { CarpoolObjects, CarpoolSnapshot } from './carpool-objects.server.ts'
import type { Customers } from './customers.server.ts'
import type { CarpoolIntent, Payments, PlaceIntent } from './payments.server.ts'
import { settle, tellGroup } from './settle.server.ts'

/** A deposit that can be paid now: what the browser needs to confirm the card. Amounts in pence. */
export type PayableDeposit = {
  carpoolId: CarpoolId
  participantId: ParticipantId
  clientSecret: string
  amount: MinorUnits
  currency: 'gbp'
  /** Until when it can be paid: the end of the hold; departure, for one that is paid again. */
  holdExpiresAt: Instant
}

/** Whether a deposit stands (API.md, participant/status); a payment of it that was begun can be gone on with. */
export type DepositStanding = {
  carpoolId: CarpoolId
  isValid: boolean
  status: string
  clientSecret: string | null
}

/** Rounds in which an intent may turn out to be overtaken before giving up. */
const ROUNDS = 3

type Deps = {
  objects: CarpoolObjects
  payments: Payments
  customers: Customers
  limits: CardLimits
  clock: Clock
}

/** The intent with which a place's deposit is, or is to be, paid: the seat's own, or one in place of it. */
const openIntent = (p: Participant): string | null =>
  p.seat === 'taken' ? (p.deposit.next?.intentId ?? null) : p.deposit.intentId

/** Deposits of carpool places: the intent to pay one, and what has become of it. */
export function createDeposits({ objects, payments, customers, limits, clock }: Deps) {
  const apply = (id: CarpoolId, facts: PlaceIntent['facts'], eventId?: string) =>
    objects.execute(id, { type: 'settle', facts }, eventId)

  /** Makes the intent of the place's attempt and tells the carpool of it, before anybody may have its secret. */
  async function make(state: CarpoolState, p: Participant): Promise<Result<[PlaceIntent, CarpoolSnapshot]>> {
    const { attempt } = p.deposit
    const place = { carpoolId: state.id, participantId: p.id, userId: p.userId, attempt }
    const counted = await limits.takePayment(p.userId)
    if (!counted.ok) return counted
    const customerId = await customers.idFor(p.userId)
    const made = await payments.places.createIntent({
      ...place,
      purpose: 'deposit',
      amount: DEPOSIT_PENCE,
      customerId,
    })
    if (!made.ok) return made
    const { intentId } = made.value.facts
    const attach = { type: 'attachIntent' as const, purpose: 'deposit' as const, ...place, intentId }
    const told = await objects.execute(state.id, attach)
    const now = told.ok && findParticipant(told.value.state, p.id)
    // Nobody can pay it, so leaving it would be harmless; but tidy.
    if (!now || openIntent(now) !== intentId)
      await payments.places.release(intentId, 'unpaid', `unused:${intentId}`)
    return told.ok ? ok([made.value, told.value]) : told
  }

  return {
    /** The deposit of a place, ready to be paid or paid again: the intent it has, or a new one when that is spent. */
    async payable(viewer: UserId, from: CarpoolSnapshot, id: string): Promise<Result<PayableDeposit>> {
      let { state } = from
      const allowed = await limits.mayPay(viewer)
      if (!allowed.ok) return allowed
      for (let round = 0; round < ROUNDS; round++) {
        const p = ownPlace(state, id, viewer)
        if (!p) return fail('notFound')
        const refused = refusePayment(state, p, clock.now())
        if (refused) return refused
        const intentId = openIntent(p)
        if (intentId === null) {
          const made = await make(state, p)
          if (!made.ok) return made
          const [intent, snapshot] = made.value
          state = snapshot.state
          const now = findParticipant(state, p.id)
          if (now && openIntent(now) === intent.facts.intentId) return ok(toPayable(state, now, intent))
          continue
        }
        const read = await payments.places.read(intentId)
        if (!read.ok) return fail('paymentInitFailed')
        if (read.value.facts.money === 'unpaid') return ok(toPayable(state, p, read.value))
        if (read.value.facts.money === 'processing') return fail('paymentNotConfirmed')
        const told = await apply(state.id, { ...read.value.facts, participantId: p.id })
        if (!told.ok) return told
        state = told.value.state
      }
      return fail('paymentInitFailed')
    },

    /** Settles a place's payment and says whether its deposit stands. Gives the carpool as it is then. */
    async confirm(viewer: UserId, from: CarpoolSnapshot, id: string): Promise<Result<CarpoolSnapshot>> {
      const before = ownPlace(from.state, id, viewer)
      if (!before) return fail('notFound')
      const intentId = before.seat === 'gone' ? null : openIntent(before)
      const settled = intentId
        ? await settle(intentId, {
            read: payments.places.read,
            tell: tellGroup(from.state.id, (_, facts) =>
              apply(from.state.id, { ...facts, participantId: before.id }),
            ),
          })
        : ok(from)
      if (!settled.ok) return settled
      const p = ownPlace(settled.value.state, id, viewer)
      if (p?.seat === 'taken' && p.deposit.next === null) return settled
      return fail(p?.seat === 'gone' || p?.leaving === 'givenUp' ? 'holdExpired' : 'paymentNotConfirmed')
    },

    /**
     * Whether the deposit of a confirmed place stands: from what the carpool was told, and from Stripe only
     * when that is in doubt, since the bank's deadline has passed without an answer. With the secret of a
     * payment that was begun to pay it again.
     */
    async standing(viewer: UserId, from: CarpoolSnapshot, id: string): Promise<Result<DepositStanding>> {
      const before = ownPlace(from.state, id, viewer)
      if (!before) return fail('notFound')
      const { status, deadlinePassed, intentId } = before.deposit
      const inDoubt = before.seat === 'taken' && status === 'held' && deadlinePassed && intentId !== null
      const told = inDoubt
        ? await settle(intentId, {
            read: payments.places.read,
            tell: tellGroup(from.state.id, (_, facts) =>
              apply(from.state.id, { ...facts, participantId: before.id }),
            ),
          })
        : ok(from)
      // Stripe silent: what the carpool knows is the best there is.
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
        status: facts.renewalFailed && facts.depositStatus === 'held' ? 'expiring' : facts.depositStatus,
        clientSecret: open ? intent.value.clientSecret : null,
      })
    },

    /** Tells a carpool of a payment that a webhook was about. */
    told: (intent: CarpoolIntent, eventId?: string): Promise<Result<CarpoolSnapshot>> =>
      tellGroup(intent.carpoolId, (car, facts) => apply(car, facts, eventId))(intent),
  }
}

function refusePayment(state: CarpoolState, p: Participant, now: Instant): Result<never> | null {
  if (p.seat === 'taken') {
    const refused = refuseRepay(standingOf(state, p), now)
    return refused && fail(refused)
  }
  if (p.seat !== 'held' || now >= p.holdExpiresAt) return fail('holdExpired')
  return isGroupOpen(state) && now >= state.cutoffAt ? fail('cutoffPassed') : null
}

const toPayable = (state: CarpoolState, p: Participant, intent: PlaceIntent): PayableDeposit => ({
  carpoolId: state.id,
  participantId: p.id,
  clientSecret: intent.clientSecret,
  amount: intent.amount,
  currency: 'gbp',
  holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : state.carpoolAt,
})
