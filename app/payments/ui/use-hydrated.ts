import { startTransition, useEffect, useState } from 'react'

let alive = false

/**
 * False on the server and for the browser's first render, true once scripts run the page. What
 * depends on it is rendered in a transition, so that it does not delay input.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(alive)
  useEffect(() => {
    alive = true
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}
