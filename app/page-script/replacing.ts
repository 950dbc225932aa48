/** What changed, for those who listen. It is in the document before anything is put into it. */
export const news = document.createElement('p')
news.setAttribute('role', 'status')
news.className = 'for-ears'

/** The server's answer; throws it if it is an error. */
export async function get(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw response
  return response
}

/** The open page as the server would send it now; an empty address is the page's own. */
export async function readPage(): Promise<Document> {
  const html = await (await get('')).text()
  return new DOMParser().parseFromString(html, 'text/html')
}

/**
 * Whether something is being pressed. Nothing is replaced meanwhile: the press would end on another
 * element than it began on, and do nothing.
 */
export const isPressed = () => document.querySelector('body:active')

/** Replaces what is shown; the focus stays where it was. */
export function replaceShown(shown: Element, fresh: Element): void {
  const links = (of: Element) => [...of.querySelectorAll<HTMLElement>('a, button, summary')]
  const focused = links(shown).indexOf(document.activeElement as HTMLElement)
  shown.replaceWith(fresh)
  links(fresh)[focused]?.focus({ preventScroll: true })
}
