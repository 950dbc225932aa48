import { minutes } from '#app/kernel/limits.ts'
import { api } from '#tests/worker/world/api.ts'
import {
  beginDeposit,
  joinSent,
  makeTrip,
  named,
  openTrip,
  takePlace,
  travel,
  tripPayload,
} from '#tests/worker/world/api-trips.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, intentIdOf as idOf, now, pay } from '#tests/worker/world/services.ts'
import type { Scenes } from './scene.ts'

/** A student on a trip that goes ahead, with a balance due. */
async function balanceDue(): Promise<{ as: Student; id: string }> {
  const { creator: as, id, trip } = await openTrip()
  await takePlace(await newStudent(), id, travel())
  await advance(Date.parse(trip.cutoffTime) - now() + minutes(1))
  return { as, id }
}

export const tripScenes: Scenes = {
  postTripCreate: async () => ({
    as: await newStudent(),
    json: tripPayload({ itinerary: '看湖', meetingPoint: '老市场广场', included: '巴士' }),
    status: 201,
  }),
  postTripGet: async () => ({ as: await newStudent(), json: { tab: 'start' }, status: 200 }),
  postTripPayBase: async () => {
    const as = await newStudent()
    return { as, json: named(await makeTrip(as), as), status: 200, other: 403 }
  },
  postTripJoin: async () => {
    const as = await newStudent()
    const id = await makeTrip(as)
    const { clientSecret } = await beginDeposit(as, id)
    await pay(clientSecret)
    return { as, json: joinSent(as, id, clientSecret).json, status: 200, other: 403 }
  },
  postTripPayBalance: async () => {
    const { as, id } = await balanceDue()
    return { as, json: named(id, as), status: 200, other: 403 }
  },
  postTripBalance: async () => {
    const { as, id } = await balanceDue()
    const { body } = await api('POST', '/trip/pay-balance', { as, json: named(id, as) })
    await pay(body.clientSecret)
    const paid = { balancePrice: body.amount, balanceStripeId: idOf(body.clientSecret) }
    return { as, json: { ...named(id, as), ...paid }, status: 200, other: 403 }
  },
  deleteTripIdTemporary: async () => {
    const as = await newStudent()
    return { as, params: { id: await makeTrip(as) }, status: 204, other: 404 }
  },
}
