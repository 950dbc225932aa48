import { useT } from '../../i18n/context.tsx'
import { ComingSoon } from '../../ui/coming-soon.tsx'
import { Warehouse } from '../../ui/icon.tsx'
import type { PageHandle } from '../../ui/page-meta.tsx'

export const handle: PageHandle = { title: 'common:nav.storage' }

export default function StoragePage() {
  const t = useT()
  return (
    <ComingSoon
      icon={Warehouse}
      badge={t('home:status.building')}
      title={t('common:comingSoon.storageTitle')}
      lead={t('common:comingSoon.storageLead')}
    />
  )
}
