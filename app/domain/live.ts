export type LiveGroup = { currentPassengers: number; status: string }

/** What can change on a ticket while somebody looks at it, as one short text to compare. */
export const liveMark = (group: LiveGroup): string => `${group.currentPassengers}.${group.status}`

/** By what a ticket in a page says which group it is about and what it shows of it. */
export const liveAttributes = (group: LiveGroup & { id: string }) => ({
  'data-live': group.id,
  'data-mark': liveMark(group),
})
export type LiveAttributes = ReturnType<typeof liveAttributes>

/** As many tickets as one page shows, with room. */
export const LIVE_MAX = 60
/** How old the fragment may be. */
export const LIVE_FRESH_MS = 5000
