import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useHref, useLoaderData } from '@remix-run/react'
import { addDays, type LondonDay, londonDay } from '#app/domain/time.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:export.title', console: true }

const FILES = ['payments', 'orders', 'carpools', 'trips'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'records' })
  const asked = new URL(request.url).searchParams
  const last = monthBefore(londonDay(context.clock.now()))
  return { from: asked.get('from') ?? last.from, to: asked.get('to') ?? last.to }
}

/** The calendar month before the given day's: what is usually wanted. */
function monthBefore(day: LondonDay): { from: LondonDay; to: LondonDay } {
  const to = addDays(`${day.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** Files for the books, for a range of days. */
export default function ExportsPage() {
  const t = useT()
  const { from, to } = useLoaderData<typeof loader>()
  const files = useHref('/admin/exports')
  return (
    <Page title={t('admin:export.title')} lead={t('admin:export.lead')}>
      <Form method="get" reloadDocument className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-4">
          <Field
            label={t('admin:export.from')}
            input={{ id: 'from', name: 'from', type: 'date', required: true, defaultValue: from }}
          />
          <Field
            label={t('admin:export.to')}
            hint={t('admin:export.days')}
            input={{ id: 'to', name: 'to', type: 'date', required: true, defaultValue: to }}
          />
        </div>
        <ul className="grid gap-3 sm:grid-cols-2">
          {FILES.map((file) => (
            <Card as="li" key={file} className="flex flex-col items-start gap-3">
              <h2 className="font-semibold text-18">{t(`admin:export.file.${file}`)}</h2>
              <p className="flex-1 text-14 text-muted">{t(`admin:export.about.${file}`)}</p>
              <button
                type="submit"
                formAction={`${files}/${file}`}
                className={buttonClass({ variant: 'secondary' })}
              >
                {t('admin:export.download')}
                <span className="for-ears"> {t(`admin:export.file.${file}`)}</span>
              </button>
            </Card>
          ))}
        </ul>
      </Form>
    </Page>
  )
}
