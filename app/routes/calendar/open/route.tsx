import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useHref, useLoaderData, useParams } from '@remix-run/react'
import { withBase } from '#app/base-path.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { pathOf } from '#app/http/return-to.server.ts'
import { isWechat } from '#app/http/wechat.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { requireEvent } from '#app/routes/calendar/event.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle<{ gone: boolean }> = {
  plain: true,
  title: (t, { gone }) => t(gone ? 'share:calendar.titleRemove' : 'share:calendar.title'),
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const event = await requireEvent(context, user, params)
  const { summary, location, startAt, endAt, status } = event
  return {
    event: { summary, location, startAt, endAt },
    gone: status === 'CANCELLED',
    wechat: isWechat(request),
    url: new URL(withBase(pathOf(request)), context.config.siteUrl).href,
    backTo: params.kind === 'trip' ? '/trip?tab=end' : `/carpool/record/${params.participantId}`,
  }
}

/**
 * How to add a place to one's calendar. WeChat cannot download files, so inside it the page
 * explains how to open a browser; elsewhere it offers the file itself.
 */
export default function CalendarPage() {
  const t = useT()
  const format = useFormat()
  const { event, gone, wechat, url, backTo } = useLoaderData<typeof loader>()
  const items = [
    { term: t('share:calendar.what'), detail: event.summary },
    {
      term: t('share:calendar.from'),
      detail: `${format.dateTime(event.startAt)} ${t('common:londonTime')}`,
    },
    { term: t('share:calendar.to'), detail: format.dateTime(event.endAt) },
    { term: t('share:calendar.where'), detail: event.location },
  ]
  return (
    <Page
      title={t(gone ? 'share:calendar.titleRemove' : 'share:calendar.title')}
      back={{ to: backTo, label: t('share:calendar.back') }}
      width="form"
    >
      {wechat ? <InWechat url={url} /> : <Download gone={gone} />}
      <Card className="figures">
        <Facts items={items} />
      </Card>
    </Page>
  )
}

function InWechat({ url }: { url: string }) {
  const t = useT()
  return (
    <Banner tone="info" title={t('share:calendar.wechatTitle')}>
      <ol className="list-decimal pl-5">
        <li>{t('share:calendar.step1')}</li>
        <li>{t('share:calendar.step2')}</li>
        <li>{t('share:calendar.step3')}</li>
      </ol>
      <p className="mt-3">{t('share:calendar.copy')}</p>
      <p className="my-2">
        <code className="select-all break-all text-13">{url}</code>
      </p>
      <CopyButton text={url} />
    </Banner>
  )
}

function Download({ gone }: { gone: boolean }) {
  const t = useT()
  const { kind, participantId } = useParams()
  const file = useHref(`/calendar/${kind}/${participantId}`)
  return (
    <div className="flex flex-col gap-3">
      <p>{t(gone ? 'share:calendar.leadRemove' : 'share:calendar.lead')}</p>
      <a href={file} className={buttonClass({ wide: true })}>
        {t('share:calendar.download')}
      </a>
    </div>
  )
}
