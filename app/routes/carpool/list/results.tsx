import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { TripType } from '#app/domain/carpool/state.ts'
import { useT } from '#app/i18n/context.tsx'
import { listPath, listSearch } from '#app/routes/carpool/query.ts'
import type {
  CarpoolCard as Carpool,
  Page as PageOf,
} from '#app/services/groups/carpools.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { CarpoolCard } from '#app/ui/carpool/carpool-card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Car } from '#app/ui/icon.tsx'
import { useIsLoading } from '#app/ui/list-view.ts'
import { Section } from '#app/ui/page.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

type ResultsProps = {
  filters: { tripType: TripType; airportName?: string; date?: string; cursor?: string }
  page: PageOf<Carpool> | null
  now: number
  create: ReactNode
}

/** Lines of text on a card, so that the skeleton is about as tall as the content. */
const CARD_LINES = 10

/** One page of the carpools found. */
export function Results({ filters, page, now, create }: ResultsProps) {
  const t = useT()
  const loading = useIsLoading(listSearch)
  const count = page?.items.length ?? 0
  return (
    <Section
      id="results"
      title={t(`carpool:list.heading.${filters.tripType}`)}
      action={
        <p role="status" className="text-14 text-muted">
          {!loading && count > 0 && t('carpool:list.results', { count })}
        </p>
      }
    >
      {loading ? (
        <Skeleton cards={Math.max(count, 3)} lines={CARD_LINES} />
      ) : (
        <Found filters={filters} page={page} now={now} create={create} />
      )}
    </Section>
  )
}

function Found({ filters, page, now, create }: ResultsProps) {
  const t = useT()
  const { search } = useLocation()
  if (!page) return <Banner tone="danger">{t('carpool:list.failed')}</Banner>
  if (page.items.length === 0) {
    const filtered = Boolean(filters.airportName || filters.date)
    return (
      <EmptyState icon={Car} title={t('carpool:list.emptyTitle')} action={create}>
        {filtered ? t('carpool:list.emptyFiltered') : t('carpool:list.empty')}
      </EmptyState>
    )
  }
  return (
    <>
      <CardGrid>
        {page.items.map((carpool) => (
          <li key={carpool.id} className="min-w-0">
            <CarpoolCard
              carpool={carpool}
              now={now}
              joinTo={`/carpool/${carpool.id}/terms${listSearch(search)}`}
            />
          </li>
        ))}
      </CardGrid>
      <div className="flex flex-wrap justify-center gap-3">
        {filters.cursor && (
          <LinkButton variant="quiet" to={listPath(search, {})}>
            {t('carpool:list.first')}
          </LinkButton>
        )}
        {page.nextCursor && (
          <LinkButton variant="secondary" to={listPath(search, { cursor: page.nextCursor })}>
            {t('common:action.more')}
          </LinkButton>
        )}
      </div>
    </>
  )
}
