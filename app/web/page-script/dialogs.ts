import { around } from './around.ts'
import { isFromPage } from './scroll.ts'

const SHEET = 'dialog.sheet[open]:not(:modal)'

/**
 * Makes the dialogs that the server sends open modal. One with `data-below` makes what is around it
 * inert instead: the browser's top layer would hide the frames that a payment provider puts over
 * the page (3-D Secure).
 */
export function openDialogs(part: Document | HTMLElement): void {
  for (const dialog of part.querySelectorAll<HTMLDialogElement>(SHEET)) {
    if (dialog.matches('[inert] *, [data-opened]')) continue
    const heading = dialog.querySelector<HTMLElement>('h2')
    // What inside has the focus already (a form's error) keeps it.
    const focused = dialog.contains(document.activeElement) ? document.activeElement : null
    dialog.dataset.opened = ''
    if (dialog.dataset.below !== undefined) isolate(dialog)
    else {
      dialog.removeAttribute('open')
      dialog.showModal()
    }
    const target = focused ?? dialog.querySelector('[autofocus]') ?? heading
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}

/** Escape, the scrim and the cross close a dialog, where it has a cross. */
export function watchDialogs(): void {
  const cross = (dialog: unknown) =>
    dialog instanceof HTMLElement ? dialog.querySelector<HTMLElement>('a[data-close]') : null
  addEventListener(
    'cancel',
    (event) => {
      event.preventDefault()
      cross(event.target)?.click()
    },
    { capture: true },
  )
  addEventListener('click', (event) => {
    if (event.target instanceof HTMLDialogElement) cross(event.target)?.click()
    const link = around(event, 'a[data-close]')
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return
    event.preventDefault()
    if (isFromPage()) history.back()
    else location.replace(link.href)
  })
}

/** Makes everything around the element unreachable and silent, except what is added later. */
function isolate(element: Element): void {
  for (let at: Element = element; at !== document.body && at.parentElement; at = at.parentElement)
    for (const sibling of at.parentElement.children)
      if (sibling !== at) sibling.setAttribute('inert', '')
}
