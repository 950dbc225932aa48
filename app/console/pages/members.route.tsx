import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { decideMember } from '#app/console/http/decide-member.server.ts'
import { MEMBERS_AT_ONCE, readPending } from '#app/console/service/members.server.ts'
import { DecideMember } from '#app/console/ui/decide-member.tsx'
import { NothingHere, Pager, TextLink } from '#app/console/ui/kit.tsx'
import { flatOf } from '#app/console/ui/user-badges.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:member.title', console: true }

const LIST = '/admin/members'
/** The form that the boxes on the cards belong to. */
const TICKED = 'ticked-members'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'members' })
  const cursor = new URL(request.url).searchParams.get('cursor') ?? ''
  const asked = { cursor, limit: MEMBERS_AT_ONCE }
  const { items, nextCursor } = await readPending(context, asked, id)
  return { members: items, nextCursor, now: context.clock.now() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'members' })
  return decideMember(
    context,
    admin.id,
    await request.formData(),
    `${LIST}${new URL(request.url).search}`,
  )
}

/** Members waiting for approval, longest waiting first. */
export default function Members() {
  const t = useT()
  const { members, nextCursor, now } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:member.title')} lead={t('admin:member.lead')}>
      {members.length === 0 ? (
        <NothingHere>{t('admin:member.none')}</NothingHere>
      ) : (
        <>
          <ul className="grid gap-3 md:grid-cols-2">
            {members.map((member) => (
              <Member key={member.id} now={now} {...member} />
            ))}
          </ul>
          <Form method="post" id={TICKED}>
            <Button type="submit" name="intent" value="approveAll">
              {t('admin:member.approveAll')}
            </Button>
          </Form>
        </>
      )}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>['members'][number] & { now: number }

function Member({ id, name, phone, wechat, flatName, flatNumber, createdAt, now }: Props) {
  const t = useT()
  const format = useFormat()
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-18">
          <TextLink to={`/admin/users/${id}`} tall>
            {name}
          </TextLink>
        </h2>
        <p className="text-14 text-muted">
          {t('admin:member.waits', { duration: format.duration(now - createdAt) })}
        </p>
      </div>
      <Facts
        items={[
          {
            term: t('admin:member.flat'),
            detail: <strong>{flatOf({ flatName, flatNumber })}</strong>,
          },
          { term: t('admin:member.phone'), detail: phone },
          { term: t('admin:member.wechat'), detail: wechat },
          { term: t('admin:member.since'), detail: format.dateTime(createdAt) },
        ]}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          form={TICKED}
          name="ticked"
          value={id}
          className="size-6 accent-brand"
        />
        <span>
          {t('admin:member.tick')}
          <span className="for-ears"> {name}</span>
        </span>
      </label>
      <DecideMember id={id} name={name} />
    </Card>
  )
}
