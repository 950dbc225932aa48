import { renderToStaticMarkup } from 'react-dom/server'
import { boundedCache } from '#app/bounded-cache.ts'
import type { Keep } from './kept.tsx'

/** As many cards as a few lists show, in both languages, joined and not. */
const KEPT_MAX = 500
const kept = new WeakMap<object, ReturnType<typeof boundedCache<string, string>>>()

/** Keeps the markup of components for as long as the isolate lives. */
export const keptMarkup: Keep = (component, key, element) => {
  const known = kept.get(component) ?? boundedCache<string, string>(KEPT_MAX)
  kept.set(component, known)
  const before = known.get(key)
  if (before !== undefined) return before
  const drawn = renderToStaticMarkup(element)
  known.set(key, drawn)
  return drawn
}
