import { adminExportExamples } from './admin-export.server.ts'
import { adminGroupExamples } from './admin-groups.server.ts'
import { adminMemberExamples } from './admin-members.server.ts'
import { adminOfferExamples } from './admin-offer.server.ts'
import { adminOrderExamples } from './admin-orders.server.ts'
import { adminTextExamples } from './admin-texts.server.ts'
import { type Examples, PHONE } from './shapes.server.ts'

const TOKEN = 'Z8uI1oP5eR7zC0dF3gH2jKsq3Jx0a7Lw9sK2vB4nM6t'

export const adminExamples: Examples = {
  postAdminAccountLogin: {
    body: { phone: PHONE, password: 'twelve characters or more' },
    answer: { token: TOKEN, expiresAt: '2026-12-04T21:30:00Z' },
  },
  postAdminAccountLogout: {},
  postAdminAccountConfirm: {
    body: { password: 'twelve characters or more' },
    answer: { confirmedUntil: '2026-12-04T09:40:00Z' },
  },
  ...adminMemberExamples,
  ...adminExportExamples,
  ...adminTextExamples,
  ...adminOfferExamples,
  ...adminOrderExamples,
  ...adminGroupExamples,
}
