import { useLocation, useRouteLoaderData, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { TKey } from '#app/i18n/keys.ts'
import { type AdminScope, hasScope, seesSheetOnly } from '#app/kernel/admin.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { boxClass } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { LanguageToggle } from '#app/web/ui/language-toggle.tsx'
import { Link } from '#app/web/ui/link.tsx'
import type { ToastMessage } from '#app/web/ui/toast.tsx'
import type { Tone } from '#app/web/ui/tone.ts'
import { More } from './more.tsx'

type NavItem = { to: string; label: TKey; scope?: AdminScope }

/** Every page of the console, by topic. Administrators only see the pages they have access to. */
const menu: { label?: TKey; items: NavItem[] }[] = [
  { items: [{ to: '/admin', label: 'admin:nav.today' }] },
  {
    label: 'admin:nav.group.people',
    items: [
      { to: '/admin/members', label: 'admin:nav.members', scope: 'members' },
      { to: '/admin/users', label: 'admin:nav.users', scope: 'members' },
    ],
  },
  {
    label: 'admin:nav.group.work',
    items: [
      { to: '/admin/carpools', label: 'admin:nav.carpools', scope: 'groups' },
      { to: '/admin/trips', label: 'admin:nav.trips', scope: 'groups' },
      { to: '/admin/wishes', label: 'admin:nav.wishes', scope: 'groups' },
      { to: '/admin/orders/mail', label: 'admin:nav.mail', scope: 'orders' },
      { to: '/admin/orders/move', label: 'admin:nav.move', scope: 'orders' },
      { to: '/admin/day', label: 'admin:nav.day', scope: 'today' },
      { to: '/admin/fleet', label: 'admin:nav.fleet', scope: 'dispatch' },
      { to: '/admin/bookings', label: 'admin:nav.bookings', scope: 'dispatch' },
      { to: '/admin/requests', label: 'admin:nav.requests', scope: 'records' },
      { to: '/admin/payments', label: 'admin:nav.payments', scope: 'records' },
    ],
  },
  {
    label: 'admin:nav.group.offer',
    items: [
      { to: '/admin/airports', label: 'admin:nav.airports', scope: 'catalog' },
      { to: '/admin/prices', label: 'admin:nav.prices', scope: 'catalog' },
      { to: '/admin/periods', label: 'admin:nav.periods', scope: 'catalog' },
      { to: '/admin/postage', label: 'admin:nav.postage', scope: 'catalog' },
      { to: '/admin/texts', label: 'admin:nav.texts', scope: 'catalog' },
    ],
  },
  {
    label: 'admin:nav.group.house',
    items: [
      { to: '/admin/settings', label: 'admin:nav.settings', scope: 'settings' },
      { to: '/admin/accounts', label: 'admin:nav.accounts', scope: 'records' },
      { to: '/admin/audit', label: 'admin:nav.audit', scope: 'records' },
      { to: '/admin/exports', label: 'admin:nav.exports', scope: 'records' },
    ],
  },
]

/**
 * The frame around every page of the console. It has no scripts, so the menu on phones is a
 * `<details>`.
 */
export function ConsoleFrame({ scopes, children }: { scopes: AdminScope[]; children: ReactNode }) {
  const t = useT()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed bottom-full left-2 z-50 rounded-card bg-brand px-4 py-3 text-on-brand focus:top-2 focus:bottom-auto print:hidden"
      >
        {t('common:skipToContent')}
      </a>
      <header className="border-line border-b bg-surface print:hidden">
        <div className="mx-auto flex w-full max-w-console flex-wrap items-center justify-between px-3 py-1 xs:gap-2 xs:px-4">
          <Link
            to="/admin"
            className="flex min-h-11 items-center whitespace-nowrap font-bold text-16 text-brand no-underline xs:text-18"
          >
            {t('admin:console')}
          </Link>
          {scopes.length > 0 && !seesSheetOnly(scopes) && <Search />}
          <div className="flex items-center">
            <LanguageToggle />
            <Form method="post" action="/admin/logout">
              <button
                type="submit"
                className="min-h-11 whitespace-nowrap rounded-card px-2 hover:bg-ground xs:px-3"
              >
                {t('admin:nav.logout')}
              </button>
            </Form>
          </div>
        </div>
      </header>
      <div className="mx-auto w-full max-w-console flex-1 gap-8 px-4 py-4 lg:flex lg:py-6 print:p-0">
        <div className="mb-4 rounded-card border border-line bg-surface px-4 lg:hidden print:hidden">
          <More
            label={<span className="font-medium text-16">{t('admin:nav.menu')}</span>}
            tone="text-ink"
          >
            <Menu scopes={scopes} className="border-line border-t py-2" />
          </More>
        </div>
        <Menu scopes={scopes} className="hidden w-44 shrink-0 lg:block print:hidden" />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <LeftToSay />
          {children}
        </main>
      </div>
    </div>
  )
}

/** One search field for everything; on a phone it has its own line. */
function Search() {
  const t = useT()
  const { pathname } = useLocation()
  const [asked] = useSearchParams()
  const typed = pathname === '/admin/search' ? (asked.get('find') ?? '') : ''
  return (
    <Form
      role="search"
      action="/admin/search"
      className="order-last flex w-full gap-2 pb-2 md:order-none md:w-auto md:min-w-96 md:pb-0"
    >
      <input
        type="search"
        name="find"
        maxLength={100}
        defaultValue={typed}
        aria-label={t('admin:search.label')}
        placeholder={t('admin:search.label')}
        className={boxClass}
      />
      <Button type="submit" variant="secondary" small className="shrink-0">
        {t('admin:search.submit')}
      </Button>
    </Form>
  )
}

function Menu({ scopes, className }: { scopes: AdminScope[]; className: string }) {
  const t = useT()
  const { pathname } = useLocation()
  const isHere = (to: string) =>
    pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`))
  return (
    <nav aria-label={t('admin:nav.label')} className={className}>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-1">
        {menu.map((group) => {
          const shown = group.items.filter(({ scope }) =>
            scope ? hasScope(scopes, scope) : !seesSheetOnly(scopes),
          )
          return shown.length === 0 ? null : (
            <div key={group.items[0]?.to}>
              {group.label && <p className="px-2 pb-1 text-13 text-muted">{t(group.label)}</p>}
              <ul>
                {shown.map(({ to, label }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      aria-current={isHere(to) ? 'page' : undefined}
                      className="flex min-h-11 items-center rounded-card px-2 text-ink no-underline hover:bg-ground aria-[current]:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-brand lg:min-h-9"
                    >
                      {t(label)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </nav>
  )
}

const tones: Record<ToastMessage['kind'], Tone> = { success: 'ok', info: 'info', error: 'danger' }

/** The message left by the previous page, at the top of this one. */
export function LeftToSay() {
  const flash = useRouteLoaderData<{ flash: ToastMessage | null }>('root')?.flash
  return flash ? (
    <div className="mb-4 print:hidden">
      <Banner tone={tones[flash.kind]} role="status">
        {flash.message}
      </Banner>
    </div>
  ) : null
}
