import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { countIn } from '#app/kernel/number.ts'
import { markAllRead, markRead, readNotices } from '#app/notices/service/notices.server.ts'
import { requireUser, withUser } from '#app/web/http/guard.server.ts'
import { safeReturnTo } from '#app/web/http/return-to.server.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { EmptyState } from '#app/web/ui/empty-state.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Bell } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { NoticeItem } from './item.tsx'

export const handle: PageHandle = { title: 'common:notices.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  const user = requireUser(context, request)
  const [, { items, next }] = await withUser(context, user, (viewer) =>
    readNotices(context, viewer, context.t, cursor),
  )
  return { items, next, later: cursor !== null }
}

/**
 * Marks one notice as read (`id`), or all that existed when the page was rendered (`until`), then
 * redirects to the button's target.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const form = await request.formData()
  await markRead(context, user.id, form.getAll('id').map(String))
  const until = countIn(form, 'until')
  if (Number.isSafeInteger(until)) await markAllRead(context, user.id, until)
  return redirect(safeReturnTo(form.get('returnTo'), '/notices'), 303)
}

/** All of the student's notices, newest first. */
export default function NoticesPage() {
  const t = useT()
  const { items, next, later } = useLoaderData<typeof loader>()
  const newest = items[0]
  const markAll = !later && newest && items.some(({ unread }) => unread)
  return (
    <Page
      width="text"
      title={t('common:notices.title')}
      lead={t('common:notices.lead')}
      action={
        markAll && (
          <Form method="post">
            <Button type="submit" name="until" value={newest.at} variant="secondary" small>
              {t('common:notices.markAll')}
            </Button>
          </Form>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyState
          icon={Bell}
          title={t('common:notices.empty')}
          action={later && <LinkButton to="/notices">{t('common:notices.newest')}</LinkButton>}
        >
          {t('common:notices.emptyLead')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-3">
          {items.map((notice) => (
            <li key={notice.id} className="min-w-0">
              <NoticeItem notice={notice} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {next && (
          <LinkButton variant="secondary" to={`/notices?cursor=${encodeURIComponent(next)}`}>
            {t('common:notices.older')}
          </LinkButton>
        )}
        {later && items.length > 0 && (
          <LinkButton variant="quiet" to="/notices">
            {t('common:notices.newest')}
          </LinkButton>
        )}
        <Link to="/profile#info" className="inline-flex min-h-11 items-center text-brand underline">
          {t('common:notices.toProfile')}
        </Link>
      </div>
    </Page>
  )
}
