import { flatOf } from '#app/console/ui/user-badges.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import { Card, type Fact, Facts } from '#app/web/ui/card.tsx'
import type { UserPage } from './page.server.ts'

/** Who the user is; for a closed account, only what is still stored. */
export function UserFacts({ user }: Pick<UserPage, 'user'>) {
  const t = useT()
  const format = useFormat()
  const who: Fact[] =
    user.closedAt === null
      ? [
          { term: t('admin:user.phone'), detail: user.phone },
          {
            term: t('admin:user.email'),
            detail: (
              <span className="break-all">
                {user.email}{' '}
                {user.emailConfirmedAt === null && (
                  <Badge tone="warn">{t('account:emailLink.unconfirmed')}</Badge>
                )}
              </span>
            ),
          },
          { term: t('admin:user.wechat'), detail: user.wechat },
          {
            term: t('admin:user.flat'),
            detail: user.accountType === 'MEMBER' && flatOf(user),
          },
          { term: t('admin:user.level'), detail: user.membershipLevel },
        ]
      : [{ term: t('admin:user.closedAt'), detail: format.dateTime(user.closedAt) }]
  return (
    <Card className="figures">
      <Facts
        items={[
          ...who,
          { term: t('admin:user.points'), detail: <strong>{user.points}</strong> },
          { term: t('admin:user.since'), detail: format.dateTime(user.createdAt) },
          {
            term: t('admin:user.id'),
            detail: <code className="break-all text-13">{user.id}</code>,
          },
        ]}
      />
    </Card>
  )
}
