import type { GroupView } from '#app/console/service/group-views.server.ts'
import { Tel } from '#app/console/ui/order-lines.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'

/** A group that goes ahead although a student has not paid: who owes what, and their contacts. */
export function Shortfall({ group }: { group: GroupView }) {
  const t = useT()
  const format = useFormat()
  return (
    <Banner
      tone="warn"
      title={t('admin:group.shortfall.title', { amount: format.money(group.shortfall) })}
      action={
        group.isCancellable && (
          <LinkButton to="cancel" variant="quiet">
            {t(`admin:group.cancel.open.${group.about.kind}`)}
          </LinkButton>
        )
      }
    >
      <p>{t('admin:group.shortfall.decide')}</p>
      <Owing group={group} />
    </Banner>
  )
}

function Owing({ group }: { group: GroupView }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="figures">
      {group.places
        .filter((p) => p.outstanding > 0)
        .map(({ participantId, person, outstanding }) => (
          <li key={participantId} className="flex flex-wrap items-center gap-x-4">
            {t('admin:group.shortfall.owes', {
              name: person?.name || t('admin:group.nobody'),
              amount: format.money(outstanding),
            })}
            {person && <Tel tel={person.phone} />}
            {person?.wechat && t('admin:group.wechat', { id: person.wechat })}
          </li>
        ))}
    </ul>
  )
}
