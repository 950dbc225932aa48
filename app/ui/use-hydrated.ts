import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and for the browser's first render, true once scripts run the page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
