import { Link, type LinkProps, useLocation, useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { FROM_PAGE } from './dialog-state.ts'
import { Icon, X } from './icon.tsx'
import { LanguageButton } from './language-toggle.tsx'
import { Toast } from './toast.tsx'

/** A link that opens a dialog route over its page, so that closing it goes back. */
export function DialogLink(props: LinkProps) {
  return <Link preventScrollReset data-keep-scroll="dialog" state={FROM_PAGE} {...props} />
}

/** Closes the current dialog: goes back if it was opened from its page, otherwise to `closeTo`. */
export function useCloseDialog(closeTo: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  return () => {
    if ((state as typeof FROM_PAGE | null)?.dialogFromPage) navigate(-1)
    else navigate(closeTo, { replace: true, preventScrollReset: true })
  }
}

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
   * Set to false to show a plain link instead of the cross, when leaving needs its own step (a
   * payment).
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
 * An effect whose clean-up still finds the element in the page. (On the server useLayoutEffect does
 * nothing and would warn.)
 */
const useBeforeRemoval = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Makes everything around the element unreachable and silent, except what is added later. Returns a
 * function that undoes it.
 */
function isolate(element: Element): () => void {
  const still: Element[] = []
  for (let at: Element = element; at !== document.body && at.parentElement; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at && !sibling.matches('[inert]')) {
        sibling.setAttribute('inert', '')
        still.push(sibling)
      }
  return () => {
    for (const sibling of still) sibling.removeAttribute('inert')
  }
}

/**
 * A dialog that is a child route. The server renders it open, so it works before scripts load and
 * without them. With scripts it becomes modal, traps the focus, and closes with Escape, the scrim
 * and the cross.
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
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useCloseDialog(closeTo)

  useEffect(() => {
    const element = dialog.current
    if (!element?.showModal) return
    if (below) {
      heading.current?.focus({ preventScroll: true })
      return isolate(element)
    }
    // In a task of its own: opening makes the browser lay out the whole page, and input should not
    // wait for that and React in one go.
    const opening = setTimeout(() => {
      // Closed again before this ran: the effect is cleaned up only after the element is removed.
      if (!element.isConnected) return
      // An element inside that already has the focus (a form's error summary) keeps it.
      const focused = element.contains(document.activeElement)
        ? (document.activeElement as HTMLElement)
        : null
      element.removeAttribute('open')
      element.showModal()
      ;(focused ?? heading.current)?.focus({ preventScroll: true })
    })
    return () => clearTimeout(opening)
  }, [below])

  useBeforeRemoval(() => {
    // Closing before React removes the element returns the focus to what opened it.
    const element = dialog.current
    return () => element?.close()
  }, [])

  return (
    <>
      {closable ? (
        <Link
          to={closeTo}
          replace
          preventScrollReset
          tabIndex={-1}
          aria-hidden
          className="fixed inset-0 z-30 bg-scrim"
        />
      ) : (
        <div className="fixed inset-0 z-30 bg-scrim" />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the scrim is a pointer's way out; Escape and the cross are the keyboard's */}
      <dialog
        ref={dialog}
        open
        aria-labelledby="dialog-title"
        className="sheet"
        onCancel={(event) => {
          event.preventDefault()
          if (closable) close()
        }}
        onClick={(event) => {
          if (closable && event.target === dialog.current) close()
        }}
      >
        <header
          className={cx(
            'flex items-center gap-x-2 border-line border-b py-2 pl-4',
            aside ? 'flex-wrap pr-4' : 'pr-2',
          )}
        >
          <h2
            id="dialog-title"
            ref={heading}
            tabIndex={-1}
            className={cx('min-w-0 py-1 text-18 outline-none', aside ? 'grow' : 'flex-1')}
          >
            {title}
          </h2>
          {aside}
          {/* The page's own is behind the sheet. What is typed is kept (app/web/page-script). */}
          {!aside && <LanguageButton />}
          {closable && (
            <Link
              to={closeTo}
              replace
              preventScrollReset
              onClick={(event) => {
                event.preventDefault()
                close()
              }}
              className="flex size-11 items-center justify-center rounded-full text-muted hover:bg-ground"
            >
              <Icon of={X} />
              <span className="for-ears">{t('common:action.close')}</span>
            </Link>
          )}
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
    </>
  )
}
