/** What Turnstile's script offers. */
type Turnstile = {
  render(box: HTMLElement, options: { sitekey: string; size: 'flexible' }): string
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

/** Shows Cloudflare's widget, which adds the proof that a person asks to the form it is in. */
export function askPersons(part: Document | HTMLElement): void {
  for (const box of part.querySelectorAll<HTMLElement>('[data-person]')) {
    const { person = '', script = '' } = box.dataset
    loadTurnstile(script).then((turnstile) => {
      if (box.isConnected && !box.firstChild)
        turnstile.render(box, { sitekey: person, size: 'flexible' })
    })
  }
}

/** Loads the script once for this document; never settles if it cannot be reached. */
function loadTurnstile(scriptUrl: string): Promise<Turnstile> {
  return new Promise((resolve) => {
    const offer = () => window.turnstile && resolve(window.turnstile)
    if (window.turnstile) return offer()
    const script = document.createElement('script')
    script.src = `${scriptUrl}?render=explicit`
    script.onload = offer
    document.head.appendChild(script)
  })
}
