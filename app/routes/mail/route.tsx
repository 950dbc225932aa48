import { useT } from '../../i18n/context.tsx'
import { ComingSoon } from '../../ui/coming-soon.tsx'
import { Package } from '../../ui/icon.tsx'
import type { PageHandle } from '../../ui/page-meta.tsx'

export const handle: PageHandle = { title: 'common:nav.mail' }

export default function MailPage() {
  const t = useT()
  return (
    <ComingSoon
      icon={Package}
      title={t('common:comingSoon.title', { service: t('common:nav.mail') })}
      lead={t('common:comingSoon.lead')}
    />
  )
}
