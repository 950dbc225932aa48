import { minutes } from '#app/kernel/limits.ts'
import {
  api,
  createPayload,
  joinAndPay,
  joinPayload,
  openCarpool,
  rideIn,
} from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { advance, now, pay } from '#tests/worker/world/services.ts'
import type { Scenes } from './scene.ts'

async function opened() {
  const as = await newStudent()
  return { as, ...(await openCarpool(as, { maxPassengers: 5 })) }
}

async function drafted() {
  const as = await newStudent()
  const json = createPayload()
  const { body } = await api('POST', '/carpool/deposit-payment-intent-for-create', { as, json })
  return {
    as,
    json,
    ...(body as { carpoolId: string; participantId: string; clientSecret: string }),
  }
}

/** A held seat that is not paid yet. */
async function held() {
  const { id } = await opened()
  const as = await newStudent()
  const { body } = await api('POST', `/carpool/${id}/join`, { as, json: joinPayload() })
  return { as, id, participantId: body.participantId as string }
}

/** A student in a group whose cutoff passed before it was full. */
async function failed() {
  const [as, friend] = [await newStudent(), await newStudent()]
  const ride = rideIn(4)
  const { id, created } = await openCarpool(as, ride)
  await joinAndPay(friend, id, { flightTime: ride.flightTime })
  await advance(Date.parse(created.cutoffTime) - now() + minutes(1))
  return { as, id }
}

let cars = 0
/** A car whose last seat somebody holds, and what somebody else wants in it. */
async function full() {
  const { id } = await openCarpool(await newStudent(), { maxPassengers: 2 })
  await api('POST', `/carpool/${id}/join`, { as: await newStudent(), json: joinPayload() })
  return { id, json: { people: 1, bigLuggage: cars++ % 2, smallLuggage: 1, bag: 0 } }
}
async function waiting() {
  const { id, json } = await full()
  const as = await newStudent()
  await api('POST', `/carpool/${id}/waitlist`, { as, json })
  return { as, id }
}

export const carpoolScenes: Scenes = {
  postCarpoolIdWaitlist: async () => {
    const { id, json } = await full()
    return { as: await newStudent(), params: { id }, json, status: 201 }
  },
  deleteCarpoolIdWaitlist: async () => {
    const { as, id } = await waiting()
    return { as, params: { id }, status: 204 }
  },
  getUserMyWaitlists: async () => ({ as: (await waiting()).as, status: 200 }),
  getCarpoolList: async () => ({ as: null, query: 'tripType=PICKUP&limit=2', status: 200 }),
  getCarpoolAirportPrices: async () => ({ as: null, status: 200 }),
  getCarpoolWishBoard: async () => ({ as: null, status: 200 }),
  getCarpoolId: async () => {
    const { as, id } = await opened()
    return { as, params: { id }, status: 200 }
  },
  getCarpoolIdCheckJoin: async () => {
    const { as, id } = await opened()
    return { as, params: { id }, status: 200, anyId: true }
  },
  postCarpoolDepositPaymentIntentForCreate: async () => ({
    as: await newStudent(),
    json: createPayload(),
    status: 201,
  }),
  postCarpoolCreate: async () => {
    const { as, json, participantId, clientSecret } = await drafted()
    await pay(clientSecret)
    return { as, json: { ...json, tempParticipantId: participantId }, status: 201, other: 404 }
  },
  deleteCarpoolCancelTemporaryCarpoolId: async () => {
    const { as, participantId } = await drafted()
    return { as, params: { id: participantId }, status: 204, other: 404 }
  },
  postCarpoolIdJoin: async () => {
    const { id } = await opened()
    return { as: await newStudent(), params: { id }, json: joinPayload(), status: 201 }
  },
  getCarpoolDepositPaymentIntentParticipantId: async () => {
    const { as, participantId } = await held()
    return { as, params: { participantId }, status: 200, other: 404 }
  },
  postCarpoolConfirmJoinParticipantId: async () => {
    const { as, participantId } = await held()
    const { body } = await api('GET', `/carpool/deposit-payment-intent/${participantId}`, { as })
    await pay(body.clientSecret)
    return { as, params: { participantId }, status: 200, other: 404 }
  },
  deleteCarpoolIdExit: async () => {
    const { as, id } = await opened()
    return { as, params: { id }, status: 204, other: 404 }
  },
  postCarpoolIdConvertToPrivate: async () => {
    const { as, id } = await failed()
    return { as, params: { id }, status: 201, other: 404 }
  },
  postCarpoolIdCancelFailed: async () => {
    const { as, id } = await failed()
    return { as, params: { id }, status: 204, other: 404 }
  },
}
