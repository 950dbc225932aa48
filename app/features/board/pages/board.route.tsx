import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { postSchema } from '#app/features/board/schema.server.ts'
import {
  addPost,
  type BoardView,
  type PostView,
  readPosts,
  reportPost,
} from '#app/features/board/service.server.ts'
import { pagePathOf, recordPathOf } from '#app/group/ui/place.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { POST_MAX } from '#app/kernel/limits.ts'
import { countIn } from '#app/kernel/number.ts'
import type { Result } from '#app/kernel/result.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { EmptyState } from '#app/web/ui/empty-state.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { control, formOf } from '#app/web/ui/form-state.ts'
import { Users } from '#app/web/ui/icon.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { TextArea } from '#app/web/ui/text-area.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'

export const handle: PageHandle = { title: 'ride:board.title' }

/** Unwraps a board's answer; anyone who may not read it gets the 404 page. */
function orNotFound<T>(asked: Result<T>): Result<T> {
  if (!asked.ok && asked.error.code === 'notFound') throw new Response(null, { status: 404 })
  return asked
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireUser(context, request)
  const { participantId = '' } = params
  const board = orNotFound(await readPosts(context, { viewer, participantId }))
  if (!board.ok) throw new Response(null, { status: 503 })
  const { postId: _, ...view } = board.value
  return { participantId, key: crypto.randomUUID(), ...view }
}

/** Posts a text, or reports somebody else's post. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireUser(context, request)
  const asked = { viewer, participantId: params.participantId ?? '' }

  const form = await request.formData()
  if (form.has('report')) {
    const reported = orNotFound(
      await reportPost(context, { ...asked, postId: countIn(form, 'report') }),
    )
    return reported.ok
      ? done(context, reported.value, asked.participantId, 'reported')
      : refuseForm(context, form, reported.error)
  }
  orNotFound(await readPosts(context, asked))
  const read = readForm(context, form, postSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  // A form submitted twice creates one post.
  const key = String(form.get('key') ?? '') || crypto.randomUUID()
  const posted = orNotFound(await addPost(context, { ...asked, key, ...read.value }))
  return posted.ok
    ? done(context, posted.value, asked.participantId, 'posted')
    : refuseForm(context, form, posted.error)
}

const done = (
  context: ActionFunctionArgs['context'],
  { kind }: BoardView,
  participantId: string,
  what: 'posted' | 'reported',
) =>
  redirectWithFlash(context, pagePathOf({ kind, participantId }, 'board'), {
    key: `ride:board.${what}`,
  })

/** A group's message board, for its members. */
export default function BoardPage() {
  const t = useT()
  const format = useFormat()
  const { participantId, kind, posts, keptUntil } = useLoaderData<typeof loader>()
  const lead = { until: format.dateTime(keptUntil) }
  return (
    <Page
      width="text"
      title={t('ride:board.title')}
      lead={t(`ride:board.lead.${kind}`, lead)}
      back={{
        to: recordPathOf({ kind, participantId }),
        label: t(`ride:companions.${kind}.back`),
      }}
    >
      <NewPost />
      {posts.length === 0 && <EmptyState icon={Users} title={t('ride:board.empty')} />}
      {posts.length > 0 && (
        <ul className="flex flex-col gap-3">
          {posts.map((post) => (
            <Card key={post.id} as="li">
              <OnePost {...post} />
            </Card>
          ))}
        </ul>
      )}
    </Page>
  )
}

/** The form for a new post, or why nobody can post. */
function NewPost() {
  const t = useT()
  const format = useFormat()
  const { open, full, key, openUntil } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('board', { content: '', key }, answer?.result ?? null)
  // A text sent too late stays in the form.
  if (full && !answer) return <p>{t('ride:board.full')}</p>
  if (!open && !answer) return <p>{t('ride:board.over', { until: format.dateTime(openUntil) })}</p>
  return (
    <Card as="section">
      <form method="post" id={form.id} noValidate className="flex flex-col gap-3">
        <FormErrors errors={errors} title={t('ride:board.failed')} />
        <input type="hidden" {...control(fields.key)} />
        <TextArea
          label={t('ride:board.content')}
          hint={t('ride:board.hint', { max: POST_MAX })}
          error={fields.content.errors?.join(' ')}
          input={{ ...control(fields.content), maxLength: POST_MAX, rows: 3, required: true }}
        />
        <Button type="submit">{t('ride:board.post')}</Button>
      </form>
    </Card>
  )
}

function OnePost({ id, at, own, name, content, state }: PostView) {
  const t = useT()
  const format = useFormat()
  const author = own
    ? t('ride:board.own')
    : name === null
      ? t('ride:board.left')
      : name
        ? t('ride:companions.name', { name })
        : t('ride:companions.nameless')
  return (
    <article className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{author}</span>
        <span className="figures text-14 text-muted">{format.dateTime(at)}</span>
      </p>
      {content === null ? (
        <p className="text-muted">
          {t(state === 'reported' ? 'ride:board.state.reported' : 'ride:board.state.hidden')}
        </p>
      ) : (
        <p className="wrap-anywhere">
          <WrittenText text={content} />
        </p>
      )}
      {state === 'shown' && !own && (
        <form method="post" className="self-end">
          <Button
            type="submit"
            name="report"
            value={id}
            variant="quiet"
            small
            aria-label={t('ride:board.reportOf', { author, time: format.dateTime(at) })}
          >
            {t('ride:board.report')}
          </Button>
        </form>
      )}
    </article>
  )
}
