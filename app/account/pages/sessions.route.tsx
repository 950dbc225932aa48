import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import { pagePath } from '#app/account/http/query.ts'
import {
  emptySessionCookie,
  endOwnSession,
  endSessions,
  listSessions,
} from '#app/account/service/sessions.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { redirectWithFlash, setFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { Form } from '#app/web/ui/form.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:sessions.title' }

const HERE = '/profile/sessions'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireUser(context, request)
  return { sessions: await listSessions(context, id, context.sessionToken) }
}

/** Ends one session, all but this one, or all of them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireUser(context, request)
  const form = await request.formData()
  const end = String(form.get('end') ?? '')
  const here = HERE + new URL(request.url).search
  switch (end) {
    case 'all':
      await endSessions(context, id, null)
      context.setCookie(emptySessionCookie(context.secure))
      setFlash(context, { key: 'account:sessions.endedAll' })
      // A full page load, so that nothing of the account stays in the page's memory.
      return redirect('/login', 303)
    case 'others':
      await endSessions(context, id, context.sessionToken)
      return redirectWithFlash(context, here, {
        key: 'account:sessions.endedOthers',
      })
    default:
      // If it has already ended, nothing is left to do.
      await endOwnSession(context, id, end)
      return redirectWithFlash(context, here, { key: 'account:sessions.ended' })
  }
}

/** Where the user is logged in, with a way to end each session. */
export default function SessionsDialog() {
  const t = useT()
  const format = useFormat()
  const { sessions } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const name = (device: string | null) =>
    device?.replace('WeChat', t('account:sessions.wechat')) ?? t('account:sessions.unknown')
  return (
    <DialogRoute title={t('account:sessions.title')} closeTo={pagePath(search)}>
      <Form method="post" className="flex flex-col gap-4">
        <p className="text-14 text-muted">{t('account:sessions.lead')}</p>
        <ul className="figures flex flex-col gap-3">
          {sessions.map(({ id, device, current, createdAt, lastSeenAt }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 rounded-card border border-line p-3"
            >
              <span className="min-w-0">
                <strong className="flex flex-wrap items-center gap-x-2">
                  <span>{name(device)}</span>
                  {current && <Badge tone="ok">{t('account:sessions.current')}</Badge>}
                </strong>
                <span className="block text-14 text-muted">
                  {t('account:sessions.times', {
                    since: format.dateTime(createdAt),
                    seen: format.date(lastSeenAt),
                  })}
                </span>
              </span>
              {!current && (
                <SubmitButton
                  name="end"
                  value={id}
                  variant="secondary"
                  small
                  className="shrink-0"
                  aria-label={t('account:sessions.endAbout', { device: name(device) })}
                  busyLabel={t('account:sessions.ending')}
                >
                  {t('account:sessions.end')}
                </SubmitButton>
              )}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          {sessions.length > 1 && (
            <SubmitButton
              name="end"
              value="others"
              variant="secondary"
              busyLabel={t('account:sessions.ending')}
            >
              {t('account:sessions.endOthers')}
            </SubmitButton>
          )}
          <SubmitButton
            name="end"
            value="all"
            variant="danger"
            busyLabel={t('account:sessions.ending')}
          >
            {t('account:sessions.endAll')}
          </SubmitButton>
        </div>
      </Form>
    </DialogRoute>
  )
}
