import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect } from 'react'

/** Whether the line to the server works: a file that costs it nothing. */
async function isOnline(): Promise<boolean> {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''
  try {
    return (await fetch(icon, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Reads the page's data again without being asked to. On a broken line the page stays as it is,
 * where Remix would put an error in its place.
 */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    isOnline().then((online) => online && revalidate())
  }, [revalidate])
}

/** The same now and then, while `on` and while somebody sees the page. */
export function useGentleRefresh(everyMs: number, on = true): void {
  const refresh = useRefresh()
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, on, refresh])
}
