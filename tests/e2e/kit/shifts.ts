import type { Page } from '@playwright/test'

/** The layout shifts since the document started: the path, and the text of what moved. */
export const shifts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await new Promise((then) => requestAnimationFrame(() => setTimeout(then)))
    return [...entries, ...observer.takeRecords()].map((entry) => {
      const texts = (entry as Shift).sources.map(({ node }) => node?.textContent)
      return `${location.pathname}: ${texts.join(' | ')}`
    })
  })
