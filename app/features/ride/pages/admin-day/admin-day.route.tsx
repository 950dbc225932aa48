import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { readSuggestions } from '#app/features/flights/service/flight-suggestions.server.ts'
import { openDay } from '#app/features/ride/service/day-sheet.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { addDays } from '#app/kernel/time.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { CarSheet } from './car-sheet.tsx'
import { dayOf } from './day.server.ts'

export const handle: PageHandle = { title: 'admin:day.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, scopes } = await requireAdmin(context, request, { scope: 'dispatch' })
  const day = dayOf(context, request)
  const cars = await openDay(context, id, day)
  const suggested = await readSuggestions(context, cars)
  const now = context.clock.now()
  return { day, cars, suggested, seesGroups: scopes.includes('groups'), now }
}

/** The cars of a day, on the screen and on paper. */
export default function DayPage() {
  const t = useT()
  const format = useFormat()
  const { day, cars, suggested, seesGroups, now } = useLoaderData<typeof loader>()
  const path = (by: number) => `/admin/day?date=${addDays(day, by)}`
  const sum = {
    cars: cars.length,
    people: cars.reduce((total, { people }) => total + people, 0),
    waiting: cars.filter(({ ride }) => ride === null).length,
  }
  return (
    <Page
      title={`${t('admin:day.title')} · ${format.day(day)}`}
      lead={
        <>
          {cars.length > 0 ? t('admin:day.sum', sum) : t('admin:day.lead')}
          <span className="block">{t('admin:day.asOf', { time: format.dateTime(now) })}</span>
        </>
      }
    >
      <nav aria-label={t('admin:day.day')} className="flex flex-wrap items-end gap-3 print:hidden">
        <LinkButton to={path(-1)} variant="secondary" small>
          {t('admin:day.before')}
        </LinkButton>
        <Form className="flex flex-wrap items-end gap-2">
          <Field
            label={t('admin:day.day')}
            input={{ id: 'date', name: 'date', type: 'date', required: true, defaultValue: day }}
          />
          <Button type="submit" variant="secondary">
            {t('admin:day.show')}
          </Button>
        </Form>
        <LinkButton to={path(1)} variant="secondary" small>
          {t('admin:day.after')}
        </LinkButton>
        <Link
          to={`/admin/day/file?date=${day}`}
          className="inline-flex min-h-11 items-center underline"
        >
          {t('admin:day.file')}
        </Link>
      </nav>
      {cars.length === 0 && <NothingHere>{t('admin:day.none')}</NothingHere>}
      {cars.map((car) => (
        <CarSheet
          key={`${car.groupId} ${car.ride?.id}`}
          car={car}
          seesGroup={seesGroups}
          suggested={suggested}
        />
      ))}
    </Page>
  )
}
