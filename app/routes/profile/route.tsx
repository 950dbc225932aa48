import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { UserInfo } from '#app/services/accounts.server.ts'
import type { CarpoolRecord } from '#app/services/carpools.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, CardGrid, type Fact, Facts } from '#app/ui/card.tsx'
import { StatusBadge } from '#app/ui/carpool/status-badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Car } from '#app/ui/icon.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import type { Tone } from '#app/ui/tone.ts'

export const handle: PageHandle = { title: 'account:profile.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireUser(context, request)
  const [user, records] = await Promise.all([
    context.accounts.find(viewer.id),
    context.carpools.records(viewer),
  ])
  if (!user) throw new Error('the user of a live session is gone')
  return { user, records }
}

export default function ProfilePage() {
  const t = useT()
  const { user, records } = useLoaderData<typeof loader>()
  return (
    <Page title={t('account:profile.title')}>
      <Banner tone="info">{t('account:profile.payNotice')}</Banner>
      <Section id="info" title={t('account:profile.info')}>
        <AccountCard user={user} />
      </Section>
      <Section id="carpools" title={t('account:profile.carpools')}>
        {records.length === 0 ? (
          <EmptyState
            icon={Car}
            title={t('account:profile.noCarpools')}
            action={<LinkButton to="/carpool">{t('account:profile.toCarpool')}</LinkButton>}
          >
            {t('account:profile.noCarpoolsLead')}
          </EmptyState>
        ) : (
          <CardGrid>
            {records.map((record) => (
              <RecordCard key={record.participantId} record={record} />
            ))}
          </CardGrid>
        )}
      </Section>
    </Page>
  )
}

const authTone: Record<NonNullable<UserInfo['auth']>, Tone> = {
  PENDING: 'warn',
  APPROVED: 'ok',
  REJECTED: 'danger',
}

/** What the account says about its owner; flat, authentication and points are a member's. */
function AccountCard({ user }: { user: UserInfo }) {
  const t = useT()
  const format = useFormat()
  const member = user.accountType === 'MEMBER'
  const facts: Fact[] = [
    { term: t('account:field.email'), detail: user.email },
    { term: t('account:field.name'), detail: <span lang="zh-Hans">{user.name}</span> },
    {
      term: t('account:field.accountType'),
      detail: t(member ? 'account:field.member' : 'account:field.normal'),
    },
    ...(user.auth
      ? [
          {
            term: t('account:profile.auth'),
            detail: <Badge tone={authTone[user.auth]}>{t(`account:profile.authStatus.${user.auth}`)}</Badge>,
          },
        ]
      : []),
    ...(member
      ? [
          { term: t('account:field.flatName'), detail: user.flatName ?? '' },
          { term: t('account:field.flatNumber'), detail: user.flatNumber ?? '' },
        ]
      : []),
    { term: t('account:field.phone'), detail: user.phone },
    { term: t('account:field.wechat'), detail: user.wechat },
    { term: t('account:profile.points'), detail: t('account:profile.pointsUnit', { count: user.points }) },
    {
      term: t('account:profile.memberSince'),
      detail: format.longDay(format.wall(user.createdAt).slice(0, 10)),
    },
  ]
  return (
    <Card className="figures">
      <Facts items={facts} />
    </Card>
  )
}

/** A carpool that the user is in; the whole card leads to its record. */
function RecordCard({ record }: { record: CarpoolRecord }) {
  const t = useT()
  const format = useFormat()
  const airport = record.airportName[useLanguage()]
  return (
    <Card as="li" className="relative flex flex-col gap-2 hover:border-edge">
      <div className="flex items-start justify-between gap-2">
        <h3 className="figures text-18">
          <Link
            to={`/carpool/record/${record.participantId}`}
            className="no-underline after:absolute after:inset-0 after:rounded-card"
          >
            {format.dateTime(record.carpoolAt)}
          </Link>
        </h3>
        <StatusBadge status={record.status} />
      </div>
      <p>
        {t(`carpool:tripType.${record.tripType}`)} · {airport} {record.terminals.join(' · ')}
      </p>
      <p className="figures text-14 text-muted">
        {t('account:profile.seats', { current: record.currentPassengers, max: record.maxPassengers })} ·{' '}
        {format.money(record.basePrice)}
      </p>
      <p className="text-13 text-muted">{t('common:londonTime')}</p>
    </Card>
  )
}
