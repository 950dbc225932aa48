import { Link } from '#app/web/ui/link.tsx'
import { cx } from './cx.ts'
import { Icon, type IconType } from './icon.tsx'

export type Tab = { to: string; label: string; current: boolean; icon?: IconType }

/**
 * Views of one page, each with its own address: links, so they work everywhere. `wraps`: there are
 * too many for one line of a phone.
 */
export function Tabs({ label, items, wraps }: TabsProps) {
  return (
    <nav aria-label={label} className="rounded-card border border-line bg-surface p-1">
      <ul className={cx('flex gap-1', wraps && 'flex-wrap')}>
        {items.map(({ to, label: text, current, icon }) => (
          <li key={to} className={wraps ? 'grow' : 'min-w-0 flex-1'}>
            <Link
              to={to}
              data-keep-scroll
              aria-current={current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center justify-center gap-2 rounded-md px-3 text-center no-underline transition-colors',
                current ? 'bg-brand font-medium text-on-brand' : 'text-ink hover:bg-ground',
              )}
            >
              {icon && <Icon of={icon} />}
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
type TabsProps = { label: string; items: readonly Tab[]; wraps?: boolean }
