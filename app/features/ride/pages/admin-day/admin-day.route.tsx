import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { readSuggestions } from '#app/features/flights/service/flight-suggestions.server.ts'
import { type DayCar, openDay } from '#app/features/ride/service/day-sheet.server.ts'
import { driverLinks } from '#app/features/ride/service/drive.server.ts'
import { ShareScript } from '#app/features/ride/ui/drive-link.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { hasScope } from '#app/kernel/admin.ts'
import { addDays, type LondonDay, londonDay } from '#app/kernel/time.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { CarSheet } from './car-sheet.tsx'
import { dayOf, requireDay } from './day.server.ts'

export const handle: PageHandle = { title: 'admin:day.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id, scopes } = await requireAdmin(context, request, { scope: 'today' })
  const day = dayOf(context, request)
  requireDay(context, scopes, day)
  const mayDispatch = hasScope(scopes, 'dispatch')
  const cars = await openDay(context, id, day)
  const suggested = await readSuggestions(context, cars)
  const now = context.clock.now()
  const links = mayDispatch ? [] : cars.map(linksOf)
  return { day, cars, suggested, seesGroups: scopes.includes('groups'), mayDispatch, links, now }

  function linksOf({ groupId, ride }: DayCar) {
    return ride && driverLinks(context, groupId, ride)
  }
}

/** The cars of a day, on the screen and on paper. */
export default function DayPage() {
  const t = useT()
  const format = useFormat()
  const { day, cars, links, mayDispatch, now, ...shown } = useLoaderData<typeof loader>()
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
        {mayDispatch ? (
          <AnyDay day={day} />
        ) : (
          [0, 1].map((by) => (
            <LinkButton key={by} to={dayPath(londonDay(now), by)} variant="secondary" small>
              {format.day(addDays(londonDay(now), by))}
            </LinkButton>
          ))
        )}
      </nav>
      {cars.length === 0 && <NothingHere>{t('admin:day.none')}</NothingHere>}
      {cars.map((car, at) => (
        <CarSheet
          key={`${car.groupId} ${car.ride?.id}`}
          car={car}
          seesGroup={shown.seesGroups}
          mayDispatch={mayDispatch}
          links={links[at] ?? null}
          suggested={shown.suggested}
        />
      ))}
      {links.length > 0 && <ShareScript />}
    </Page>
  )
}

const dayPath = (day: LondonDay, by: number) => `/admin/day?date=${addDays(day, by)}`

/** The ways to other days, and the day's file. */
function AnyDay({ day }: { day: LondonDay }) {
  const t = useT()
  return (
    <>
      <LinkButton to={dayPath(day, -1)} variant="secondary" small>
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
      <LinkButton to={dayPath(day, 1)} variant="secondary" small>
        {t('admin:day.after')}
      </LinkButton>
      <Link
        to={`/admin/day/file?date=${day}`}
        className="inline-flex min-h-11 items-center underline"
      >
        {t('admin:day.file')}
      </Link>
    </>
  )
}
