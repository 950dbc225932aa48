import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf, requireGroup } from '#app/console/http/kind.server.ts'
import { groupPath, useGroupName } from '#app/console/ui/group-words.tsx'
import { NothingHere } from '#app/console/ui/kit.tsx'
import type { Post } from '#app/features/board/rules/board.ts'
import { decidePost, openBoard } from '#app/features/board/service.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { countIn } from '#app/kernel/number.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { TriangleAlert } from '#app/web/ui/icon.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'

export const handle: PageHandle = { title: 'admin:board.title', console: true }

const ACCESS = { scope: 'groups' } as const

/** All posts of a group with their authors, newest first. Opening it is audited. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, id, kindOf(request), params.groupId)
  const posts = await openBoard(context, id, group.about.kind, group.id)
  if (!posts.ok) throw new Response(null, { status: 503 })
  return { group, posts: posts.value.toReversed() }
}

/** Hides or shows a post. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const { id, about } = await requireGroup(context, by, kindOf(request), params.groupId)
  const form = await request.formData()
  const hide = form.get('decision') === 'hide'
  const decision = { postId: countIn(form, 'postId'), hide }
  const done = await decidePost(context, by, about.kind, id, decision)
  if (!done.ok) throw new Response(null, { status: done.error.code === 'notFound' ? 404 : 503 })
  return redirectWithFlash(context, `${groupPath({ id, about })}/board`, {
    key: hide ? 'admin:board.hidden' : 'admin:board.shown',
  })
}

export default function AdminBoard() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, posts } = useLoaderData<typeof loader>()
  const authors = new Map(group.places.map((p) => [p.participantId, p.person?.name]))
  return (
    <Page
      title={t('admin:board.title')}
      lead={t('admin:board.lead')}
      back={{ to: groupPath(group), label: `${nameOf(group)} ${format.dateTime(group.at)}` }}
    >
      {posts.length === 0 && <NothingHere>{t('admin:board.none')}</NothingHere>}
      <ul className="flex flex-col gap-3">
        {posts.map((post) => (
          <Card key={post.id} as="li" className="flex flex-col gap-2">
            <OnePost post={post} author={authors.get(post.placeId) || t('admin:group.nobody')} />
          </Card>
        ))}
      </ul>
    </Page>
  )
}

function OnePost({ post, author }: { post: Post; author: string }) {
  const t = useT()
  const format = useFormat()
  const { id, at, content, isHidden, reports } = post
  const isWaiting = reports.some(({ isOpen }) => isOpen)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-2">
        <span className="font-medium">{author}</span>
        <span className="figures text-14 text-muted">{format.dateTime(at)}</span>
        {reports.length > 0 && (
          <Badge
            tone={isWaiting ? 'danger' : 'neutral'}
            icon={isWaiting ? TriangleAlert : undefined}
          >
            {t('admin:board.reports', { count: reports.length })}
          </Badge>
        )}
        {isHidden && <Badge tone="warn">{t('admin:board.isHidden')}</Badge>}
      </p>
      <p className="wrap-anywhere">
        <WrittenText text={content} />
      </p>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="postId" value={id} />
        {!isHidden && (
          <Button
            type="submit"
            small
            variant={isWaiting ? 'danger' : 'secondary'}
            name="decision"
            value="hide"
          >
            {t('admin:board.hide')}
          </Button>
        )}
        {(isHidden || isWaiting) && (
          <Button type="submit" small variant="secondary" name="decision" value="show">
            {t(isHidden ? 'admin:board.show' : 'admin:board.keep')}
          </Button>
        )}
      </Form>
    </>
  )
}
