import { Link, type LinkProps, useLocation, useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { FROM_PAGE } from './dialog-state.ts'
import { Icon, X } from './icon.tsx'
import { Toast } from './toast.tsx'

/** A link that opens a dialog route over the page it is on, so that closing it goes back. */
export function DialogLink(props: LinkProps) {
  return <Link preventScrollReset data-keep-scroll="dialog" state={FROM_PAGE} {...props} />
}

/** Closes the dialog one is in: back, when it was opened from its page, else to `closeTo`. */
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
  /** The page underneath, where closing leads. */
  closeTo: string
  children: ReactNode
  /** The main buttons, always in reach below the text. They may carry `form="…"`. */
  footer?: ReactNode
  /**
   * A plain link is shown instead of the cross when leaving needs a step of its own (a payment).
   */
  closable?: boolean
  /**
   * The page around it stands still by itself, outside of the browser's top layer: for a payment,
   * whose provider lays its own frames (3-D Secure) over the page and could not be reached
   * otherwise.
   */
  below?: boolean
}

/**
 * An effect whose clean-up still finds the element in the page. (The server has none, and would
 * complain.)
 */
const useBeforeRemoval = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Nothing around the element can be reached or is read out, but for what is added later. Gives the
 * way back.
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
 * A dialog that is a child route: the server renders it open, so it works before and without
 * scripts; with them it becomes modal, keeps the focus inside, and Escape, the scrim and the cross
 * leave it.
 */
export function DialogRoute({
  title,
  closeTo,
  children,
  footer,
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
    // In a task of its own: the browser lays out the whole page for it, and a touch need not wait
    // for that and for React in one.
    const opening = setTimeout(() => {
      // Left again before its turn came: this effect is cleaned up only after the element is gone.
      if (!element.isConnected) return
      // Something inside that has taken the focus already (a form's error summary) keeps it.
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
    // Closing before React takes the element away gives the focus back to what opened it.
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
        <Toast over="dialog" />
        <header className="flex items-center gap-2 border-line border-b py-2 pr-2 pl-4">
          <h2
            id="dialog-title"
            ref={heading}
            tabIndex={-1}
            className="min-w-0 flex-1 py-1 text-18 outline-none"
          >
            {title}
          </h2>
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
        {/* A long text without a link in it is scrolled with the keyboard too. */}
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-labelledby="dialog-title"
          className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain p-4', !footer && 'pb-6')}
        >
          {children}
        </section>
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
