/**
 * The attribute of every element that the server sends to be hydrated. What lacks it before React
 * runs the page was put there by somebody else: the browser, an app around it, an extension.
 */
export const SENT = 'data-s'

type Stranger = { node: Element; parent: Node; next: Node | null }

const isStrange = (node: Node): node is Element =>
  node instanceof Element && !node.hasAttribute(SENT)

const parts = () => [document.documentElement, document.head, document.body]

/** React leaves alone what follows its own elements in the head and in the body. */
function isBehind({ parentNode, nextElementSibling }: Element): boolean {
  if (parentNode !== document.head && parentNode !== document.body) return false
  for (let at = nextElementSibling; at; at = at.nextElementSibling) if (!isStrange(at)) return false
  return true
}

/**
 * Takes away what React would take for a mistake of the server's while it hydrates the document:
 * it would draw all of it from scratch. Returns a function that puts everything back.
 */
export function setStrangersAside(): () => void {
  const before = parts()
  const aside: Stranger[] = []
  const take = (nodes: Iterable<Node>) => {
    for (const node of nodes) {
      const parent = node.parentNode
      if (!parent || !node.isConnected || !isStrange(node) || isBehind(node)) continue
      // Around something of ours, it is only taken off.
      if (node.querySelector(`[${SENT}]`))
        while (node.firstChild) parent.insertBefore(node.firstChild, node)
      else aside.push({ node, parent, next: node.nextSibling })
      node.remove()
    }
  }
  take(document.querySelectorAll(`:not([${SENT}])`))
  // More may come meanwhile.
  const more = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) take(addedNodes)
  })
  more.observe(document, { childList: true, subtree: true })
  return () => {
    more.disconnect()
    // The last first: one may stand before another.
    for (const { node, parent, next } of aside.reverse())
      parent.insertBefore(node, next?.parentNode === parent ? next : null)
    for (const [at, now] of parts().entries()) moveOn(before[at] ?? now, now)
  }
}

/** If React has drawn the document from scratch after all, what others gave the old one stays. */
function moveOn(old: HTMLElement, now: HTMLElement): void {
  if (old === now) return
  for (const { name, value } of old.attributes)
    if (!now.hasAttribute(name)) now.setAttribute(name, value)
  for (const node of [...old.children]) if (isStrange(node)) now.appendChild(node)
}
