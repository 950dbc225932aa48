import * as z from 'zod'
import { type Call, type CallInput, defineCall, reply } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import type { AdminId } from '#app/domain/id.ts'
import { ORDER_KINDS } from '#app/domain/order/order.ts'
import { fail, type Result } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  levelSchema,
  memberSchema,
  pointsSchema,
  suspendSchema,
  userFilter,
} from '#app/schemas/admin-members.server.ts'
import {
  dayOut,
  exampleId,
  idField,
  intLike,
  pageQuery,
  refundOwedOut,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { AdminActivity, AdminUser } from '#app/services/admin/members.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { accountOut, userInfoReply } from './user.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'members' } as const

const standing = {
  closedAt: timeOut()
    .nullable()
    .meta({ description: 'When the account was closed; who it was is gone', examples: [null] }),
  suspendedAt: timeOut()
    .nullable()
    .meta({ description: 'Since when an administrator keeps the student out', examples: [null] }),
}
const userReply = userInfoReply
  .omit({ pointsHistory: true })
  .extend(standing)
  .meta({ id: 'AdminUser' })

const place = {
  participantId: idField('par'),
  status: textLike('OPEN'),
  seat: z.enum(['held', 'lapsing', 'taken', 'gone']).meta({ examples: ['taken'] }),
  people: intLike(1),
  paymentStatus: z.enum(['DEPOSIT', 'PAID', 'PRIVATE_CONVERTED', 'MOVED', 'REFUNDED']),
  refundOwed: refundOwedOut,
}
const userDetailReply = userInfoReply
  .extend({
    ...standing,
    carpools: z.array(
      z.object({
        id: idField('car'),
        ...place,
        airportName: textLike(sample.airportName.zh),
        tripType: z.enum(['PICKUP', 'DROPOFF']),
        carpoolDatetime: timeOut('2026-12-12T14:00:00Z'),
      }),
    ),
    trips: z
      .array(
        z.object({
          id: idField('trip'),
          ...place,
          tripName: textLike(sample.tripName),
          tripStartDatetime: timeOut('2026-12-19T08:00:00Z'),
        }),
      )
      .meta({ examples: [[]] }),
    orders: z.array(
      z.object({
        id: textLike(exampleId('mail'), exampleId('move')),
        kind: z.enum(ORDER_KINDS),
        status: textLike('open'),
        payment: z
          .enum(['free', 'awaiting', 'paid', 'refunding', 'refunded'])
          .meta({ examples: ['paid'] }),
        refundOwed: refundOwedOut,
        sendDate: dayOut,
        createdAt: timeOut(),
      }),
    ),
  })
  .meta({ id: 'AdminUserDetail' })

/**
 * A closed account's phone is replaced by a placeholder nobody can log in with, so it is not shown.
 */
const userInfo = (user: AdminUser, language: Language) =>
  accountOut({ ...user, phone: user.closedAt === null ? user.phone : '' }, language)

const standingOf = ({ closedAt, suspendedAt }: Pick<AdminUser, 'closedAt' | 'suspendedAt'>) => ({
  closedAt: isoTime(closedAt),
  suspendedAt: isoTime(suspendedAt),
})

const pendingMembers = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/account/pending-members',
  query: z.object(pageQuery),
  responses: { 200: pageReply(userInfoReply).meta({ id: 'PendingMembers' }) },
  handler: async ({ query, viewer, context }) => {
    const { items, nextCursor } = await context.admin.members.pending(query, viewer.id)
    return reply(200, { items: items.map((user) => userInfo(user, context.language)), nextCursor })
  },
})

/** A change of an account, which answers with the account. */
const change = <B extends z.ZodObject>(
  name: string,
  body: B,
  make: (members: Members, by: AdminId, body: z.output<B>, key: string | null) => Changed,
  more: Partial<Call> = {},
): Call => ({
  ...shared,
  method: 'POST',
  path: `/admin/account/${name}`,
  body,
  bodyOrQuery: true,
  strict: true,
  responses: { 200: userInfoReply },
  errors: ['notFound', 'operationExpired'],
  ...more,
  async handler({ viewer, body: sent, idempotencyKey, context }: ChangeInput<B>) {
    const { admin, language } = context
    const changed = await make(admin.members, viewer.id, sent as z.output<B>, idempotencyKey)
    return changed.ok ? reply(200, userInfo(changed.value, language)) : changed
  },
})
type Members = AppContext['admin']['members']
type Changed = Promise<Result<AdminUser>>
type ChangeInput<B extends z.ZodObject> = CallInput<undefined, undefined, B, 'admin'>

const changes = [
  change('approve-member', memberSchema, (members, by, { userId }) =>
    members.decide(by, userId, 'APPROVED'),
  ),
  change('reject-member', memberSchema, (members, by, { userId }) =>
    members.decide(by, userId, 'REJECTED'),
  ),
  change(
    'update-membership-level',
    levelSchema,
    (members, by, { userId, membershipLevel }) => members.setLevel(by, userId, membershipLevel),
    { errors: ['notFound', 'operationExpired', 'unavailable'] },
  ),
  change(
    'allocate-points',
    pointsSchema,
    (members, by, { userId, ...gift }, key) =>
      members.allocatePoints(by, userId, { ...gift, attempt: key ?? crypto.randomUUID() }),
    {
      idempotent: true,
      confirmed: async ({ points }: z.output<typeof pointsSchema>, { admin }) =>
        (await admin.members.weighPoints(points)).confirmed,
    },
  ),
  change(
    'suspend',
    suspendSchema,
    (members, by, { userId, reason }) => members.suspend(by, userId, reason),
    { confirmed: true },
  ),
  change('reinstate', memberSchema, (members, by, { userId }) => members.reinstate(by, userId), {
    confirmed: true,
  }),
]

const findUsers = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/users',
  query: z.object({ ...userFilter, ...pageQuery }),
  responses: { 200: pageReply(userReply).meta({ id: 'AdminUserPage' }) },
  handler: async ({ query: { q, ...query }, viewer, context }) => {
    const asked = { ...query, ...(q && { search: q }) }
    const { items, nextCursor } = await context.admin.members.list(asked, viewer.id)
    const out = items.map((user) => {
      const { pointsHistory: _, ...info } = userInfo(
        { ...user, pointsHistory: [] },
        context.language,
      )
      return { ...info, ...standingOf(user) }
    })
    return reply(200, { items: out, nextCursor })
  },
})

const activityOut = ({ carpools, trips, orders }: AdminActivity, language: Language) => ({
  carpools: carpools.map(({ at, airportNameZh, airportNameEn, seat, ...rest }) => ({
    ...rest,
    seat: seatOut(seat),
    airportName: language === 'zh' ? airportNameZh : airportNameEn,
    carpoolDatetime: isoTime(at),
  })),
  trips: trips.map(({ at, seat, ...rest }) => ({
    ...rest,
    seat: seatOut(seat),
    tripStartDatetime: isoTime(at),
  })),
  orders: orders.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: isoTime(createdAt) })),
})

const seatOut = (seat: string) => place.seat.parse(seat)

const oneUser = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/users/:id',
  params: z.object({ id: idField('usr') }),
  responses: { 200: userDetailReply },
  handler: async ({ viewer, params, context }) => {
    const user = await context.admin.members.open(viewer.id, params.id)
    if (!user) return fail('notFound')
    const { language } = context
    return reply(200, {
      ...userInfo(user, language),
      ...standingOf(user),
      ...activityOut(user, language),
    })
  },
})

export const adminMemberCalls = [pendingMembers, ...changes, findUsers, oneUser]
