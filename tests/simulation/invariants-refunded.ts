import { refundByHand } from '#app/group/rules/refund.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/**
 * For students refunded by hand after their place was released: nothing is kept, they were told the
 * amount once, and the log records once who did it. The price for the others stays the same
 * (owed.ts).
 */
export function refundedAtRest(h: History): void {
  for (const group of [...h.cars(), ...h.trips()])
    for (const p of group.participants) {
      const told = h.world.d1.all(
        "SELECT params ->> 'amount' AS amount FROM notices WHERE code = 'placeRefunded' AND user_id = ? AND params ->> 'participantId' = ?",
        [p.userId, p.id],
      )
      const log = h.world.d1.all(
        "SELECT after ->> 'total' AS total FROM audit_log WHERE action = 'placeRefunded' AND after ->> 'participantId' = ?",
        [p.id],
      )
      const times = p.leaving === 'refunded' ? 1 : 0
      const said = `${p.id}: ${JSON.stringify({ told, log })}`
      if (told.length !== times || log.length !== times)
        broken('a refund is notified and logged once', said)
      if (times === 0) continue
      const back = h.world.bank
        .intents()
        .filter(
          ({ intent: { metadata } }) =>
            metadata.participantId === p.id && (metadata.carpoolId ?? metadata.tripId) === group.id,
        )
        .reduce((sum, { captured, refunded }) => sum + Math.min(captured, refunded), 0)
      // A surplus payment may have been refunded to the student as well.
      if (Number(log[0]?.total) > back || log[0]?.total !== told[0]?.amount)
        broken('the promised refund is made', `${said}, ${back} came`)
      if (refundByHand(group, p.id)) broken('nothing is left to refund after a refund', p.id)
    }
}
