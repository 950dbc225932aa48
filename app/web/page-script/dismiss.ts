import { around } from './around.ts'

/**
 * Removes a message when its cross (`data-dismiss`) is clicked, and closes the menu of a phone's
 * bottom bar when one of its links is followed or Escape is pressed. Escape also closes a dialog
 * that the browser does not close itself: one that is not modal yet.
 */
export function closeWhatIsOpen(): void {
  addEventListener('click', (event) => {
    const message = around(event, '[data-dismiss]')?.closest<HTMLElement>('.toast')
    if (message) message.hidden = true
    around(event, 'a')?.closest('details.tray')?.removeAttribute('open')
  })
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    document.querySelector<HTMLElement>('dialog:not(:modal) header a')?.click()
    const tray = document.querySelector('details.tray[open]')
    tray?.removeAttribute('open')
    tray?.querySelector('summary')?.focus()
  })
}
