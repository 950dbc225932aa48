import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { fail } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { intLike, pageQuery, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import { describePoints, type PointsEntry } from '#app/services/accounts/points.server.ts'

/**
 * One change of a member's points: positive for points received, negative for points spent or taken
 * back.
 */
export const pointsEntryReply = z
  .object({
    id: textLike('pts_2b6f0c11-51c4-4a8e-9d1f-0f5e7a3c9b10'),
    points: intLike(-500),
    description: textLike(sample.pointsUsed),
    createdAt: timeOut(),
  })
  .meta({ id: 'PointsEntry' })

export const pointsOut = (
  entry: PointsEntry,
  language: Language,
): z.output<typeof pointsEntryReply> => ({
  id: entry.id,
  points: entry.points,
  description: describePoints(language, entry),
  createdAt: isoTime(entry.createdAt),
})

const history = defineCall({
  method: 'GET',
  path: '/user/my/:type/points',
  tag: 'user',
  auth: 'user',
  params: z.object({ type: z.enum(['all', 'earned', 'spent']) }),
  query: z.object(pageQuery),
  responses: {
    200: pageReply(pointsEntryReply)
      .extend({ balance: intLike(1200) })
      .meta({ id: 'PointsPage' }),
  },
  errors: ['memberOnly'],
  handler: async ({ params, query, viewer, context }) => {
    if (viewer.accountType !== 'MEMBER') return fail('memberOnly')
    const { items, nextCursor, balance } = await context.points.history(viewer, params.type, query)
    return reply(200, {
      items: items.map((entry) => pointsOut(entry, context.language)),
      nextCursor,
      balance,
    })
  },
})

export const pointsCalls = [history]
