import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { readAllAirports } from '#app/console/service/airports.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { otherLanguage } from '#app/i18n/languages.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:airport.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'catalog' })
  return { airports: await readAllAirports(context) }
}

type Airport = Awaited<ReturnType<typeof loader>>['airports'][number]

export default function Airports() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { airports } = useLoaderData<typeof loader>()
  return (
    <Page
      title={t('admin:airport.title')}
      lead={t('admin:airport.lead')}
      action={<LinkButton to="/admin/airports/new">{t('admin:airport.add')}</LinkButton>}
    >
      {airports.length === 0 ? (
        <NothingHere />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {airports.map((airport) => (
            <li
              key={airport.id}
              className="grid gap-x-4 gap-y-1 p-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-center"
            >
              <Link
                to={`/admin/airports/${airport.id}`}
                className="inline-flex min-h-11 flex-col justify-center font-semibold"
              >
                {airport.airportName[language]}
                <span className="font-normal text-13 text-muted">
                  {airport.airportName[otherLanguage(language)]}
                </span>
              </Link>
              <span className="text-14">{airport.terminals.map(format.terminal).join(' · ')}</span>
              <State {...airport} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

/** Whether students can choose an airport and, if not, what is missing. */
function State({ active, priced }: Airport) {
  const t = useT()
  const missing = (['normal', 'special'] as const).filter((period) => !priced[period])
  return (
    <span className="flex flex-wrap gap-2">
      {!active && <Badge>{t('admin:airport.isClosed')}</Badge>}
      {active && missing.length === 0 && <Badge tone="ok">{t('admin:airport.isOpen')}</Badge>}
      {missing.map((period) => (
        <Link
          key={period}
          to={`/admin/prices?table=${period}`}
          className="inline-flex min-h-6 items-center"
        >
          <Badge tone="warn">{t(`admin:airport.unpriced.${period}`)}</Badge>
        </Link>
      ))}
    </span>
  )
}
