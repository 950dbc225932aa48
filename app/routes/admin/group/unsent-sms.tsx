import { useT } from '#app/i18n/context.tsx'
import type { GroupPlace } from '#app/services/admin/groups.server.ts'
import { Tel } from '#app/ui/admin/order-lines.tsx'
import { Banner } from '#app/ui/banner.tsx'

/** Passengers whose text message about their car may not have arrived: somebody calls them. */
export function UnsentSms({ places }: { places: GroupPlace[] }) {
  const t = useT()
  if (places.length === 0) return null
  return (
    <Banner tone="warn" title={t('admin:car.unsentSms.title')}>
      <p>{t('admin:car.unsentSms.what')}</p>
      {places.map(({ participantId, person }) => (
        <p key={participantId} className="flex flex-wrap items-center gap-x-4">
          {person?.name || t('admin:group.nobody')} {person && <Tel tel={person.phone} />}
        </p>
      ))}
    </Banner>
  )
}
