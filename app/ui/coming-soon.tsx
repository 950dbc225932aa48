import { useT } from '../i18n/context.tsx'
import { Badge } from './badge.tsx'
import { LinkButton } from './button.tsx'
import { Hourglass, Icon, type IconType } from './icon.tsx'

type ComingSoonProps = { icon: IconType; title: string; lead: string }

/** A service that is announced but not built: says so, promises nothing, and shows a way on. */
export function ComingSoon({ icon, title, lead }: ComingSoonProps) {
  const t = useT()
  return (
    <div className="mx-auto flex max-w-form flex-col items-start gap-4 py-8">
      <Icon of={icon} size={40} className="text-brand" />
      <Badge tone="warn" icon={Hourglass}>
        {t('home:status.soon')}
      </Badge>
      <h1 className="text-28">{title}</h1>
      <p>{lead}</p>
      <p className="text-muted">{t('common:comingSoon.meanwhile')}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/carpool">{t('common:comingSoon.toCarpool')}</LinkButton>
        <LinkButton to="/#contact" variant="secondary">
          {t('common:footer.contact')}
        </LinkButton>
      </div>
    </div>
  )
}
