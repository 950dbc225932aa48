import { hours } from '#app/domain/limits.ts'
import {
  api,
  joinAndPay,
  joinPayload,
  makeMember,
  newStudent,
  openCarpool,
  pay,
  rideIn,
} from '../api/world.ts'
import { advance } from '../carpool/kit.ts'
import { codeSentTo, newPhone, type Scenes } from './scene.ts'

/** A student's place in a complete group, its balance due. */
async function balanceDue() {
  const [as, friend] = [await newStudent(), await newStudent()]
  const ride = rideIn(4, { maxPassengers: 2 })
  const { id, participantId } = await openCarpool(as, ride)
  await joinAndPay(friend, id, { flightTime: ride.flightTime })
  return { as, id, participantId }
}

async function opened() {
  const as = await newStudent()
  return { as, ...(await openCarpool(as)) }
}

/** All that a registration is told, its code included. */
async function registration() {
  const phone = newPhone()
  await api('POST', '/user/send-verification-code', { json: { phone } })
  const user = {
    email: `${phone}@example.com`,
    name: '王小明',
    password: 'quiet-lamp-7',
    phone,
    phoneWithPrefix: `+44${phone.slice(1)}`,
    wechat: 'wang_xiaoming',
    accountType: 'NORMAL',
  }
  return { user, verificationCode: await codeSentTo(phone), phonePrefix: '+44' }
}

async function registered() {
  const json = await registration()
  await api('POST', '/user/register', { json })
  return json.user
}

const aboutMyself =
  (query = '') =>
  async () => ({ as: await newStudent(), query, status: 200 })

export const userScenes: Scenes = {
  postUserSendVerificationCode: async () => ({
    as: null,
    json: { phone: newPhone() },
    status: 200,
    ownerFirst: true,
    other: 429,
  }),
  postUserRegister: async () => {
    const json = await registration()
    // The code is used up by whoever is first.
    return { as: null, json, status: 201, ownerFirst: true, other: 422 }
  },
  postUserLogin: async () => {
    const { phone, password } = await registered()
    return { as: null, json: { phone, password }, status: 200 }
  },
  postUserLogout: async () => ({ as: await newStudent(), status: 204 }),
  getUserCurrent: aboutMyself(),
  getUserInfo: aboutMyself(),
  putUserWechat: async () => ({ as: await newStudent(), json: { wechat: 'another_one' }, status: 200 }),
  putUserEmail: async () => ({
    as: await newStudent(),
    json: { email: `${newPhone()}@example.com` },
    status: 200,
    ownerFirst: true,
    other: 409,
  }),
  putUserFlatInfo: async () => {
    const as = await newStudent()
    await makeMember(as, 10)
    return { as, json: { flatName: 'Castle Court', flatNumber: '4' }, status: 200, other: 403, pending: 200 }
  },
  postUserSendVerificationCodePassword: async () => ({
    as: null,
    json: { phone: newPhone() },
    status: 200,
    ownerFirst: true,
    other: 429,
  }),
  postUserChangePassword: async () => {
    const { phone } = await registered()
    await advance(hours(1))
    await api('POST', '/user/send-verification-code-password', { json: { phone } })
    const json = { phone, verificationCode: await codeSentTo(phone), newPassword: 'brisk-kettle-9' }
    return { as: null, json, status: 204, ownerFirst: true, other: 422 }
  },
  getUserMyTypePoints: async () => {
    const as = await newStudent()
    await makeMember(as, 10)
    return { as, params: { type: 'earned' }, query: 'limit=5', status: 200 }
  },
  getUserMyOngoing: aboutMyself('limit=5'),
  getUserMyCompleted: aboutMyself('limit=5'),
  getUserParticipantStatusParticipantId: async () => {
    const { as, participantId } = await opened()
    return { as, params: { participantId }, status: 200, other: 404 }
  },
  postUserParticipantRepayDeposit: async () => {
    const as = await newStudent()
    const { id, participantId } = await openCarpool(as, rideIn(20))
    await advance(hours(24 * 8))
    return { as, json: { userId: as.id, carpoolId: id, participantId }, status: 200, other: 403 }
  },
  postUserMyPayRemaining: async () => {
    const { as, participantId } = await balanceDue()
    return { as, json: { participantId }, status: 200, other: 404 }
  },
  postUserMyConfirmRemaining: async () => {
    const { as, participantId } = await balanceDue()
    const { body } = await api('POST', '/user/my/pay-remaining', { as, json: { participantId } })
    await pay(body.clientSecret)
    return { as, json: { participantId }, status: 200, other: 404 }
  },
  getUserMyPaymentStatusParticipantId: async () => {
    const { as, participantId } = await opened()
    return { as, params: { participantId }, status: 200, other: 404 }
  },
  postUserUpdateOpenParticipant: async () => {
    const { as, participantId } = await opened()
    const { nLocation: nlocation, flightTime } = joinPayload()
    const luggage = { bigLuggage: 1, smallLuggage: 1, bag: 1 }
    const json = { participantId, ...luggage, flightNumber: 'BA1', flightTime, nlocation }
    return { as, json, status: 200, other: 404 }
  },
}
