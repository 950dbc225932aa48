import { useT } from '#app/i18n/context.tsx'
import { Link } from '#app/web/ui/link.tsx'

/** How to reach customer service, whose account has this name. */
export function ContactLine({ name }: { name: string }) {
  const t = useT()
  return (
    <p>
      <span>{t('common:contact.text', { name })}</span>{' '}
      <Link to="/#contact" className="underline">
        {t('common:contact.link')}
      </Link>
    </p>
  )
}
