import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { listPath, listSearch } from '#app/carpool/http/query.ts'
import type { Page as PageOf } from '#app/carpool/service/carpool-reads.server.ts'
import type { CarpoolCard as Carpool } from '#app/carpool/service/carpools.server.ts'
import { CarpoolCard } from '#app/carpool/ui/carpool-card.tsx'
import { releasedNow } from '#app/features/released/rules/released-now.ts'
import { is } from '#app/group/rules/status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { AutoRefresh, TICKETS_MS } from '#app/web/ui/auto-refresh.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { CardGrid } from '#app/web/ui/card.tsx'
import { ChevronDown, Icon } from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'
import { AskToBeTold, NoResults, type RideSearch } from './no-results.tsx'

type ResultsProps = {
  filters: RideSearch & { cursor?: string }
  page: PageOf<Carpool> | null
  near: Carpool[]
  airports: { zh: string; en: string }[]
  now: number
}

const canBeJoined = (carpool: Carpool, now: number) =>
  is(carpool.status, 'joinable') || (releasedNow(carpool, now) > 0 && !carpool.isJoined)

/** One page of the carpools found: those that can be joined, then the others, folded. */
export function Results({ filters, page, near, airports, now }: ResultsProps) {
  const t = useT()
  const { search } = useLocation()
  const open = page?.items.filter((carpool) => canBeJoined(carpool, now)) ?? []
  const over = page?.items.filter((carpool) => !canBeJoined(carpool, now)) ?? []
  if (!page) return <Banner tone="danger">{t('carpool:list.failed')}</Banner>
  return (
    <AutoRefresh everyMs={page.items.length + near.length > 0 ? TICKETS_MS : null}>
      {open.length === 0 && !filters.cursor ? (
        <NoResults asked={filters} airports={airports} />
      ) : (
        <Section
          id="results"
          title={t('carpool:list.found', { count: open.length })}
          action={<p className="text-14 text-muted">{t('common:londonTime')}</p>}
        >
          <Tickets carpools={open} now={now} />
          <AskToBeTold />
        </Section>
      )}
      {near.length > 0 && (
        <Section
          id="near"
          title={t('carpool:list.near', { count: near.length })}
          action={<p className="text-14 text-muted">{t('common:londonTime')}</p>}
        >
          <Tickets carpools={near} now={now} />
        </Section>
      )}
      {over.length > 0 && (
        <Folded label={t('carpool:list.over', { count: over.length })}>
          <Tickets carpools={over} now={now} />
        </Folded>
      )}
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
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
    </AutoRefresh>
  )
}

function Tickets({ carpools, now }: { carpools: Carpool[]; now: number }) {
  const search = listSearch(useLocation().search)
  const format = useFormat()
  return (
    <CardGrid columns={2}>
      {carpools.map((carpool) => (
        <li key={carpool.id} className="min-w-0">
          <CarpoolCard
            carpool={carpool}
            released={releasedNow(carpool, now) > 0}
            left={format.remainingShort(carpool.cutoffAt, now)}
            joinTo={`/carpool/${carpool.id}/join${search}`}
          />
        </li>
      ))}
    </CardGrid>
  )
}

function Folded({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center justify-between gap-2 text-muted">
        <span>{label}</span>
        <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
