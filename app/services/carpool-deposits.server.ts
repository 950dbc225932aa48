import type { Participant } from '../domain/carpool/state.ts'
import { type CarpoolState, findParticipant, isGroupOpen } from '../domain/carpool/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '../domain/id.ts'
import type { MinorUnits } from '../domain/money.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Clock, Instant } from '../domain/time.ts'
import type { CardLimits } from './card-limits.server.ts'
import type { CarpoolObjects, CarpoolSnapshot } from './carpool-objects.server.ts'
import type { DepositIntent, Payments } from './payments.server.ts'
import { settle } from './settle.server.ts'

/** A deposit that can be paid now: what the browser needs to confirm the card. Amounts in pence. */
export type PayableDeposit = {
  carpoolId: CarpoolId
  participantId: ParticipantId
  clientSecret: string
  amount: MinorUnits
  currency: 'gbp'
  holdExpiresAt: Instant
}

/** Rounds in which an intent may turn out to be overtaken before giving up. */
const ROUNDS = 3

type Deps = { objects: CarpoolObjects; payments: Payments; limits: CardLimits; clock: Clock }

/** The viewer's own place; somebody else's is not there. */
export function ownPlace(state: CarpoolState, viewer: UserId, id: string): Participant | null {
  const p = findParticipant(state, id)
  return p?.userId === viewer ? p : null
}

/** Deposits of carpool places: the intent to pay one, and what has become of it. */
export function createDeposits({ objects, payments, limits, clock }: Deps) {
  const apply = (id: CarpoolId, facts: DepositIntent['facts'], eventId?: string) =>
    objects.execute(id, { type: 'settle', facts }, eventId)

  /** Makes the intent of the place's attempt and tells the carpool of it, before anybody may have its secret. */
  async function make(
    state: CarpoolState,
    p: Participant,
  ): Promise<Result<[DepositIntent, CarpoolSnapshot]>> {
    const { attempt } = p.deposit
    const place = { carpoolId: state.id, participantId: p.id, userId: p.userId }
    const counted = await limits.takePayment(p.userId)
    if (!counted.ok) return counted
    const made = await payments.createDepositIntent({ ...place, attempt })
    if (!made.ok) return made
    const { intentId } = made.value.facts
    const told = await objects.execute(state.id, { type: 'attachIntent', ...place, attempt, intentId })
    const known = told.ok && findParticipant(told.value.state, p.id)?.deposit.intentId === intentId
    // Nobody can pay it, so leaving it would be harmless; but tidy.
    if (!known) await payments.release(intentId, 'unpaid', `unused:${intentId}`)
    return told.ok ? ok([made.value, told.value]) : told
  }

  return {
    /** The deposit of a place, ready to be paid: the intent it has, or a new one when that is spent. */
    async payable(viewer: UserId, from: CarpoolSnapshot, id: string): Promise<Result<PayableDeposit>> {
      let { state } = from
      const allowed = await limits.mayPay(viewer)
      if (!allowed.ok) return allowed
      for (let round = 0; round < ROUNDS; round++) {
        const p = ownPlace(state, viewer, id)
        if (!p) return fail('notFound')
        const refused = refusePayment(state, p, clock.now())
        if (refused) return refused
        if (p.deposit.intentId === null) {
          const made = await make(state, p)
          if (!made.ok) return made
          const [intent, snapshot] = made.value
          state = snapshot.state
          if (isCurrent(state, p.id, intent)) return ok(toPayable(state, p, intent))
          continue
        }
        const read = await payments.read(p.deposit.intentId)
        if (!read.ok) return fail('paymentInitFailed')
        if (read.value.facts.money === 'unpaid') return ok(toPayable(state, p, read.value))
        if (read.value.facts.money === 'processing') return fail('paymentNotConfirmed')
        const told = await apply(state.id, read.value.facts)
        if (!told.ok) return told
        state = told.value.state
      }
      return fail('paymentInitFailed')
    },

    /** Settles a place's payment and says whether its seat is taken. Gives the carpool as it is then. */
    async confirm(viewer: UserId, from: CarpoolSnapshot, id: string): Promise<Result<CarpoolSnapshot>> {
      const before = ownPlace(from.state, viewer, id)
      if (!before) return fail('notFound')
      const { intentId } = before.deposit
      const undecided = before.seat === 'held' || before.seat === 'lapsing'
      const settled = undecided && intentId ? await settle(intentId, { payments, apply }) : ok(from)
      if (!settled.ok) return settled
      const p = ownPlace(settled.value.state, viewer, id)
      if (p?.seat === 'taken') return settled
      return fail(p?.seat === 'gone' || p?.leaving === 'givenUp' ? 'holdExpired' : 'paymentNotConfirmed')
    },

    /**
     * What a webhook asks for. An intent that is none of ours changes nothing, and asking for it
     * again would not help: that is no failure. `declined`: the event says that a card was refused; after
     * too many of them the payment is closed, so that its secret is of no more use for trying out cards.
     */
    async settle(intentId: string, event?: { id: string; declined: boolean }): Promise<Result<null>> {
      const settled = await settle(intentId, {
        payments,
        act: async (intent) => {
          const tooMany = event?.declined && (await limits.countDecline(intent.userId, event.id))
          if (!tooMany || intent.facts.money !== 'unpaid') return ok(intent)
          return payments.release(intentId, 'unpaid', `declined:${intentId}`)
        },
        apply: (car, facts) => apply(car, facts, event?.id),
      })
      return settled.ok || settled.error.code === 'notFound' ? ok(null) : settled
    },
  }
}

function refusePayment(state: CarpoolState, p: Participant, now: Instant): Result<never> | null {
  if (p.seat === 'taken') return fail('alreadyPaid')
  if (p.seat !== 'held' || now >= p.holdExpiresAt) return fail('holdExpired')
  return isGroupOpen(state) && now >= state.cutoffAt ? fail('cutoffPassed') : null
}

const isCurrent = (state: CarpoolState, id: string, { facts }: DepositIntent): boolean =>
  findParticipant(state, id)?.deposit.intentId === facts.intentId

const toPayable = (state: CarpoolState, p: Participant, intent: DepositIntent): PayableDeposit => ({
  carpoolId: state.id,
  participantId: p.id,
  clientSecret: intent.clientSecret,
  amount: intent.amount,
  currency: 'gbp',
  holdExpiresAt: p.holdExpiresAt,
})
