import {
  type Examples,
  hold,
  ids,
  intent,
  PHONE,
  page,
  party,
  pointsEntry,
  record,
  SECRET,
  userInfo,
} from './shapes.server.ts'

const participantId = ids.participant

export const userExamples: Examples = {
  postUserSendVerificationCode: { body: { phone: PHONE }, answer: { resendAfterSeconds: 60 } },
  postUserRegister: {
    body: {
      user: {
        email: userInfo.email,
        name: userInfo.name,
        password: 'a-password-of-hers',
        phone: PHONE,
        phoneWithPrefix: '+447700900123',
        wechat: userInfo.wechat,
        accountType: 'MEMBER',
        flatName: userInfo.flatName,
        flatNumber: userInfo.flatNumber,
      },
      verificationCode: '482913',
      phonePrefix: '+44',
    },
    answer: {
      ...userInfo,
      emailConfirmed: false,
      auth: 'PENDING',
      membershipLevel: 0,
      points: 0,
      pointsHistory: [],
    },
  },
  postUserLogin: {
    body: { phone: PHONE, password: 'a-password-of-hers' },
    answer: {
      token: 'q3Jx0a7Lw9sK2vB4nM6tY8uI1oP5eR7zC0dF3gH2jKs',
      expiresAt: '2027-01-03T09:30:00Z',
      userInfo,
    },
  },
  postUserLogout: {},
  getUserCurrent: { answer: userInfo },
  getUserInfo: { answer: userInfo },
  putUserWechat: { body: { wechat: 'xiaoyu_uk' }, answer: { ...userInfo, wechat: 'xiaoyu_uk' } },
  putUserEmail: {
    body: { email: 'li@example.com' },
    answer: { ...userInfo, pendingEmail: 'li@example.com' },
  },
  postUserSendEmailLink: { answer: { resendAfterSeconds: 60 } },
  postUserConfirmEmail: { body: { token: 'Zt6uJ1yq9sK2vB4nM6tY8uI1oP5eR7zC0dF3gH2jKsw' } },
  putUserFlatInfo: {
    body: { flatName: 'Castle Court', flatNumber: '14A' },
    answer: { ...userInfo, flatNumber: '14A' },
  },
  postUserSendVerificationCodePassword: { body: { phone: PHONE }, answer: { resendAfterSeconds: 60 } },
  postUserChangePassword: {
    body: { phone: PHONE, verificationCode: '482913', newPassword: 'another-password' },
  },
  getUserSessions: {
    answer: {
      items: [
        {
          id: 'ses_q3Jx0a7Lw9sK2vB4',
          device: 'iPhone · WeChat',
          createdAt: '2026-12-01T08:00:00Z',
          lastSeenAt: '2026-12-06T08:30:00Z',
          expiresAt: '2026-12-31T08:00:00Z',
          current: true,
        },
      ],
    },
  },
  deleteUserSessions: { query: { others: 'true' } },
  deleteUserSessionsId: { params: { id: 'ses_q3Jx0a7Lw9sK2vB4' } },
  putUserPassword: { body: { currentPassword: 'a-password-of-hers', newPassword: 'another-password' } },
  postUserSendVerificationCodePhone: { body: { phone: PHONE }, answer: { resendAfterSeconds: 60 } },
  putUserPhone: {
    body: { phone: PHONE, verificationCode: '482913', currentPassword: 'a-password-of-hers' },
    answer: userInfo,
  },
  getUserMyTypePoints: {
    params: { type: 'all' },
    query: { limit: '20' },
    answer: { ...page(pointsEntry), balance: 1200 },
  },
  getUserParticipantStatusParticipantId: {
    params: { participantId },
    answer: {
      carpoolId: ids.carpool,
      depositStatus: { isValid: true, status: 'held' },
      clientSecret: null,
    },
  },
  postUserParticipantRepayDeposit: {
    body: { userId: ids.user, carpoolId: ids.carpool, participantId },
    answer: intent,
  },
  getUserMyOngoing: { answer: page(record) },
  getUserMyCompleted: {
    answer: page({ ...record, status: 'COMPLETED', place: 'history', paymentStatus: 'PAID', actions: [] }),
  },
  postUserMyPayRemaining: {
    body: { participantId, usePoints: true },
    answer: {
      clientSecret: SECRET,
      amount: 1300,
      originalAmount: 1800,
      pointsDeducted: 500,
      deductedAmount: 500,
      currency: 'gbp',
    },
  },
  postUserMyConfirmRemaining: {
    body: { participantId },
    answer: { ...record, status: 'SUCCESS', paymentStatus: 'PAID', actions: [] },
  },
  getUserMyPaymentStatusParticipantId: {
    params: { participantId },
    answer: {
      participantId,
      deposit: { status: 'held', isValid: true, amount: hold.amount },
      balance: null,
      paymentStatus: 'DEPOSIT',
    },
  },
  postUserUpdateOpenParticipant: {
    body: {
      participantId,
      bigLuggage: 1,
      smallLuggage: 1,
      bag: 1,
      flightNumber: party.flightNumber,
      flightTime: party.flightTime,
      nlocation: party.nLocation,
    },
    answer: { ...record, bigLuggage: 1 },
  },
}
