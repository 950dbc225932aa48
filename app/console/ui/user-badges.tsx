import { useT } from '#app/i18n/context.tsx'
import { Badge } from '#app/web/ui/badge.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

export type Account = {
  accountType: 'MEMBER' | 'NORMAL'
  auth: 'PENDING' | 'APPROVED' | 'REJECTED' | null
  closedAt: number | null
  suspendedAt: number | null
}

const tones: Record<NonNullable<Account['auth']>, Tone> = {
  PENDING: 'warn',
  APPROVED: 'ok',
  REJECTED: 'danger',
}

/** The account's type and status, in one or two words each. */
export function UserBadges({ accountType, auth, closedAt, suspendedAt }: Account) {
  const t = useT()
  if (closedAt !== null) return <Badge>{t('admin:user.closed')}</Badge>
  return (
    <span className="inline-flex gap-1">
      <Badge tone={accountType === 'MEMBER' ? 'brand' : 'neutral'}>
        {t(`admin:user.type.${accountType}`)}
      </Badge>
      {suspendedAt !== null && <Badge tone="danger">{t('admin:user.suspended')}</Badge>}
      {auth && <Badge tone={tones[auth]}>{t(`admin:user.auth.${auth}`)}</Badge>}
    </span>
  )
}

/** Building and flat in one line; empty if there is none. */
export const flatOf = ({
  flatName,
  flatNumber,
}: {
  flatName: string | null
  flatNumber: string | null
}): string => [flatName, flatNumber].filter(Boolean).join(' ')
