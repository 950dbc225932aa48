import { newAdmin, newAdminAccount, PASSWORD } from '#tests/worker/admin/kit.ts'
import { api, openCarpool } from '#tests/worker/world/api.ts'
import { placeOrder } from '#tests/worker/world/api-orders.ts'
import { openTrip } from '#tests/worker/world/api-trips.ts'
import { makeMember, newStudent } from '#tests/worker/world/people.ts'
import { type Ask, pendingMember, type Scenes } from './scene.ts'

const read = (query?: string) => async (): Promise<Ask> => ({
  as: await newAdmin(),
  ...(query && { query }),
  status: 200,
})

/** A table sent back as it was read, with its version: an empty change counts as a change too. */
const replace = (path: string, params?: Record<string, string>) => async (): Promise<Ask> => {
  const as = await newAdmin()
  const { body, headers } = await api('GET', path, { as })
  const { currency: _, version: __, ...json } = body
  const seen = { 'If-Match': headers.get('ETag') ?? '' }
  return { as, ...(params && { params }), json, headers: seen, status: 200 }
}

const newAirport = {
  airportName: { zh: '测试机场', en: 'Test Airport' },
  terminals: ['T1'],
  active: false,
}

async function airport(): Promise<{ as: { token: string }; id: string }> {
  const as = await newAdmin()
  const { body } = await api('POST', '/admin/airport/add', { as, json: newAirport })
  return { as, id: body.id }
}

const ofMember = (json: object) => async (): Promise<Ask> => {
  const student = await newStudent()
  await makeMember(student, 100)
  return { as: await newAdmin(), json: { userId: student.id, ...json }, status: 200 }
}
const ofPending = async (): Promise<Ask> => ({
  as: await newAdmin(),
  json: { userId: (await pendingMember()).id },
  status: 200,
})
const carpool = async () => (await openCarpool(await newStudent())).id as string

export const adminScenes: Scenes = {
  postAdminAccountLogin: async () => {
    const { phone } = await newAdminAccount()
    return { as: null, json: { phone, password: PASSWORD }, status: 200 }
  },
  postAdminAccountLogout: async () => ({ as: await newAdmin(), status: 204 }),
  postAdminAccountConfirm: async () => ({
    as: await newAdmin(),
    json: { password: PASSWORD },
    status: 200,
  }),

  getAdminAccountPendingMembers: read('limit=2'),
  postAdminAccountApproveMember: ofPending,
  postAdminAccountRejectMember: ofPending,
  postAdminAccountUpdateMembershipLevel: ofMember({ membershipLevel: 3 }),
  postAdminAccountAllocatePoints: ofMember({ points: 50, description: '介绍新同学' }),
  getAdminAuditLog: read('limit=2'),

  getAdminAirportGetall: read(),
  getAdminAirportGetId: async () => {
    const { as, id } = await airport()
    return { as, params: { id }, status: 200 }
  },
  postAdminAirportAdd: async () => ({ as: await newAdmin(), json: newAirport, status: 201 }),
  putAdminAirportUpdateId: async () => {
    const { as, id } = await airport()
    return { as, params: { id }, json: { ...newAirport, terminals: ['T2'] }, status: 200 }
  },
  deleteAdminAirportDeleteId: async () => {
    const { as, id } = await airport()
    return { as, params: { id }, status: 204 }
  },
  getAdminPriceNormalPriceMatrix: read(),
  putAdminPriceNormalPriceMatrix: replace('/admin/price/normal-price-matrix'),
  getAdminPriceSpecialPriceMatrix: read(),
  putAdminPriceSpecialPriceMatrix: replace('/admin/price/special-price-matrix'),
  getAdminSpecialPeriod: read(),
  putAdminSpecialPeriod: replace('/admin/special-period'),
  getAdminPostagePriceMatrix: read(),
  putAdminPostagePriceMatrix: replace('/admin/postage-price-matrix'),
  getAdminServiceDescriptionsService: async () => ({
    as: await newAdmin(),
    params: { service: 'mail' },
    status: 200,
  }),
  putAdminServiceDescriptionsService: replace('/admin/service-descriptions/mail', {
    service: 'mail',
  }),

  getAdminOrdersKind: async () => ({ as: await newAdmin(), params: { kind: 'mail' }, status: 200 }),
  putAdminOrdersKindIdStatus: async () => {
    const id = await placeOrder('move', await newStudent())
    return {
      as: await newAdmin(),
      params: { kind: 'move', id },
      json: { status: 'processing' },
      status: 200,
    }
  },
  getAdminStuckPayments: read('limit=2'),

  getAdminCarpools: read('limit=2'),
  getAdminTrips: read('limit=2'),
  postAdminCarpoolsIdCancel: async () => ({
    as: await newAdmin(),
    params: { id: await carpool() },
    status: 200,
  }),
  postAdminTripsIdCancel: async () => ({
    as: await newAdmin(),
    params: { id: (await openTrip()).id },
    status: 200,
  }),
  putAdminTripsIdBalancePrice: async () => ({
    as: await newAdmin(),
    params: { id: (await openTrip()).id },
    json: { balancePrice: 4500 },
    status: 200,
  }),
}
