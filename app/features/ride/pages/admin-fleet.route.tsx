import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { listFleet } from '#app/features/ride/service/fleet.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { londonDay } from '#app/kernel/time.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:fleet.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'dispatch' })
  return { ...(await listFleet(context)), today: londonDay(context.clock.now()) }
}

export default function Fleet() {
  const t = useT()
  const { vehicles, drivers, today } = useLoaderData<typeof loader>()
  return (
    <Page title={t('admin:fleet.title')} lead={t('admin:fleet.lead')}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section id="vehicles" title={t('admin:fleet.vehicles')}>
          <List
            items={vehicles.map(({ id, plate, make, colour, seats, licenceUntil, archived }) => ({
              to: `/admin/vehicles/${id}`,
              name: plate,
              about: t('admin:fleet.vehicleAbout', { make, colour, seats }),
              until: licenceUntil,
              archived,
            }))}
            today={today}
          />
          <LinkButton to="/admin/vehicles/new" variant="secondary" className="self-start">
            {t('admin:fleet.addVehicle')}
          </LinkButton>
        </Section>
        <Section id="drivers" title={t('admin:fleet.drivers')}>
          <List
            items={drivers.map(({ id, name, phone, badgeUntil, archived }) => ({
              to: `/admin/drivers/${id}`,
              name,
              about: phone,
              until: badgeUntil,
              archived,
            }))}
            today={today}
          />
          <LinkButton to="/admin/drivers/new" variant="secondary" className="self-start">
            {t('admin:fleet.addDriver')}
          </LinkButton>
        </Section>
      </div>
    </Page>
  )
}

type Item = { to: string; name: string; about: string; until: string; archived: boolean }

function List({ items, today }: { items: Item[]; today: string }) {
  const t = useT()
  const format = useFormat()
  if (items.length === 0) return <NothingHere>{t('admin:fleet.empty')}</NothingHere>
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.map(({ to, name, about, until, archived }) => (
        <li key={to} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4">
          <Link to={to} className="inline-flex min-h-11 flex-col justify-center font-semibold">
            {name}
            <span className="figures font-normal text-13 text-muted">{about}</span>
          </Link>
          {archived ? (
            <Badge>{t('admin:fleet.archived')}</Badge>
          ) : (
            <Badge tone={until < today ? 'danger' : 'ok'}>
              {t(until < today ? 'admin:fleet.expired' : 'admin:fleet.until', {
                day: format.longDay(until),
              })}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
