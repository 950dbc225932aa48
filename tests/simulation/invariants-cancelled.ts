import { evolve } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import {
  findParticipant,
  type Group,
  isStanding,
  type Refund,
  type RefundPart,
} from '#app/group/rules/state.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

type Cancelled = Group & { cancelled: NonNullable<Group['cancelled']> }

const isCancelled = (group: Group): group is Cancelled => group.cancelled !== null
function cancelledOf(h: History): Cancelled[] {
  const groups: Group[] = [...h.cars(), ...h.trips()]
  return groups.filter(isCancelled)
}

/** Once a group is cancelled, no student has a seat in it. */
export function cancelledAlways(h: History): void {
  for (const { id, status, participants } of cancelledOf(h)) {
    if (status !== 'CANCELLED') broken('a cancelled group stays cancelled', `${id} is ${status}`)
    const left = participants.find((p) => p.seat === 'held' || isStanding(p))
    if (left) broken('nobody keeps a seat in a cancelled group', `${left.id} is ${left.seat}`)
  }
}

const NEVER_AFTER: AnyEvent['type'][] = ['seatHeld', 'seatTaken', 'chargePaid', 'groupCancelled']

/** Nobody joins or pays after it. */
function nothingHappensAfter(h: History, { id }: Cancelled): void {
  const host = h.world.cars.ids().includes(id) ? h.world.cars : h.world.trips
  let before: Group | null = null
  let isOver = false
  for (const { event } of host.eventsOf(id)) {
    if (isOver && NEVER_AFTER.includes(event.type))
      broken('nobody joins a cancelled group', `${event.type} in ${id}`)
    if (event.type === 'groupCancelled' && before) {
      isOver = true
      meet(h, before, event.refunds)
    }
    before = evolve<Group>(before, event)
  }
}

function meet(h: History, before: Group, refunds: Refund[]): void {
  h.meet(`cancelled: ${before.id.startsWith('trip_') ? 'trip ' : ''}${before.status}`)
  for (const { participantId, deposit, balance, points, total } of refunds) {
    if (deposit.amount > 0) h.meet('cancelled: a deposit')
    if (balance.amount > 0) h.meet('cancelled: a balance')
    if (points > 0) h.meet('cancelled: points')
    const released = findParticipant(before, participantId)?.leaving === 'unpaid'
    if (released) h.meet('cancelled: a deposit that was kept')
    if (total === 0) h.meet(`cancelled: ${deposit.intentId ? 'a hold at the card' : 'a hold'}`)
    const trying = findParticipant(before, participantId)?.balance
    if (trying?.intentId && !isPaid(trying)) h.meet('cancelled: a balance at the card')
  }
}

/** Each student removed is notified once and no one else is; the log records once who did it. */
function toldOnce(h: History, { id, participants, cancelled }: Cancelled): void {
  const told = h.world.d1
    .all(
      "SELECT user_id, params ->> 'participantId' AS place FROM notices WHERE code = 'groupCancelled'",
    )
    .filter(({ place }) => participants.some((p) => p.id === place))
    .map(({ user_id: user, place }) => `${user} ${place}`)
  const letGo = participants
    .filter((p) => p.leaving === 'groupCancelled')
    .map((p) => `${p.userId} ${p.id}`)
  if (told.sort().join() !== letGo.sort().join())
    broken('everyone is notified of a cancellation once', `${id}: ${told} of ${letGo}`)
  const log = h.world.d1.all('SELECT at, admin_id, action FROM audit_log WHERE subject = ?', [id])
  const logged = log.filter(({ action }) => action === 'groupCancelled')
  const [row] = logged
  if (logged.length !== 1 || row?.admin_id !== cancelled.by || row.at !== cancelled.at)
    broken('a cancellation is logged once', `${id}: ${JSON.stringify(log)}`)
}

/** No one's money is kept, and what was promised for each payment is what happened to it. */
function everythingGoesBack(h: History, group: Cancelled): void {
  const intents = h.world.bank.intents()
  // A student who went on as a private car before took the deposit along.
  const along = new Set<string>(group.participants.filter((p) => p.convertedTo).map((p) => p.id))
  for (const { intent, captured, refunded } of intents) {
    const { carpoolId, tripId, participantId = '' } = intent.metadata
    if ((carpoolId ?? tripId) !== group.id || along.has(participantId)) continue
    if (captured !== refunded || intent.status === 'requires_capture')
      broken(
        'no money of a cancelled group is kept',
        `${intent.id} ${intent.status} ${captured}−${refunded}`,
      )
  }
  for (const refund of group.cancelled.refunds)
    for (const { intentId, action, amount } of byIntent(refund)) {
      const found = intents.find(({ intent }) => intent.id === intentId)
      if (action === 'none' || !found) continue
      const { captured, refunded } = found
      // A hold may have been captured at that very moment; then the captured money is refunded.
      if (h.outside.has(intentId ?? '')) continue
      const isKept =
        action === 'refund' ? refunded === amount : captured === refunded && captured <= amount
      if (!isKept)
        broken(
          'everyone gets the promised refund',
          `${intentId}: ${action} ${amount}, ${captured}−${refunded}`,
        )
    }
}

/** What was promised of each payment: deposit and balance may be one. */
function byIntent({ deposit, balance }: Refund): RefundPart[] {
  const parts = [deposit, balance]
  return parts.flatMap((part, n) => {
    const same = parts.filter(({ intentId }) => intentId === part.intentId)
    if (parts.findIndex(({ intentId }) => intentId === part.intentId) < n) return []
    return { ...part, amount: same.reduce((sum, one) => sum + one.amount, 0) }
  })
}

/** All of it, once nothing is pending. */
export function cancelledAtRest(h: History): void {
  for (const group of cancelledOf(h)) {
    nothingHappensAfter(h, group)
    toldOnce(h, group)
    everythingGoesBack(h, group)
  }
}
