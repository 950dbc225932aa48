import { useLocation } from '@remix-run/react'
import type { User } from '#app/account/service/sessions.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { emailingOf } from '#app/kernel/account.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Button, buttonClass } from '#app/web/ui/button.tsx'
import { Card, type Fact, Facts } from '#app/web/ui/card.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { CircleAlert, CircleCheck, Hourglass, type IconType } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import type { Tone } from '#app/web/ui/tone.ts'
import { EmailLine } from './email-line.tsx'

const authLooks: Record<NonNullable<User['auth']>, [Tone, IconType]> = {
  PENDING: ['warn', Hourglass],
  APPROVED: ['ok', CircleCheck],
  REJECTED: ['danger', CircleAlert],
}

/** The dialogs for login details and sessions. */
const SECURITY = ['password', 'phone', 'sessions'] as const

/** `points`: null if they could not be read, or the account has none. */
type AccountCardProps = { account: User; points: number | null }

/** The account's details; only members have a flat, authentication and points. */
export function AccountCard({ account, points }: AccountCardProps) {
  const t = useT()
  const { search } = useLocation()
  const member = account.accountType === 'MEMBER'
  const link = buttonClass({ variant: 'secondary', small: true })
  return (
    <Card className="figures flex flex-col gap-3">
      <Facts items={useFacts(account, points)} />
      <EmailLine of={account} own />
      <div className="flex flex-wrap gap-2">
        <DialogLink to={`/profile/contact${search}`} className={link}>
          {t('account:profile.edit')}
        </DialogLink>
        {member && (
          <DialogLink to={`/profile/flat${search}`} className={link}>
            {t('account:profile.editFlat')}
          </DialogLink>
        )}
        {SECURITY.map((page) => (
          <DialogLink key={page} to={`/profile/${page}${search}`} className={link}>
            {t(`account:${page}.title`)}
          </DialogLink>
        ))}
        <Form method="post" action="/profile/emails">
          <Button
            type="submit"
            name="emails"
            value={account.emailNotices ? 'off' : 'on'}
            variant="secondary"
            small
          >
            {t(account.emailNotices ? 'common:notices.turnOff' : 'common:notices.turnOn')}
          </Button>
        </Form>
        <Form method="post" action="/profile/texts">
          <Button
            type="submit"
            name="texts"
            value={account.rideTexts ? 'off' : 'on'}
            variant="secondary"
            small
          >
            {t(account.rideTexts ? 'account:texts.turnOff' : 'account:texts.turnOn')}
          </Button>
        </Form>
        <Link to="/profile/data" className={link}>
          {t('account:data.title')}
        </Link>
      </div>
    </Card>
  )
}

function useFacts(account: User, points: number | null): Fact[] {
  const t = useT()
  const format = useFormat()
  const member = account.accountType === 'MEMBER'
  const flat: Fact[] = [
    { term: t('account:field.flatName'), detail: account.flatName ?? '' },
    { term: t('account:field.flatNumber'), detail: account.flatNumber ?? '' },
  ]
  return [
    {
      term: t('account:field.name'),
      detail: (
        <span lang="zh-Hans" translate="no">
          {account.name}
        </span>
      ),
    },
    {
      term: t('account:field.accountType'),
      detail: t(member ? 'account:field.member' : 'account:field.normal'),
    },
    ...(account.auth
      ? [{ term: t('account:profile.auth'), detail: <Auth auth={account.auth} /> }]
      : []),
    ...(member ? flat : []),
    { term: t('account:field.phone'), detail: account.phone },
    { term: t('account:field.email'), detail: <Email account={account} /> },
    {
      term: t('common:notices.email'),
      detail: t(`common:notices.emailing.${emailingOf(account)}`),
    },
    {
      term: t('account:texts.term'),
      detail: t(`account:texts.is.${account.rideTexts ? 'on' : 'off'}`),
    },
    {
      term: t('account:field.wechat'),
      detail: (
        <span translate="no" className="break-all">
          {account.wechat}
        </span>
      ),
    },
    ...(points !== null
      ? [
          {
            term: t('account:profile.points'),
            detail: t('account:profile.pointsUnit', { count: points }),
          },
        ]
      : []),
    {
      term: t('account:profile.memberSince'),
      detail: format.longDay(format.wall(account.createdAt).slice(0, 10)),
    },
  ]
}

/** The address in use, marked while it is unconfirmed. */
function Email({ account: { email, emailConfirmedAt } }: { account: User }) {
  const t = useT()
  return (
    <span className="break-all">
      <span>{email}</span>{' '}
      {emailConfirmedAt === null && <Badge tone="warn">{t('account:emailLink.unconfirmed')}</Badge>}
    </span>
  )
}

function Auth({ auth }: { auth: NonNullable<User['auth']> }) {
  const t = useT()
  const [tone, icon] = authLooks[auth]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`account:profile.authStatus.${auth}`)}
    </Badge>
  )
}
