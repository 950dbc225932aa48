/**
 * Shows again what was searched for when one goes back to a list: browsers restore what was typed
 * into the search as the list was left, which belongs to the list after it.
 */
export function showSearched(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (!persisted && entry?.type !== 'back_forward') return
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) form.reset()
  })
}
