import type { Page } from '@playwright/test'

type Values = Record<string, string | boolean>
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
declare global {
  interface Window {
    read(): Values
    /**
     * Types something into every field of the page's forms, different in each round, nothing in
     * round 0; returns what is in them then.
     */
    fill(round: 0 | 1 | 2): Values
    filled?: Values
  }
}

/** Offers `read` and `fill` in every document. */
export const offerTyping = (page: Page) =>
  page.addInitScript(() => {
    const fields = 'main form[method=post] :is(input, select, textarea)[name]:not([type=hidden])'
    // Terminals are those of the airport that is chosen.
    const other = /^(homepage|terminal)$/
    const all = () =>
      [...document.querySelectorAll<Control>(fields)].filter(({ name }) => !other.test(name))
    const isBox = (one: Control): one is HTMLInputElement => one.type === 'checkbox'
    const textOf = (one: Control, at: number, round: number) => {
      if (round === 0) return ''
      if (one.type === 'datetime-local') return `2027-0${round}-15T10:30`
      if (one.type === 'date') return `2027-0${round}-15`
      return one.inputMode === 'numeric' ? `${10 - (at % 8) - round}` : `typed ${round}`
    }
    window.read = () =>
      Object.fromEntries(
        all().map((one) => [`${one.form?.id} ${one.name}`, isBox(one) ? one.checked : one.value]),
      )
    window.fill = (round) => {
      for (const [at, one] of all().entries()) {
        if (isBox(one)) one.checked = !one.checked
        else if (one instanceof HTMLSelectElement)
          one.selectedIndex = round && one.options.length - round
        else one.value = textOf(one, at, round)
        one.dispatchEvent(new Event('input', { bubbles: true }))
        one.dispatchEvent(new Event('change', { bubbles: true }))
      }
      return window.read()
    }
  })

/** Resolves once scripts run the page: React where a card is asked for, the form's elsewhere. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    if (!document.getElementById('strings')) return 'stepping' in document.documentElement.dataset
    const root = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1]
    return root?.stateNode.current.memoizedState.isDehydrated === false
  })

/**
 * Texts that React would change or remove by themselves: it no longer has them once a browser has
 * translated the page (decision 0016).
 */
export const looseTexts = (page: Page) =>
  page.evaluate(() => {
    const loose: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const isReacts = Object.keys(node).some((key) => key.startsWith('__reactFiber'))
      if (isReacts && node.nodeValue?.trim()) loose.push(node.nodeValue)
    }
    return loose
  })
