import { startTransition, useEffect, useState } from 'react'

let alive = false

/**
 * False on the server and for the browser's first render, true once scripts run the page. What
 * hangs on it is drawn in pieces that a touch need not wait for.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(alive)
  useEffect(() => {
    alive = true
    startTransition(() => setHydrated(true))
  }, [])
  return hydrated
}
