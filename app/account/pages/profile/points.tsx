import { useLocation } from '@remix-run/react'
import { pagePath } from '#app/account/http/query.ts'
import type { User } from '#app/account/service/sessions.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { EmptyState } from '#app/web/ui/empty-state.tsx'
import { Tag } from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'
import { PointsList } from '#app/web/ui/points-list.tsx'
import type { Ledger } from './page.server.ts'

type PointsProps = { account: User; ledger: Ledger | null }

/** A member's points history, one page at a time. */
export function PointsSection({ account, ledger }: PointsProps) {
  const t = useT()
  if (!ledger)
    return (
      <Section id="points" title={t('account:ledger.title')}>
        <Banner tone="danger">{t('account:profile.failed.points')}</Banner>
      </Section>
    )
  return (
    <Section id="points" title={t('account:ledger.title')}>
      <p className="text-14 text-muted">
        <span>
          {t('account:ledger.rate', {
            points: ledger.pointsPerPound,
            earned: ledger.pointsEarnedPerPound,
          })}
        </span>{' '}
        {account.auth !== 'APPROVED' && <span>{t('account:ledger.waiting')}</span>}
      </p>
      <Entries ledger={ledger} />
    </Section>
  )
}

function Entries({ ledger }: { ledger: Ledger }) {
  const t = useT()
  const { search } = useLocation()
  const { items, nextCursor, later } = ledger
  if (items.length === 0 && !later)
    return (
      <EmptyState icon={Tag} title={t('account:ledger.empty')}>
        {t('account:ledger.emptyLead')}
      </EmptyState>
    )
  return (
    <Card className="flex flex-col gap-2">
      <PointsList items={items} />
      {(later || nextCursor) && (
        <div className="flex flex-wrap gap-2">
          {later && (
            <LinkButton small variant="quiet" to={`${pagePath(search, { points: null })}#points`}>
              {t('account:ledger.newest')}
            </LinkButton>
          )}
          {nextCursor && (
            <LinkButton
              small
              variant="secondary"
              to={`${pagePath(search, { points: nextCursor })}#points`}
            >
              {t('account:ledger.more')}
            </LinkButton>
          )}
        </div>
      )}
    </Card>
  )
}
