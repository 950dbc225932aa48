import { expect, test } from 'vitest'
import { beginClosing } from '#app/account/rows/closing.server.ts'
import { repayDeposit } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { prepareBalance, prepareDeposit } from '#app/group/service/groups.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { payBase } from '#app/orders/service/orders.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { carpoolScenes } from '#tests/worker/every-call/scenes-carpool.ts'
import { orderScenes } from '#tests/worker/every-call/scenes-order.ts'
import { tripScenes } from '#tests/worker/every-call/scenes-trip.ts'
import { userScenes } from '#tests/worker/every-call/scenes-user.ts'
import { db } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'
import { services } from './kit.ts'

/**
 * A request accepted just before its account was closed gets no payment to make, whatever it is
 * for: closing has already looked for payable payments, and must not miss one.
 */

type Viewer = { id: UserId }
type Facts = Record<'participantId' | 'tripId' | 'mailId', string>
const scenes = { ...carpoolScenes, ...orderScenes, ...tripScenes, ...userScenes }

/** Every way to a payment, by the call whose scene leads to it. */
const WAYS: Record<string, (viewer: Viewer, facts: Facts) => Promise<{ ok: boolean }>> = {
  getCarpoolDepositPaymentIntentParticipantId: (viewer, { participantId }) =>
    prepareDeposit(carpoolKind, services, viewer, participantId),
  postUserParticipantRepayDeposit: (viewer, { participantId }) =>
    repayDeposit(services, viewer, participantId),
  postUserMyPayRemaining: (viewer, { participantId }) =>
    prepareBalance(carpoolKind, services, viewer, participantId, 0),
  postTripPayBase: (viewer, { tripId }) => prepareDeposit(tripKind, services, viewer, tripId),
  postTripPayBalance: (viewer, { tripId }) => prepareBalance(tripKind, services, viewer, tripId),
  postMailPayBase: (viewer, { mailId }) => payBase(services, viewer, 'mail', mailId),
  postMovePayBase: (viewer, { tripId }) => payBase(services, viewer, 'move', tripId),
}

test.each(Object.keys(WAYS))('%s, while the account is being closed', async (name) => {
  const scene = await scenes[name]?.()
  if (!scene?.as) throw new Error(`no scene for ${name}`)
  const viewer = scene.as as Viewer & typeof scene.as
  const facts = { ...scene.params, ...(scene.json as object) } as Facts
  await beginClosing(db, viewer.id, devClock.now())
  expect(await WAYS[name]?.(viewer, facts)).toMatchObject({
    ok: false,
    error: { code: 'unavailable' },
  })
})
