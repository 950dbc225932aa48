import { eq } from 'drizzle-orm'
import { hours } from '#app/kernel/limits.ts'
import { users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { linkSentTo } from '#tests/worker/notices-kit.ts'
import { api, joinPayload, openCarpool, rideIn } from '#tests/worker/world/api.ts'
import { makeMember, newStudent } from '#tests/worker/world/people.ts'
import { advance, dayIn, db, pay } from '#tests/worker/world/services.ts'
import { balanceDue } from './flights.ts'
import { codeSentTo, type Scenes } from './scene.ts'

async function opened() {
  const as = await newStudent()
  return { as, ...(await openCarpool(as)) }
}

/** Everything a registration sends, including its code. */
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

/** A student who has registered and logged in. */
async function loggedIn() {
  const { phone, password } = await registered()
  const { body } = await api('POST', '/user/login', { json: { phone, password } })
  return { as: { token: body.token as string }, phone, password }
}

/** A student who has not opened the link sent to the address. */
async function unconfirmed() {
  const student = await newStudent()
  await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, student.id))
  return student
}

const wish = () => ({
  tripType: 'PICKUP',
  airportId: 'air_lhr',
  day: dayIn(8),
  from: '09:00',
  to: '12:00',
  people: 2,
})

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
    // Repeated with the same code and the same content it is the same registration, whoever sends
    // it.
    return { as: null, json, status: 201 }
  },
  postUserLogin: async () => {
    const { phone, password } = await registered()
    return { as: null, json: { phone, password }, status: 200 }
  },
  postUserLogout: async () => ({ as: await newStudent(), status: 204 }),
  getUserCurrent: aboutMyself(),
  getUserInfo: aboutMyself(),
  putUserWechat: async () => ({
    as: await newStudent(),
    json: { wechat: 'another_one' },
    status: 200,
  }),
  putUserEmail: async () => ({
    as: await newStudent(),
    json: { email: `${newPhone()}@example.com` },
    status: 200,
  }),
  postUserSendEmailLink: async () => {
    const as = await unconfirmed()
    // The other students' addresses are confirmed.
    return { as, status: 200, other: 409 }
  },
  postUserConfirmEmail: async () => {
    const as = await unconfirmed()
    const email = `${newPhone()}@example.com`
    await api('PUT', '/user/email', { as, json: { email } })
    return { as: null, json: { token: await linkSentTo(email) }, status: 204 }
  },
  putUserFlatInfo: async () => {
    const as = await newStudent()
    await makeMember(as, 10)
    return {
      as,
      json: { flatName: 'Castle Court', flatNumber: '4' },
      status: 200,
      other: 403,
      pending: 200,
    }
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
    // Repeated with the same code and the same password it is the same change, whoever sends it.
    return { as: null, json, status: 204 }
  },
  getUserSessions: aboutMyself(),
  deleteUserSessions: async () => ({ as: await newStudent(), query: 'others=true', status: 204 }),
  deleteUserSessionsId: async () => {
    const as = await newStudent()
    const { body } = await api('GET', '/user/sessions', { as })
    return { as, params: { id: body.items[0].id }, status: 204, other: 404 }
  },
  putUserPassword: async () => {
    const { as, password } = await loggedIn()
    const json = { currentPassword: password, newPassword: 'brisk-kettle-9' }
    return { as, json, status: 204, other: 401 }
  },
  postUserSendVerificationCodePhone: async () => ({
    as: await newStudent(),
    json: { phone: newPhone() },
    status: 200,
    ownerFirst: true,
    other: 429,
  }),
  putUserPhone: async () => {
    const { as, password } = await loggedIn()
    const phone = newPhone()
    await api('POST', '/user/send-verification-code-phone', { as, json: { phone } })
    const json = { phone, verificationCode: await codeSentTo(phone), currentPassword: password }
    return { as, json, status: 200, other: 401 }
  },
  getUserMyTypePoints: async () => {
    const as = await newStudent()
    await makeMember(as, 10)
    return {
      as,
      params: { type: 'earned' },
      query: 'limit=5',
      status: 200,
      other: 403,
      pending: 200,
    }
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
  postUserChangeFlight: async () => {
    const { as, participantId } = await balanceDue()
    const { flightTime, terminal } = joinPayload()
    const json = { participantId, flightNumber: 'BA1', flightTime, terminal }
    return { as, json, status: 200, other: 404 }
  },
  getUserMyWishes: aboutMyself(),
  postUserMyWishes: async () => ({ as: await newStudent(), json: wish(), status: 201 }),
  deleteUserMyWishesId: async () => {
    const as = await newStudent()
    const { body } = await api('POST', '/user/my/wishes', { as, json: wish() })
    return { as, params: { id: body.id }, status: 204, other: 404 }
  },
}
