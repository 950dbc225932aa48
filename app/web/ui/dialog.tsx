import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { FormScript } from './form.tsx'
import { Icon, X } from './icon.tsx'
import { LanguageButton } from './language-toggle.tsx'
import { Link, type LinkProps } from './link.tsx'
import { Toast } from './toast.tsx'

/** A link that opens a dialog over its page, so that closing it goes back. */
export const DialogLink = (props: LinkProps) => <Link data-keep-scroll="dialog" {...props} />

type DialogRouteProps = {
  title: string
  /** The page underneath, shown on closing. */
  closeTo: string
  children: ReactNode
  /** The main buttons, always reachable below the text. They may use `form="…"`. */
  footer?: ReactNode
  /** Shown beside the title, or below it where there is no room. */
  aside?: ReactNode
  /**
   * Set to false to show no cross, when leaving needs its own step (a payment).
   */
  closable?: boolean
  /**
   * Makes the page around it inert itself instead of using the browser's top layer: for a payment,
   * whose provider puts its own frames (3-D Secure) over the page, which would otherwise be
   * unreachable.
   */
  below?: boolean
}

/**
 * A dialog that is a page of its own. The server sends it open, so it works without scripts. With
 * them (app/web/page-script/dialogs.ts) it becomes modal, traps the focus, and closes with Escape,
 * the scrim and the cross.
 */
export function DialogRoute({
  title,
  closeTo,
  children,
  footer,
  aside,
  closable = true,
  below = false,
}: DialogRouteProps) {
  return (
    <>
      {closable ? (
        <Link to={closeTo} tabIndex={-1} aria-hidden className="fixed inset-0 z-30 bg-scrim" />
      ) : (
        <div className="fixed inset-0 z-30 bg-scrim" />
      )}
      <dialog
        open
        aria-labelledby="dialog-title"
        data-below={below ? '' : undefined}
        className="sheet"
      >
        <header
          className={cx(
            'flex items-center gap-x-2 border-line border-b py-2 pl-4',
            aside ? 'flex-wrap pr-4' : 'pr-2',
          )}
        >
          <h2
            id="dialog-title"
            tabIndex={-1}
            className={cx('min-w-0 py-1 text-18 outline-none', aside ? 'grow' : 'flex-1')}
          >
            {title}
          </h2>
          {aside}
          {/* The page's own is behind the sheet. What is typed is kept (app/web/page-script). */}
          {!aside && <LanguageButton />}
          {closable && <Cross to={closeTo} />}
        </header>
        {/* A long text without a link in it can be scrolled with the keyboard too. */}
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-labelledby="dialog-title"
          className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain p-4', !footer && 'pb-6')}
        >
          {children}
        </section>
        <div className="relative">
          <Toast over="dialog" />
        </div>
        {footer && (
          <footer className="border-line border-t bg-surface">
            <div className="flex flex-col-reverse gap-2 p-4 sm:flex-row sm:justify-end">
              {footer}
            </div>
            <div className="pb-safe" />
          </footer>
        )}
      </dialog>
      <FormScript />
    </>
  )
}

function Cross({ to }: { to: string }) {
  const t = useT()
  return (
    <Link
      to={to}
      data-close
      className="flex size-11 items-center justify-center rounded-full text-muted hover:bg-ground"
    >
      <Icon of={X} />
      <span className="for-ears">{t('common:action.close')}</span>
    </Link>
  )
}
