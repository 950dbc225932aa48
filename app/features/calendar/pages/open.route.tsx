import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useHref, useLoaderData } from '@remix-run/react'
import {
  isKeyed,
  keyedPath,
  pathFor,
  requireEvent,
} from '#app/features/calendar/http/event.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { withBase } from '#app/kernel/base-path.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { isInApp } from '#app/web/http/in-app.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { CopyButton } from '#app/web/ui/copy-button.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle<{ gone: boolean }> = {
  title: (t, { gone }) => t(gone ? 'share:calendar.titleRemove' : 'share:calendar.title'),
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isKeyed(request)) await requireUser(context, request)
  const event = await requireEvent(context, request, params)
  const keyed = keyedPath(context, params, '/open')
  // The app opens the browser at the address it is showing.
  if (isInApp(request) && !isKeyed(request)) throw redirect(keyed)
  const { summary, location, startAt, endAt, status, isOwn } = event
  const record = `/${params.kind}/record/${params.participantId}`
  return {
    event: { summary, location, startAt, endAt },
    gone: status === 'CANCELLED',
    inApp: isInApp(request),
    url: new URL(withBase(keyed), context.config.siteUrl).href,
    file: isOwn ? pathFor(params) : keyedPath(context, params),
    backTo: isOwn ? record : null,
  }
}

/** The address may contain a key, so it is not indexed. */
export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' })

/**
 * How to add a place to a calendar. In apps that cannot download files the page explains how to
 * open a browser; elsewhere it offers the file itself.
 */
export default function CalendarPage() {
  const t = useT()
  const format = useFormat()
  const { event, gone, inApp, url, file, backTo } = useLoaderData<typeof loader>()
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
      {...(backTo && { back: { to: backTo, label: t('share:calendar.back') } })}
      width="form"
    >
      {inApp ? <InApp url={url} /> : <Download gone={gone} file={file} />}
      <Card className="figures">
        <Facts items={items} />
      </Card>
    </Page>
  )
}

function InApp({ url }: { url: string }) {
  const t = useT()
  return (
    <Banner tone="info" title={t('share:calendar.inApp')}>
      <ol className="list-decimal pl-5">
        <li>{t('share:calendar.step1')}</li>
        <li>{t('share:calendar.step2')}</li>
        <li>{t('share:calendar.step3')}</li>
      </ol>
      <p className="mt-3">{t('share:calendar.copy')}</p>
      <p className="my-2">
        <code translate="no" className="select-all break-all text-13">
          {url}
        </code>
      </p>
      <CopyButton text={url} />
    </Banner>
  )
}

function Download({ gone, file }: { gone: boolean; file: string }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      <p>{t(gone ? 'share:calendar.leadRemove' : 'share:calendar.lead')}</p>
      <a href={useHref(file)} className={buttonClass({ wide: true })}>
        {t('share:calendar.download')}
      </a>
    </div>
  )
}
