import { eq, ne } from 'drizzle-orm'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { cancelGroup, refundPlace } from '#app/console/service/groups.server.ts'
import { changeOrderStatus } from '#app/console/service/orders.server.ts'
import type { Place } from '#app/group/rules/state.ts'
import { confirmBalance, confirmDeposit, prepareBalance } from '#app/group/service/groups.server.ts'
import { goneOf } from '#app/payments/rules/ledger.ts'
import { balanceDueOf as balanceDueOfTrip } from '#app/trip/rules/permissions.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { orders, participants } from '#db/schema.ts'
import {
  beginBalance,
  carOf,
  completeCar,
  depositIntentOf,
  goTo,
  placeIn,
} from '#tests/worker/world/cars.ts'
import * as order from '#tests/worker/world/orders.ts'
import { browserOf, newStudent, type Student, student } from '#tests/worker/world/people.ts'
import {
  advance,
  db,
  intentIdOf,
  must,
  pay,
  services,
  stripe,
} from '#tests/worker/world/services.ts'
import * as trip from '#tests/worker/world/trips.ts'
import { type Shown, textOf } from './accounts/visitor.ts'
/** Pence that we have and keep, as D1 says it of all places and orders. */
export async function keptInAll(): Promise<number> {
  const places = await db.select().from(participants).where(ne(participants.seat, 'held'))
  const paid = await db.select().from(orders).where(eq(orders.payment, 'paid'))
  const sums = places.map((p) => {
    const deposit = p.depositStatus === 'captured' ? (p.depositCaptured ?? 0) : 0
    const balance = p.paymentStatus === 'PAID' ? (p.originalRemaining ?? 0) - p.deductedAmount : 0
    return deposit + balance - p.returnedAmount
  })
  return [...sums, ...paid.map((one) => one.baseAmount - one.refundedAmount)].reduce(
    (sum, of) => sum + of,
    0,
  )
}

export const ADMIN = 'adm_dashboard' as const

/** A captured payment, what it pays for, and how its money is returned afterwards. */
export type Paid = {
  intentId: string
  owner: Student
  /** The place it was paid for; null for an order. */
  participantId: string | null
  /** The carpool, trip or order. */
  subjectId: string
  amount: number
  /** How much was returned, according to the group or the order. */
  returned(): Promise<number>
  /** Whether what it pays for is unchanged. */
  stands(): Promise<boolean>
  cancel(): Promise<unknown>
  /** Where the console shows it, and where its owner finds it. */
  page: string
  mine: string
}

const isAs = (place: Pick<Place, 'seat' | 'leaving'> | undefined, released: boolean) =>
  released ? place?.leaving === 'unpaid' : place?.seat === 'taken'

type How = {
  /** The place was released because its balance was not paid in time; its deposit is kept. */
  released?: boolean
  /** The card that the balance or the order is paid with. */
  card?: string
}

export async function inCar(
  purpose: 'deposit' | 'balance',
  { released = false, card = 'pm_card_visa' }: How = {},
): Promise<Paid> {
  const owner = await newStudent()
  const { carpoolId, seats } = await completeCar([owner, student()])
  const [seat] = seats
  if (!seat) throw new Error('no seat')
  if (purpose === 'balance') {
    await pay(String((await beginBalance(seat)).clientSecret), card)
    must(await confirmBalance(carpoolKind, services, owner, seat.participantId))
  }
  if (released) await goTo(balanceDueOf(await carOf(carpoolId)))
  const place = await placeIn(carpoolId, seat.participantId)
  const deposit = await depositIntentOf(carpoolId, seat.participantId)
  const intentId = purpose === 'deposit' ? deposit : (place.balance.intentId ?? '')
  const amount = purpose === 'deposit' ? place.deposit.paid : place.balance.paid
  return {
    intentId,
    owner,
    participantId: seat.participantId,
    subjectId: carpoolId,
    amount,
    returned: async () => goneOf(await carOf(carpoolId), intentId, amount),
    stands: async () => isAs(await placeIn(carpoolId, seat.participantId), released),
    cancel: () =>
      released
        ? refundPlace(services, 'carpool', carpoolId, seat.participantId as never, ADMIN)
        : cancelGroup(services, 'carpool', carpoolId, ADMIN),
    page: `/admin/carpools/${carpoolId}`,
    mine: `/carpool/record/${seat.participantId}`,
  }
}

export async function onTrip(
  purpose: 'deposit' | 'balance',
  { released = false, card = 'pm_card_visa' }: How = {},
): Promise<Paid> {
  const owner = await newStudent()
  const drafted = await trip.draftTrip({ minPassengers: 1 }, owner)
  const { id, participantId, intentId: deposit } = drafted
  await pay(drafted.clientSecret, purpose === 'deposit' ? card : undefined)
  must(await confirmDeposit(tripKind, services, owner, id))
  if (purpose === 'balance') {
    await advance(await trip.untilCutoff(id))
    const payable = must(await prepareBalance(tripKind, services, owner, id))
    await pay(String(payable.clientSecret), card)
    must(await confirmBalance(tripKind, services, owner, id))
  }
  if (released) {
    await advance(await trip.untilCutoff(id))
    await goTo(balanceDueOfTrip(await trip.stateOf(id)))
  }
  const place = async () =>
    (await trip.stateOf(id)).participants.find((p) => p.id === participantId)
  const intentId = purpose === 'deposit' ? deposit : ((await place())?.balance.intentId ?? '')
  const amount = purpose === 'deposit' ? 2000 : 3000
  return {
    intentId,
    owner,
    participantId,
    subjectId: id,
    amount,
    returned: async () => goneOf(await trip.stateOf(id), intentId, amount),
    stands: async () => isAs(await place(), released),
    cancel: () =>
      released
        ? refundPlace(services, 'trip', id, participantId, ADMIN)
        : cancelGroup(services, 'trip', id, ADMIN),
    page: `/admin/trips/${id}`,
    mine: '/trip?tab=end',
  }
}

export async function ofOrder(kind: 'mail' | 'move', { card }: How = {}): Promise<Paid> {
  const owner = await newStudent()
  const made = await order.newOrder(kind, owner)
  const { clientSecret } = await order.begin(made)
  await pay(clientSecret, card)
  must(await order.confirm(made))
  const { id } = made
  const row = async () => {
    const found = await order.rowOf(id)
    if (!found) throw new Error('no order')
    return found
  }
  return {
    intentId: intentIdOf(clientSecret),
    owner,
    participantId: null,
    subjectId: id,
    amount: (await row()).baseAmount,
    returned: async () => (await row()).refundedAmount,
    stands: async () => (await row()).payment === 'paid',
    cancel: () => changeOrderStatus(services, kind, id, 'failed', { by: ADMIN }),
    page: `/admin/orders/${kind}/${id}`,
    mine: kind === 'mail' ? '/mail?tab=mine' : '/moving?tab=mine',
  }
}

/** Every payment that there is; a carpool's deposit is charged once its group is complete. */
export const PAYMENTS: Record<string, (how?: Pick<How, 'card'>) => Promise<Paid>> = {
  'a deposit of a carpool': () => inCar('deposit'),
  'a balance of a carpool': (how) => inCar('balance', how),
  'a deposit kept of a place that was released in a carpool': () =>
    inCar('deposit', { released: true }),
  'a deposit of a trip': (how) => onTrip('deposit', how),
  'a deposit kept of a place that was released on a trip': (how) =>
    onTrip('deposit', { ...how, released: true }),
  'a balance of a trip': (how) => onTrip('balance', how),
  'a mail order': (how) => ofOrder('mail', how),
  'a moving order': (how) => ofOrder('move', how),
}

/** The card of something in a list; empty if there is none. */
export const cardIn = ({ html }: Shown, id: string): string => {
  const found = html.split('<article').find((part) => part.includes(`"${id}-title"`))
  return found ? textOf({ html: `<article${found.split('</article>')[0]}` } as Shown) : ''
}
/** The messages above a page. */
export const noticesAbove = ({ html }: Shown): string =>
  textOf({ html: html.split('<main')[0] ?? '' } as Shown)

/** What the owner reads where they find it: the record or the card, and the messages above it. */
export async function ownerReads({ owner, mine, subjectId }: Paid, lang: 'zh' | 'en' = 'zh') {
  const visitor = await browserOf(owner, lang)
  const page = await visitor.get(mine)
  return cardIn(page, subjectId) ? noticesAbove(page) + cardIn(page, subjectId) : textOf(page)
}

/** Every refund of a payment, newest first, in pence. */
export const refundsOf = async (intentId: string) =>
  (await stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
