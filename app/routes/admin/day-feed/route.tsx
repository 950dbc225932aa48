import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { withBase } from '#app/base-path.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import type { FeedKey } from '#app/services/admin/day-feed.server.ts'
import { Id, NothingHere } from '#app/ui/admin/kit.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:feed.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'dispatch' })
  return { keys: await (await context.admin.dayFeed()).keys() }
}

/** Makes a key, which the answer shows this once; or ends one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'dispatch' })
  const feed = await context.admin.dayFeed()
  const revoked = (await request.formData()).get('revoke')
  if (revoked !== null) {
    await feed.revoke(admin.id, String(revoked))
    return redirectWithFlash(context, '/admin/day/feed', {
      kind: 'success',
      key: 'admin:feed.done',
    })
  }
  const asked = new URLSearchParams({
    key: await feed.make(admin.id),
    [LINK_LANGUAGE]: context.language,
  })
  return { address: `${context.config.siteUrl}${withBase('/feeds/day.ics')}?${asked}` }
}

/** The addresses by which calendars get the day's cars. */
export default function DayFeed() {
  const t = useT()
  const { keys } = useLoaderData<typeof loader>()
  const made = useActionData<typeof action>()
  return (
    <Page
      title={t('admin:feed.title')}
      lead={t('admin:feed.lead')}
      back={{ to: '/admin/day', label: t('admin:day.title') }}
      width="text"
    >
      {made && (
        <Banner tone="ok" role="status" title={t('admin:feed.made')}>
          <p>
            <code className="select-all break-all">{made.address}</code>
          </p>
          <p className="mt-2">{t('admin:feed.once')}</p>
        </Banner>
      )}
      <Form method="post">
        <Button type="submit">{t('admin:feed.make')}</Button>
      </Form>
      <Section id="keys" title={t('admin:feed.keys')}>
        {keys.length === 0 ? (
          <NothingHere>{t('admin:feed.none')}</NothingHere>
        ) : (
          <Card className="figures">
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <Key key={key.id} {...key} />
              ))}
            </ul>
          </Card>
        )}
      </Section>
    </Page>
  )
}

function Key({ id, createdAt, revokedAt }: FeedKey) {
  const t = useT()
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span>
        <Id id={id} />{' '}
        <span className="text-muted">
          {t('admin:feed.since', { time: format.dateTime(createdAt) })}
        </span>
      </span>
      {revokedAt === null ? (
        <Form method="post">
          <input type="hidden" name="revoke" value={id} />
          <Button type="submit" variant="secondary" small>
            {t('admin:feed.revoke')}
            <span className="for-ears"> {id}</span>
          </Button>
        </Form>
      ) : (
        <span className="text-muted">
          {t('admin:feed.revoked', { time: format.dateTime(revokedAt) })}
        </span>
      )}
    </li>
  )
}
