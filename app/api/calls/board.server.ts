import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { postSchema } from '#app/features/board/schema.server.ts'
import {
  addPost,
  type BoardView,
  readPosts,
  reportPost,
} from '#app/features/board/service.server.ts'
import { ok } from '#app/kernel/result.ts'
import { idField, intLike, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

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

const boardOut = ({ posts, ...board }: BoardView): z.input<typeof boardReply> => ({
  ...board,
  items: posts.map(({ id, at, name, ...post }) => ({
    ...post,
    postId: id,
    postedAt: at,
    author: name,
  })),
})

const read = defineCall('GET /user/my/board/:participantId', {
  auth: 'user',
  params: z.object({ participantId: idField('par') }),
  responses: { 200: boardReply },
  errors: ['notFound', 'unavailable'],
  handler: async ({ params, viewer, context }) => readPosts(context, { viewer, ...params }),
  out: boardOut,
})

/** The answer is stored in D1 under the caller's key, so it must not contain the text. */
const post = defineCall('POST /user/my/board-post', {
  auth: 'user',
  body: postSchema.extend({ participantId: idField('par') }),
  strict: true,
  idempotent: true,
  responses: {
    201: z.object({ participantId: idField('par'), postId: intLike(1) }).meta({ id: 'BoardPost' }),
  },
  errors: ['notFound', 'operationExpired', 'boardFull', 'rateLimited', 'unavailable'],
  handler: async ({ body, viewer, attempt, context }) => {
    const posted = await addPost(context, { viewer, key: attempt, ...body })
    const { participantId } = body
    return posted.ok ? ok({ participantId, postId: posted.value.postId ?? 0 }) : posted
  },
})

const report = defineCall('POST /user/my/board-report', {
  auth: 'user',
  body: z.object({ participantId: idField('par'), postId: intLike(1) }),
  strict: true,
  responses: { 204: null },
  errors: ['notFound', 'unavailable'],
  handler: async ({ body, viewer, context }) => reportPost(context, { viewer, ...body }),
})

export const boardCalls = [read, post, report]
