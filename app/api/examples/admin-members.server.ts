import { type Examples, ids, page, userInfo } from './shapes.server.ts'

const waiting = { ...userInfo, auth: 'PENDING', membershipLevel: 0, points: 0, pointsHistory: [] }
const { pointsHistory: _, ...listed } = { ...userInfo, closedAt: null, suspendedAt: null }

export const adminMemberExamples: Examples = {
  getAdminAccountPendingMembers: { query: { limit: '20' }, answer: page(waiting) },
  postAdminAccountApproveMember: { body: { userId: ids.user }, answer: { ...waiting, auth: 'APPROVED' } },
  postAdminAccountRejectMember: { body: { userId: ids.user }, answer: { ...waiting, auth: 'REJECTED' } },
  postAdminAccountUpdateMembershipLevel: {
    body: { userId: ids.user, membershipLevel: 2 },
    answer: { ...userInfo, membershipLevel: 2 },
  },
  postAdminAccountAllocatePoints: {
    body: { userId: ids.user, points: 500, description: '开学迎新活动' },
    answer: {
      ...userInfo,
      points: 1700,
      pointsHistory: [
        {
          id: 'pts_9f8e7d6c-5b4a-4321-8765-43210fedcba9',
          points: 500,
          description: '开学迎新活动',
          createdAt: '2026-12-06T09:30:00Z',
        },
        ...userInfo.pointsHistory,
      ],
    },
  },
  postAdminAccountSuspend: {
    body: { userId: ids.user, reason: '多次辱骂司机' },
    answer: userInfo,
  },
  postAdminAccountReinstate: { body: { userId: ids.user }, answer: userInfo },
  getAdminUsers: { query: { q: '07700', accountType: 'MEMBER', limit: '20' }, answer: page(listed) },
  getAdminUsersId: {
    params: { id: ids.user },
    answer: {
      ...userInfo,
      closedAt: null,
      suspendedAt: null,
      carpools: [
        {
          id: ids.carpool,
          participantId: ids.participant,
          status: 'OPEN',
          seat: 'taken',
          people: 1,
          paymentStatus: 'DEPOSIT',
          airportName: '希思罗机场',
          tripType: 'PICKUP',
          carpoolDatetime: '2026-12-12T14:00:00Z',
        },
      ],
      trips: [],
      orders: [
        {
          id: ids.mail,
          kind: 'mail',
          status: 'open',
          payment: 'paid',
          sendDate: '2026-12-12',
          createdAt: '2026-12-05T10:20:00Z',
        },
      ],
    },
  },
  getAdminAuditLog: {
    query: { action: 'membershipLevelSet', from: '2026-12-01', to: '2026-12-06', limit: '20' },
    answer: page({
      id: 'aud_0a1b2c3d-4e5f-4678-9abc-def012345678',
      at: '2026-12-06T09:30:00Z',
      adminId: ids.admin,
      action: 'membershipLevelSet',
      subject: ids.user,
      before: { membershipLevel: 1 },
      after: { membershipLevel: 2 },
    }),
  },
}
