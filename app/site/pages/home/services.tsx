import { useT } from '#app/i18n/context.tsx'
import { Icon } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { services } from '#app/web/ui/navigation.ts'

/** Icons and names of the five services, in one row unless the text is very large. */
export function Services() {
  const t = useT()
  return (
    <nav aria-label={t('home:services')}>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-1 sm:gap-3">
        {services.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex flex-col items-center gap-1 rounded-card py-1 text-13 no-underline hover:bg-brand-soft sm:flex-row sm:justify-center sm:gap-3 sm:border sm:border-line sm:bg-surface sm:p-2 sm:text-16 sm:shadow-card sm:hover:border-edge sm:hover:bg-surface"
            >
              <span className="flex size-12 items-center justify-center rounded-card bg-brand-soft text-brand sm:size-11">
                <Icon of={icon} size={24} />
              </span>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
