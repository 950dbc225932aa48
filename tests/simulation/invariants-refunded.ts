import { refundByHand } from '#app/domain/group/refund.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

/**
 * Who got the deposit back by hand after the place was released: nothing is kept, they were told
 * once how much it is, and the log says once who did it. The price of the others stays (owed.ts).
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
        broken('a refund is told and logged once', said)
      if (times === 0) continue
      const back = h.world.bank
        .intents()
        .filter(
          ({ intent: { metadata } }) =>
            metadata.participantId === p.id && (metadata.carpoolId ?? metadata.tripId) === group.id,
        )
        .reduce((sum, { captured, refunded }) => sum + Math.min(captured, refunded), 0)
      // A payment too many may have come back to her besides.
      if (Number(log[0]?.total) > back || log[0]?.total !== told[0]?.amount)
        broken('what was promised came back', `${said}, ${back} came`)
      if (refundByHand(group, p.id)) broken('a refund is the last', p.id)
    }
}
