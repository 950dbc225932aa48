import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { withBase } from '#app/kernel/base-path.ts'
import { SITE_PAGES, type SitePage } from '#app/kernel/description.ts'
import { Link } from '#app/web/ui/link.tsx'
import { cx } from './cx.ts'
import { Bell, Icon, LogOut, User } from './icon.tsx'
import { LanguageToggle } from './language-toggle.tsx'
import {
  navItems,
  otherItems,
  quickItems,
  ridesItem,
  sitePagePath,
  useAriaCurrent,
  useIsCurrent,
} from './navigation.ts'

export type ShellUser = { name: string; accountType: string } | null

type ShellProps = {
  user: ShellUser
  /** The number of notices the user has not read. */
  unread: number
  /** Pages about the product that are not finished. */
  hidden: readonly SitePage[]
  /** Below the top bar: what wants doing. */
  bar: ReactNode
  children: ReactNode
}

/** The frame around every page: bars, skip link, content, footer. */
export function Shell({ user, unread, hidden, bar, children }: ShellProps) {
  const t = useT()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed bottom-full left-2 z-50 rounded-card bg-brand px-4 py-3 text-on-brand focus:top-2 focus:bottom-auto print:hidden"
      >
        {t('common:skipToContent')}
      </a>
      <Header user={user} unread={unread} />
      {bar}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 py-6 outline-none"
      >
        {children}
      </main>
      <Footer hidden={hidden} />
      <BottomBar user={user} />
    </div>
  )
}

const navLink =
  'flex min-h-11 items-center rounded-card px-2 text-14 whitespace-nowrap lg:text-16 no-underline hover:bg-ground lg:px-3 aria-[current]:font-semibold aria-[current]:text-brand'

function Header({ user, unread }: Omit<ShellProps, 'hidden' | 'bar' | 'children'>) {
  const t = useT()
  const current = useAriaCurrent()
  return (
    <header className="bar-top sticky top-0 z-20 border-line border-b bg-surface print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-2 px-4 py-1">
        <Link
          to="/"
          className="flex min-h-11 items-center gap-2 whitespace-nowrap font-bold text-18 text-brand no-underline"
        >
          <Mark />
          <span>{t('common:appName')}</span>
        </Link>
        <nav aria-label={t('common:nav.main')} className="hidden flex-1 md:block">
          <ul className="flex items-center justify-center">
            {(user ? [...navItems, ridesItem] : navItems).map(({ to, label }) => (
              <li key={to}>
                <Link to={to} aria-current={current(to)} className={navLink}>
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center">
          {user && <NoticesLink unread={unread} />}
          <LanguageToggle />
          <div className="hidden items-center md:flex">
            {user ? (
              <>
                <Link to="/profile" aria-current={current('/profile')} className={navLink}>
                  {t('common:nav.profile')}
                </Link>
                <LogoutButton className={navLink} />
              </>
            ) : (
              <Link to="/login" aria-current={current('/login')} className={navLink}>
                {t('common:nav.login')}
              </Link>
            )}
          </div>
        </div>
      </div>
    </header>
  )
}

/** The bell: the number is visible, screen readers get it in words. */
function NoticesLink({ unread }: { unread: number }) {
  const t = useT()
  const current = useAriaCurrent()
  return (
    <Link
      to="/notices"
      aria-current={current('/notices')}
      aria-label={t('common:notices.bell', { count: unread })}
      className="relative flex size-11 items-center justify-center rounded-card hover:bg-ground aria-[current]:text-brand"
    >
      <Icon of={Bell} size={22} />
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-0.5 right-0 min-w-5 rounded-full bg-brand px-1 text-center text-13 text-on-brand leading-5"
        >
          {unread}
        </span>
      )}
    </Link>
  )
}

/** The product's mark: two neighbours side by side. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="text-brand">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M6 24V15l5.5-4.5L17 15v9M15 24V12l5.5-4.5L26 12v12"
        fill="none"
        className="stroke-on-brand"
        strokeWidth="2.2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

function LogoutButton({ className, icon }: { className: string; icon?: boolean }) {
  const t = useT()
  return (
    // Not a form that a script sends: it has nothing to lose, and every page has it.
    <form method="post" action={withBase('/logout')}>
      <button type="submit" className={className}>
        {icon && <Icon of={LogOut} className="text-muted" />}
        <span>{t('common:nav.logout')}</span>
      </button>
    </form>
  )
}

function Footer({ hidden }: { hidden: readonly SitePage[] }) {
  const t = useT()
  const links = [
    { to: '/#contact', label: t('common:footer.contact') },
    ...SITE_PAGES.filter((page) => !hidden.includes(page)).map((page) => ({
      to: sitePagePath(page),
      label: t(`common:site.${page}`),
    })),
  ]
  return (
    <footer className="border-line border-t pb-20 text-14 text-muted md:pb-0 print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4">
        <p>{t('common:footer.service')}</p>
        <ul className="flex flex-wrap gap-x-6">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}

const tab =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 px-1 text-13 leading-tight text-muted no-underline aria-[current]:font-semibold aria-[current]:text-brand'

function BottomBar({ user }: { user: ShellUser }) {
  const t = useT()
  const current = useAriaCurrent()
  return (
    <nav
      aria-label={t('common:nav.quick')}
      className="bar-bottom fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface pb-safe md:hidden print:hidden"
    >
      <ul className="grid grid-cols-4">
        {quickItems.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} aria-current={current(to)} className={tab}>
              <Icon of={icon} size={22} />
              <span>{t(label)}</span>
            </Link>
          </li>
        ))}
        <li>
          <MeTray user={user} />
        </li>
      </ul>
    </nav>
  )
}

const trayLink =
  'flex min-h-12 w-full items-center gap-3 px-4 text-left no-underline hover:bg-ground aria-[current]:font-semibold aria-[current]:text-brand'

/**
 * The sections behind "me" on a phone; opens upwards, with or without scripts (app/web/page-script
 * closes it).
 */
function MeTray({ user }: { user: ShellUser }) {
  const t = useT()
  const current = useAriaCurrent()
  const isCurrent = useIsCurrent()
  const here = ['/profile', '/login', '/register', ...otherItems.map(({ to }) => to)].some(
    isCurrent,
  )
  const links = user
    ? [{ to: '/profile', label: t('common:nav.profile'), icon: User }]
    : [
        { to: '/login', label: t('common:nav.login'), icon: User },
        { to: '/register', label: t('common:nav.register'), icon: User },
      ]
  return (
    <details className="tray group">
      <summary className={cx(tab, here && 'font-semibold text-brand')}>
        <Icon of={User} size={22} />
        <span>{t('common:nav.me')}</span>
      </summary>
      <ul className="absolute inset-x-0 bottom-full rounded-t-card group-open:animate-rise border-line border-t bg-surface py-2">
        {user && (
          <li translate="no" className="px-4 py-2 text-muted">
            {user.name}
          </li>
        )}
        {[...links, ...otherItems.map((item) => ({ ...item, label: t(item.label) }))].map(
          ({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} aria-current={current(to)} className={trayLink}>
                <Icon of={icon} className="text-muted" />
                <span>{label}</span>
              </Link>
            </li>
          ),
        )}
        {user && (
          <li className="border-line border-t">
            <LogoutButton className={trayLink} icon />
          </li>
        )}
      </ul>
    </details>
  )
}
