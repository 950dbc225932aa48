declare global {
  interface Window {
    /** Called by Remix when the script of a route is gone (scripts/vite-remix.ts). */
    openDocument(): void
  }
}

/**
 * Does what was asked for as a browser without scripts would: opens the link's address, or sends
 * the form. The server's new pages know their scripts.
 */
export function openDocumentIfGone(): void {
  window.openDocument = () => {
    const { createHref, state } = window.__remixRouter
    const { navigation } = state
    if (navigation.state === 'idle') return
    const address = createHref(navigation.location)
    if (navigation.state === 'submitting' && navigation.formMethod !== 'GET')
      send(address, navigation.formData ?? new FormData())
    else location.assign(address)
  }
}

function send(action: string, fields: FormData): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, hidden: true })
  for (const [name, value] of fields)
    form.appendChild(Object.assign(document.createElement('input'), { name, value }))
  document.body.appendChild(form)
  form.submit()
}
