import type { Group } from '#app/group/rules/state.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type NewReceipt, receiptWrite } from '#app/payments/rows/receipts.server.ts'
import type { GroupRow } from '#db/kinds.ts'
import type { Writer } from './writer.ts'

/** The payments of a place that have been charged: one or two, and none if points paid. */
function receiptsOf(
  row: GroupRow,
  { id: participantId, userId, party, deposit, balance, inFull }: Group['participants'][number],
  now: Instant,
): NewReceipt[] {
  const { kind, id: subjectId, departureDay: day } = row
  const what =
    row.kind === 'trip'
      ? { tripName: row.tripName }
      : { tripType: row.tripType, airportZh: row.airportNameZh, airportEn: row.airportNameEn }
  const about = { day, people: party.people, ...what }
  const of = { userId, subjectId, participantId, about }
  const charges = [
    {
      sale: `${kind}Deposit` as const,
      ...deposit,
      amount: deposit.paid && (inFull ?? deposit.paid),
    },
    { sale: `${kind}Balance` as const, ...balance, amount: balance.paid },
  ]
  return charges.flatMap(({ sale, intentId, amount, paidAt }) =>
    intentId && amount > 0 ? [{ ...of, intentId, sale, amount, paidAt: paidAt ?? now }] : [],
  )
}

/** Keeps a receipt of each payment, from the moment when it is charged. */
export const receiptWriter: Writer = {
  after: ({ db, row, people, types, now }) =>
    types.includes('chargePaid')
      ? people.flatMap((p) => receiptsOf(row, p, now)).map((receipt) => receiptWrite(db, receipt))
      : [],
}
