import { exports } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmBalance, confirmDeposit, prepareBalance } from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { attempts, disputes, notices } from '#db/schema.ts'
import {
  beginBalance,
  completeCar,
  holdSeat,
  intentsFor,
  moneyFor,
  openCar,
} from '#tests/worker/world/cars.ts'
import * as order from '#tests/worker/world/orders.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  db,
  deliver,
  eventsOf,
  fault,
  intentIdOf,
  must,
  pay,
  services,
  stripe,
} from '#tests/worker/world/services.ts'
import * as trip from '#tests/worker/world/trips.ts'

/** Whatever the provider repeats, in any order, takes effect once: on money, points and notices. */

/** A payment that can be made, its payer, and how it is confirmed. */
type Payment = { viewer: Viewer; clientSecret: string; confirm(): Promise<unknown> }

const ordering = (kind: 'mail' | 'move') => async (): Promise<Payment> => {
  const made = await order.newOrder(kind)
  const { clientSecret } = await order.begin(made)
  return { viewer: made.owner, clientSecret, confirm: async () => must(await order.confirm(made)) }
}
const PAYMENTS: Record<string, () => Promise<Payment>> = {
  'a mail order': ordering('mail'),
  'a moving order': ordering('move'),
  'a deposit of a carpool': async () => {
    const { viewer, participantId, clientSecret } = await holdSeat(
      await openCar({ maxPassengers: 3 }),
    )
    return {
      viewer,
      clientSecret,
      confirm: async () => must(await confirmDeposit(carpoolKind, services, viewer, participantId)),
    }
  },
  'a balance of a carpool, points with it': async () => {
    const viewer = await memberWith(500)
    const { seats } = await completeCar([viewer, student()])
    const { participantId } = seats[0] ?? { participantId: '' }
    const { clientSecret } = await beginBalance({ viewer, participantId })
    const confirm = async () =>
      must(await confirmBalance(carpoolKind, services, viewer, participantId))
    return { viewer, clientSecret: clientSecret ?? '', confirm }
  },
  'a deposit of a trip': async () => {
    const { id } = await trip.openTrip()
    const { viewer, clientSecret } = await trip.holdPlace(id)
    return {
      viewer,
      clientSecret,
      confirm: async () => must(await confirmDeposit(tripKind, services, viewer, id)),
    }
  },
  'a balance of a trip': async () => {
    const { id, creator: viewer } = await trip.openTrip({ minPassengers: 1 })
    await advance(await trip.untilCutoff(id))
    const { clientSecret } = must(await prepareBalance(tripKind, services, viewer, id))
    const confirm = async () => must(await confirmBalance(tripKind, services, viewer, id))
    return { viewer, clientSecret: clientSecret ?? '', confirm }
  },
}

const declinesOf = ({ id }: Viewer) =>
  db.$count(attempts, and(eq(attempts.kind, 'decline'), eq(attempts.subject, id)))

/** Everything that must not happen twice. */
async function worldOf(viewer: Viewer) {
  const told = await db.select().from(notices).where(eq(notices.userId, viewer.id))
  const listed = await db.select().from(disputes).where(eq(disputes.userId, viewer.id))
  return {
    declines: await declinesOf(viewer),
    money: await moneyFor(viewer),
    points: await pointsOf(viewer),
    payments: (await intentsFor(viewer)).map(({ id, status }) => `${id} ${status}`).sort(),
    told: told.map(({ code, params }) => `${code} ${JSON.stringify(params)}`).sort(),
    disputes: listed.map(({ id, state, status, withdrawn }) => [id, state, status, withdrawn]),
  }
}

/**
 * Every event of a payment three times: newest first, in order, and each with all the others in
 * between.
 */
async function sayAgain(intentId: string): Promise<void> {
  const events = await eventsOf(intentId)
  expect(events.length).toBeGreaterThan(1)
  for (const list of [events.toReversed(), events, events.toReversed()])
    for (const event of list) expect(await deliver(event), event.type).toBe(200)
  await advance(0)
}
const dashboard = async (path: 'refunds' | 'disputes', body: object) => {
  const answer = await exports.default.fetch(`http://localhost:8787/__dev/stripe/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  await advance(0)
}

describe.each(Object.entries(PAYMENTS))('of %s', (_, make) => {
  test('a declined card counts once, and the payment can still be made', async () => {
    const { viewer, clientSecret, confirm } = await make()
    await fault('drop-events', 100_000)
    await pay(clientSecret, 'pm_card_visa_chargeDeclined').catch(() => undefined)
    const failed = (await eventsOf(intentIdOf(clientSecret))).filter(
      ({ type }) => type === 'payment_intent.payment_failed',
    )
    expect(failed).toHaveLength(1)
    for (let n = 0; n < 3; n++) for (const event of failed) expect(await deliver(event)).toBe(200)
    expect(await declinesOf(viewer)).toBe(1)
    await sayAgain(intentIdOf(clientSecret))
    expect(await declinesOf(viewer)).toBe(1)
    await pay(clientSecret)
    await confirm()
  })

  test('a payment, a refund or a dispute counts once', async () => {
    const { viewer, clientSecret, confirm } = await make()
    const intent = intentIdOf(clientSecret)
    await pay(clientSecret)
    await confirm()
    await advance(0)
    const still = async (what: string) => {
      const before = await worldOf(viewer)
      await sayAgain(intent)
      expect(await worldOf(viewer), what).toEqual(before)
    }
    await still('paid')
    // A held payment can have neither.
    if ((await stripe.paymentIntents.retrieve(intent)).status !== 'succeeded') return
    await dashboard('refunds', { intent, amount: 100 })
    await still('refunded in part')
    await dashboard('disputes', { intent, step: 'open' })
    await still('disputed')
    await dashboard('disputes', { intent, step: 'win' })
    await still('won')
  })

  test('a payment cancelled at the provider counts once', async () => {
    const { viewer, clientSecret } = await make()
    const intent = intentIdOf(clientSecret)
    await stripe.paymentIntents.cancel(intent)
    await advance(0)
    const before = await worldOf(viewer)
    await sayAgain(intent)
    expect(await worldOf(viewer)).toEqual(before)
  })
})
