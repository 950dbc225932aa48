import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isConfirmed, requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { decideMember } from '#app/console/http/decide-member.server.ts'
import { DecideMember } from '#app/console/ui/decide-member.tsx'
import { TextLink } from '#app/console/ui/kit.tsx'
import { Notes } from '#app/console/ui/notes.tsx'
import { UserBadges } from '#app/console/ui/user-badges.tsx'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { PointsList } from '#app/web/ui/points-list.tsx'
import { Activity } from './activity.tsx'
import { UserFacts } from './facts.tsx'
import { LevelForm, PointsForm } from './forms.tsx'
import { readUserPage } from './page.server.ts'
import { reinstate, saveLevel, saveSuspension } from './save.server.ts'
import { Suspended, SuspendForm } from './suspension.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>> | undefined> = {
  title: (t, data) => data?.user.name || t('admin:user.nobody'),
  console: true,
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id, scopes } = await requireAdmin(context, request, { scope: 'members' })
  const page = await readUserPage(context, id, params.userId ?? '')
  if (!page) throw new Response(null, { status: 404 })
  return { ...page, scopes, asksPassword: !(await isConfirmed(context)) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'members' })
  const form = await request.formData()
  const id = params.userId ?? ''
  const to = `/admin/users/${id}`
  switch (form.get('intent')) {
    case 'level':
      return saveLevel(context, admin.id, id, form)
    case 'suspend':
      return saveSuspension(context, admin.id, id, form)
    case 'reinstate':
      return reinstate(context, admin.id, id, form)
    default:
      form.set('userId', id)
      return decideMember(context, admin.id, form, to)
  }
}

/** One account: whose it is, its status, its history, and what can be done about it. */
export default function AdminUser() {
  const t = useT()
  const { user, points, activity, notes, noteId, scopes, levels, asksPassword } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = (form: 'level' | 'suspend') => (answer?.form === form ? answer.result : null)
  return (
    <Page
      title={user.name || t('admin:user.nobody')}
      lead={<UserBadges {...user} />}
      back={{ to: '/admin/users', label: t('admin:user.title') }}
    >
      {user.closedAt !== null && (
        <Banner tone="info">
          {t(user.erasedAt === null ? 'admin:user.erasing' : 'admin:user.closedLead')}
        </Banner>
      )}
      <Suspended user={user} asksPassword={asksPassword} result={result('suspend')} />
      {user.closedAt === null && user.auth === 'PENDING' && (
        <Card>
          <DecideMember id={user.id} name={user.name} />
        </Card>
      )}
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Section id="facts" title={t('admin:user.facts')}>
          <UserFacts user={user} />
          {scopes.includes('records') && (
            <TextLink to={`/admin/audit?subject=${user.id}`} tall>
              {t('admin:user.auditLink')}
            </TextLink>
          )}
          {user.closedAt === null && (
            <>
              <TextLink to={`/admin/correct?user=${user.id}`} tall>
                {t('admin:correct.open')}
              </TextLink>
              <TextLink to={`/admin/messages/new?user=${user.id}`} tall>
                {t('admin:message.send')}
              </TextLink>
              <TextLink to={`/admin/requests/new?user=${user.id}`} tall>
                {t('admin:request.ask')}
              </TextLink>
            </>
          )}
        </Section>
        {user.closedAt === null && (
          <div className="flex flex-col gap-6">
            <LevelForm level={user.membershipLevel} levels={levels} result={result('level')} />
            <PointsForm userId={user.id} />
            {user.suspendedAt === null && (
              <SuspendForm result={result('suspend')} asksPassword={asksPassword} />
            )}
          </div>
        )}
      </div>
      <Section id="notes" title={t('admin:note.title')}>
        <Notes subjectId={user.id} notes={notes} newId={noteId} isClosed={user.closedAt !== null} />
      </Section>
      <Section id="history" title={t('admin:user.history')}>
        <Card>
          {points.length === 0 ? (
            <p className="text-muted">{t('admin:user.historyNone')}</p>
          ) : (
            <PointsList items={points} />
          )}
        </Card>
      </Section>
      <Activity {...activity} scopes={scopes} />
    </Page>
  )
}
