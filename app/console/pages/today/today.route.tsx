import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { showOf } from '#app/console/http/kind.server.ts'
import { acceptReview, REVIEW_TOPICS, REVIEWS } from '#app/console/service/reviews.server.ts'
import { Disputes } from '#app/console/ui/disputes.tsx'
import { FailedRefunds } from '#app/console/ui/failed-refunds.tsx'
import { Gaps } from '#app/console/ui/gaps.tsx'
import { LostPayments } from '#app/console/ui/lost-payments.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { seesSheetOnly } from '#app/kernel/admin.ts'
import { FLIGHT_PLAN_DAYS } from '#app/kernel/limits.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Departures } from './departures.tsx'
import { Numbers } from './numbers.tsx'
import { readToday } from './read.server.ts'
import { Reviews } from './reviews.tsx'
import { Tasks } from './tasks.tsx'

export const handle: PageHandle = { title: 'admin:today.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { scopes } = await requireAdmin(context, request, { own: true })
  if (seesSheetOnly(scopes)) throw redirect('/admin/day')
  const read = await readToday(context, scopes, showOf(request, 'today'))
  return { ...read, now: context.clock.now() }
}

/** Confirms that a seeded value is right as it is. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request)
  const asked = (await request.formData()).get('topic')
  const topic = REVIEW_TOPICS.find((one) => one === asked)
  if (!topic) throw new Response(null, { status: 400 })
  await requireAdmin(context, request, { scope: REVIEWS[topic].scope })
  const accepted = await acceptReview(context, admin.id, topic)
  if (accepted.ok) return redirect('/admin', 303)
  return redirectWithFlash(context, '/admin', {
    kind: 'error',
    key: `errors:${accepted.error.code}`,
    params: { context: 'gaps' },
  })
}

/** The first page: departures, today's tasks, and the service's figures. */
export default function Today() {
  const t = useT()
  const format = useFormat()
  const data = useLoaderData<typeof loader>()
  return (
    <Page
      title={t('admin:today.title')}
      lead={t('admin:today.lead', { day: format.longDay(data.today) })}
    >
      {data.texts && (
        <Banner tone="warn" title={t('admin:today.texts', data.texts)}>
          {t('admin:today.textsWhat')}
        </Banner>
      )}
      {data.flightCalls && (
        <Banner
          tone="warn"
          title={t('admin:today.flightCalls', { ...data.flightCalls, days: FLIGHT_PLAN_DAYS })}
        >
          {t('admin:today.flightCallsWhat')}
        </Banner>
      )}
      <Gaps gaps={data.gaps} />
      <Reviews reviews={data.reviews} />
      <Departures {...data} />
      <Section id="todo" title={t('admin:today.todo')}>
        <Tasks data={data} />
      </Section>
      {data.lostPayments.length > 0 && (
        <Section id="lost-payments" title={t('admin:lostPayment.title')}>
          <LostPayments payments={data.lostPayments} />
        </Section>
      )}
      {data.failedRefunds.length > 0 && (
        <Section id="failed-refunds" title={t('admin:failedRefund.title')}>
          <FailedRefunds refunds={data.failedRefunds} />
        </Section>
      )}
      {data.disputes.length > 0 && (
        <Section id="disputes" title={t('admin:dispute.title')}>
          <Disputes disputes={data.disputes} />
        </Section>
      )}
      <Section id="numbers" title={t('admin:today.numbers')}>
        <Numbers data={data} />
      </Section>
    </Page>
  )
}
