import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useHref, useLoaderData } from '@remix-run/react'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { addDays, isLondonDay, londonDay } from '#app/kernel/time.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

/** Files for the books, and the record of bookings for a licensing officer. */
const FILES = {
  exports: ['ledger', 'bank', 'orders', 'carpools', 'trips'],
  bookings: ['bookings'],
} as const

type Data = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle<Data | undefined> = {
  title: (t, data) => t(`admin:export.title.${data?.page ?? 'exports'}`),
  console: true,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pathOf(request).startsWith('/admin/bookings') ? 'bookings' : 'exports'
  await requireAdmin(context, request, { scope: page === 'bookings' ? 'dispatch' : 'records' })
  const { recordMonths: months } = await readSettings(context)
  // The default is the previous month, which is usually wanted.
  const last = addDays(`${londonDay(context.clock.now()).slice(0, 7)}-01`, -1)
  const asked = new URL(request.url).searchParams
  const dayOf = (name: string, usual: string) => {
    const day = asked.get(name) ?? ''
    return isLondonDay(day) ? day : usual
  }
  const span = { from: dayOf('from', `${last.slice(0, 7)}-01`), to: dayOf('to', last) }
  return { page, months, span } as const
}

/** Files to download, for a range of days. */
export default function ExportsPage() {
  const t = useT()
  const { page, months, span } = useLoaderData<typeof loader>()
  const files = useHref('/admin/exports')
  const print = useHref('/admin/bookings/print')
  return (
    <Page title={t(`admin:export.title.${page}`)} lead={t(`admin:export.lead.${page}`, { months })}>
      <Form method="get" className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-4">
          {(['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              label={t(`admin:export.${name}`)}
              hint={name === 'to' && t(`admin:export.days.${page}`)}
              input={{ id: name, name, type: 'date', required: true, defaultValue: span[name] }}
            />
          ))}
        </div>
        <ul className="grid gap-3 sm:grid-cols-2">
          {FILES[page].map((file) => (
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
              {file === 'bookings' && (
                <button
                  type="submit"
                  formAction={print}
                  className={buttonClass({ variant: 'secondary' })}
                >
                  {t('admin:export.print')}
                </button>
              )}
            </Card>
          ))}
        </ul>
      </Form>
    </Page>
  )
}
