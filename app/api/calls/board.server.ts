import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import { isoTime } from '#app/domain/time.ts'
import { postSchema } from '#app/schemas/board.server.ts'
import { idField, intLike, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { BoardView } from '#app/services/groups/board.server.ts'

const boardReply = z
  .object({
    items: z.array(
      z.object({
        postId: intLike(1),
        postedAt: timeOut('2026-12-12T14:40:00Z'),
        own: z.boolean().meta({ examples: [false] }),
        author: textLike(sample.surname).nullable().meta({
          description:
            'A surname, a first word, or a whole name that has a middle dot; null if its author has left',
        }),
        content: textLike(sample.post)
          .nullable()
          .meta({ description: 'Null unless the state is `shown`' }),
        state: z.enum(['shown', 'hidden', 'reported']).meta({
          description: 'hidden: by an administrator. reported: by the caller',
          examples: ['shown'],
        }),
      }),
    ),
    open: z.boolean().meta({ description: 'Whether the caller can post', examples: [true] }),
    openUntil: timeOut('2026-12-13T15:00:00Z'),
    keptUntil: timeOut('2026-12-26T15:00:00Z').meta({ description: 'When all posts are deleted' }),
  })
  .meta({ id: 'Board' })

const boardOut = ({ posts, open, openUntil, keptUntil }: BoardView) => ({
  items: posts.map(({ id, at, own, name, content, state }) => ({
    postId: id,
    postedAt: isoTime(at),
    own,
    author: name,
    content,
    state,
  })),
  open,
  openUntil: isoTime(openUntil),
  keptUntil: isoTime(keptUntil),
})

const read = defineCall({
  method: 'GET',
  path: '/user/my/board/:participantId',
  tag: 'user',
  auth: 'user',
  params: z.object({ participantId: idField('par') }),
  responses: { 200: boardReply },
  errors: ['notFound', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const board = await (await context.board()).read({ viewer, ...params })
    return board.ok ? reply(200, boardOut(board.value)) : board
  },
})

/** Its answer is kept under the caller's key in D1, so it does not contain the text. */
const post = defineCall({
  method: 'POST',
  path: '/user/my/board-post',
  tag: 'user',
  auth: 'user',
  body: postSchema.extend({ participantId: idField('par') }),
  strict: true,
  idempotent: true,
  responses: {
    201: z.object({ participantId: idField('par'), postId: intLike(1) }).meta({ id: 'BoardPost' }),
  },
  errors: ['notFound', 'operationExpired', 'boardFull', 'rateLimited', 'unavailable'],
  handler: async ({ body, viewer, idempotencyKey, context }) => {
    const key = idempotencyKey ?? crypto.randomUUID()
    const posted = await (await context.board()).post({ viewer, key, ...body })
    if (!posted.ok) return posted
    return reply(201, { participantId: body.participantId, postId: posted.value.postId ?? 0 })
  },
})

const report = defineCall({
  method: 'POST',
  path: '/user/my/board-report',
  tag: 'user',
  auth: 'user',
  body: z.object({ participantId: idField('par'), postId: intLike(1) }),
  strict: true,
  responses: { 204: null },
  errors: ['notFound', 'unavailable'],
  handler: async ({ body, viewer, context }) => {
    const reported = await (await context.board()).report({ viewer, ...body })
    return reported.ok ? noContent : reported
  },
})

export const boardCalls = [read, post, report]
