import { findSpendablePoints, reservePoints } from '#app/account/rows/points.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { findParticipant, type Place } from '#app/group/rules/state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { balanceOperation } from '#app/kernel/points.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import type { IntentFor } from '#app/payments/service/payments.server.ts'
import type { EffectDeps } from './effect-deps.ts'

// A balance is charged like any other: its amount is fixed, its points are set aside, and one
// payment is made for the rest, here off session. Meanwhile nobody else can begin one
// (app/features/auto-pay), so its outcome decides about the place.

/**
 * Charges a balance to the saved card. If it is no longer wanted, but an earlier try with an
 * unknown outcome may have made the payment, looks for it, so that the group can decide.
 */
export async function autoPay(
  participantId: ParticipantId,
  attempt: number,
  deps: EffectDeps,
): Promise<boolean> {
  const { load, clock } = deps
  const until = () => load()?.facts.charging[participantId]?.until
  const isWanted = () => clock.now() < (until() ?? 0)
  if (!isWanted() && attempt === 0) return ended(participantId, 'late', deps)
  if (isWanted() && !(await fixAmount(participantId, deps))) return until() === undefined
  const state = load()
  const place = state && findParticipant(state, participantId)
  if (!place || isPaid(place.balance)) return true
  const { quote, attempt: number } = place.balance
  const card = place.hold.card
  const forWhat: IntentFor = {
    ...deps.kind.intentFor(state),
    purpose: 'balance',
    amount: quote?.amount ?? 0,
    participantId,
    userId: place.userId,
    attempt: number,
    customerId: card?.customerId ?? null,
  }
  const wanted = isWanted() && card
  const made = wanted
    ? await deps.payments().renew(forWhat, card)
    : await deps.payments().find(forWhat)
  if (!made.ok) return false
  const facts = made.value && !('subjectId' in made.value) ? made.value.facts : null
  if (facts?.money === 'processing') return false
  if (facts && facts.money !== 'unpaid') deps.send({ type: 'settle', facts })
  const why = facts ? 'declined' : wanted ? 'noCard' : 'late'
  return ended(participantId, why, deps, facts?.money === 'unpaid' ? facts.intentId : null)
}

/** Tells the group that the card was not charged, unless it was. */
function ended(
  participantId: ParticipantId,
  why: 'declined' | 'noCard' | 'late',
  { send }: EffectDeps,
  intentId: string | null = null,
): boolean {
  return send({ type: 'autoPayFailed', participantId, intentId, why }).ok
}

/** Fixes the amount and sets its points aside. Returns whether the card can be charged for it. */
async function fixAmount(participantId: ParticipantId, deps: EffectDeps): Promise<boolean> {
  const { load, send, kind, db, clock } = deps
  const now = (): Place | undefined => {
    const state = load()
    return state ? findParticipant(state, participantId) : undefined
  }
  const before = now()
  const state = load()
  if (!before || !state) return false
  const params = kind.pointsParams(state)
  const { userId } = before
  if (before.balance.quote === null) {
    const operation = balanceOperation(participantId, before.balance.attempt)
    const points = params ? await findSpendablePoints(db(), userId, clock.now(), operation) : 0
    const { pointsPerPound } = await readSettings({ db: db() })
    send({ type: 'beginAutoPay', participantId, points, pointsPerPound })
  }
  const { quote, reserved, attempt } = now()?.balance ?? {}
  if (!quote || attempt === undefined) return false
  if (!reserved && params) {
    const change = { operationId: balanceOperation(participantId, attempt), userId, params }
    const granted = await reservePoints(db(), { ...change, points: quote.points, now: clock.now() })
    send({ type: 'pointsReserved', participantId, attempt, granted })
  }
  return now()?.balance.reserved === true && now()?.balance.quote !== null
}
