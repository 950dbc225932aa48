import * as z from 'zod'
import { type Call, type CallInput, defineCall } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { levelSchema, memberSchema, pointsSchema } from '#app/console/schemas/members.server.ts'
import {
  type AdminUser,
  changeLevel,
  givePoints,
  judgeMember,
  readPending,
  weighPoints,
} from '#app/console/service/members.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import { pageQuery } from '#app/schemas/common.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { accountOut, userInfoReply } from './user.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'members' } as const

/**
 * A closed account's phone is replaced by a placeholder nobody can log in with, so it is not shown.
 */
const userInfo = (user: AdminUser, language: Language) =>
  accountOut({ ...user, phone: user.closedAt === null ? user.phone : '' }, language)

const pendingMembers = defineCall('GET /admin/account/pending-members', {
  ...shared,
  query: z.object(pageQuery),
  responses: { 200: pageReply(userInfoReply).meta({ id: 'PendingMembers' }) },
  handler: async ({ query, viewer, context }) => {
    const { items, nextCursor } = await readPending(context, query, viewer.id)
    return ok({ items: items.map((user) => userInfo(user, context.language)), nextCursor })
  },
})

/** A call that changes an account and returns it. */
const change = <B extends z.ZodObject>(
  name: string,
  body: B,
  make: (context: AppContext, by: AdminId, body: z.output<B>, attempt: string) => AccountResult,
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
  async handler({ viewer, body: sent, attempt, context }: ChangeInput<B>) {
    const changed = await make(context, viewer.id, sent as z.output<B>, attempt)
    return changed.ok ? ok(userInfo(changed.value, context.language)) : changed
  },
})
type AccountResult = Promise<Result<AdminUser>>
type ChangeInput<B extends z.ZodObject> = CallInput<undefined, undefined, B, 'admin'>

const changes = [
  change('approve-member', memberSchema, (context, by, { userId }) =>
    judgeMember(context, by, userId, 'APPROVED'),
  ),
  change('reject-member', memberSchema, (context, by, { userId }) =>
    judgeMember(context, by, userId, 'REJECTED'),
  ),
  change(
    'update-membership-level',
    levelSchema,
    (context, by, { userId, membershipLevel }) => changeLevel(context, by, userId, membershipLevel),
    { errors: ['notFound', 'operationExpired', 'unavailable'] },
  ),
  change(
    'allocate-points',
    pointsSchema,
    (context, by, { userId, ...gift }, attempt) =>
      givePoints(context, by, userId, { ...gift, attempt }),
    {
      idempotent: true,
      confirmed: async ({ points }: z.output<typeof pointsSchema>, context) =>
        (await weighPoints(context, points)).confirmed,
    },
  ),
]

export const adminMemberCalls = [pendingMembers, ...changes]
