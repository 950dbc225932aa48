import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import type { OpenView } from './open-items.server.ts'

/** What prevents the account from being closed, and where to resolve it. */
export function OpenThings({ open }: { open: OpenView[] }) {
  const t = useT()
  return (
    <Banner tone="warn" title={t('account:data.closing.open', { count: open.length })}>
      <p>{t('account:data.closing.openLead')}</p>
      <ul className="figures mt-3 flex flex-col gap-3">
        {open.map(({ id, title, why, to }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              <p>{why}</p>
            </div>
            {/* Some pages have their own security policy, so every link is a full page load. */}
            <LinkButton
              to={to}
              small
              variant="secondary"
              aria-label={`${t('account:data.closing.look')}: ${title}`}
            >
              {t('account:data.closing.look')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
