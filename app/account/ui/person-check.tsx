import { useEffect, useRef } from 'react'
import { useT } from '#app/i18n/context.tsx'

/** The widget's key and script; `at` tells one request for a proof from the next. */
export type Prove = { siteKey: string; scriptUrl: string; at: number }

/** What Turnstile's script offers. */
type Turnstile = {
  render(box: HTMLElement, options: { sitekey: string; size: 'flexible' }): string | undefined
  remove(id: string): void
}
declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

/**
 * Shows that a person asks: Cloudflare's widget, which adds the proof to the form it is in. Its
 * height is reserved, so that nothing moves as it appears.
 */
export function PersonCheck({ siteKey, scriptUrl }: Prove) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let drawn: string | undefined
    let gone = false
    loadTurnstile(scriptUrl).then((turnstile) => {
      if (!gone && box.current)
        drawn = turnstile.render(box.current, { sitekey: siteKey, size: 'flexible' })
    })
    return () => {
      gone = true
      if (drawn !== undefined) window.turnstile?.remove(drawn)
    }
  }, [siteKey, scriptUrl])
  return (
    <>
      <div ref={box} className="min-h-[65px]" />
      <noscript>
        <p>{t('account:code.proveScripts')}</p>
      </noscript>
    </>
  )
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
