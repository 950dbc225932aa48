import { expect, test } from 'vitest'
import { beginClosing } from '#app/account/rows/closing.server.ts'
import type { UserId } from '#app/kernel/id.ts'
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
const { carpools, trips, orders } = services
const scenes = { ...carpoolScenes, ...orderScenes, ...tripScenes, ...userScenes }

/** Every way to a payment, by the call whose scene leads to it. */
const WAYS: Record<string, (viewer: Viewer, facts: Facts) => Promise<{ ok: boolean }>> = {
  getCarpoolDepositPaymentIntentParticipantId: (viewer, { participantId }) =>
    carpools.payDeposit(viewer, participantId),
  postUserParticipantRepayDeposit: (viewer, { participantId }) =>
    carpools.repayDeposit(viewer, participantId),
  postUserMyPayRemaining: (viewer, { participantId }) =>
    carpools.payBalance(viewer, participantId, 0),
  postTripPayBase: (viewer, { tripId }) => trips.payDeposit(viewer, tripId),
  postTripPayBalance: (viewer, { tripId }) => trips.payBalance(viewer, tripId),
  postMailPayBase: (viewer, { mailId }) => orders.payBase(viewer, 'mail', mailId),
  postMovePayBase: (viewer, { tripId }) => orders.payBase(viewer, 'move', tripId),
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
