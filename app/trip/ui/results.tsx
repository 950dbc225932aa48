import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { TripView } from '#app/trip/service/trips.server.ts'
import { AutoRefresh, TICKETS_MS } from '#app/web/ui/auto-refresh.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { CardGrid } from '#app/web/ui/card.tsx'
import { EmptyState } from '#app/web/ui/empty-state.tsx'
import { Users } from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'
import { pagePath, tabPath } from './query.ts'
import { TripCard } from './trip-card.tsx'

type ResultsProps = {
  filters: { tab: 'start' | 'end'; name?: string; date?: string; cursor?: string }
  page: { items: TripView[]; nextCursor: string | null } | null
  now: number
  create: ReactNode
}

/** One page of the trips found. */
export function Results(props: ResultsProps) {
  const { filters, page } = props
  const t = useT()
  const count = page?.items.length ?? 0
  return (
    <Section
      id="results"
      title={t(`trip:list.${filters.tab}`)}
      action={
        <p role="status" className="text-14 text-muted">
          {count > 0 && t('trip:list.results', { count })}
        </p>
      }
    >
      <TripList {...props} />
    </Section>
  )
}

function TripList(props: ResultsProps) {
  const { filters, page, now } = props
  const t = useT()
  const { search } = useLocation()
  if (!page) return <Banner tone="danger">{t('trip:list.failed')}</Banner>
  if (page.items.length === 0) return <Nothing {...props} />
  return (
    <>
      <AutoRefresh everyMs={TICKETS_MS}>
        <CardGrid>
          {page.items.map((trip) => (
            <li key={trip.id} className="min-w-0">
              <TripCard trip={trip} now={now} search={search} />
            </li>
          ))}
        </CardGrid>
      </AutoRefresh>
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {filters.cursor && (
          <LinkButton variant="quiet" to={pagePath(search)}>
            {t('trip:list.first')}
          </LinkButton>
        )}
        {page.nextCursor && (
          <LinkButton variant="secondary" to={pagePath(search, { cursor: page.nextCursor })}>
            {t('common:action.more')}
          </LinkButton>
        )}
      </div>
    </>
  )
}

/** An empty list: what it would contain, and the button that creates the first trip. */
function Nothing({ filters, create }: ResultsProps) {
  const t = useT()
  if (filters.name || filters.date)
    return (
      <EmptyState icon={Users} title={t('trip:list.emptyFilteredTitle')} action={create}>
        {t('trip:list.emptyFiltered')}
      </EmptyState>
    )
  if (filters.tab === 'start')
    return (
      <EmptyState icon={Users} title={t('trip:list.emptyTitle')} action={create}>
        {t('trip:list.emptyStart')}
      </EmptyState>
    )
  const look = <LinkButton to={tabPath('start')}>{t('trip:list.toStart')}</LinkButton>
  return (
    <EmptyState icon={Users} title={t('trip:list.emptyEndTitle')} action={look}>
      {t('trip:list.emptyEnd')}
    </EmptyState>
  )
}
