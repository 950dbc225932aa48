import { around } from './around.ts'

/**
 * Shows the buttons beside password fields (`data-show`, the field's id) and handles their clicks.
 * A form is always sent with its passwords hidden: so browsers know what they are and offer to keep
 * them, and nothing else keeps them as text (`./typed.ts`).
 */
export function offerShowing(): void {
  document.documentElement.dataset.shows = ''
  addEventListener('click', (event) => {
    const button = around(event, '[data-show]')
    if (button) show(button, button.ariaPressed !== 'true')
  })
  const hideAll = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-show]')) show(button, false)
  }
  // On the way down, before anybody reads the form.
  addEventListener('submit', hideAll, { capture: true })
}

function show(button: HTMLElement, shown: boolean): void {
  const input = document.getElementById(button.dataset.show ?? '')
  if (!(input instanceof HTMLInputElement)) return
  input.type = shown ? 'text' : 'password'
  button.ariaPressed = String(shown)
}
