import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect } from 'react'

/** Whether the connection to the server works, tested with a file that costs it nothing. */
async function isOnline(): Promise<boolean> {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
  try {
    return (await fetch(icon, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Reloads the page's data. If the connection is down the page stays as it is, where Remix would
 * replace it with an error.
 */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    isOnline().then((online) => online && revalidate())
  }, [revalidate])
}

/** Refreshes at intervals, while `on` and while the page is visible. */
export function useGentleRefresh(everyMs: number, on = true): void {
  const refresh = useRefresh()
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, on, refresh])
}
