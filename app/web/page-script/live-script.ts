// Keeps an open page up to date (decision 0016).

const ROOT = '[data-refresh]'
/** Tickets of others, which a page may move elsewhere, are found by their group. */
const TICKETS = '[data-live]'
/** Other parts are replaced one by one, so that messages and open menus beside them stay. */
const PARTS = ':scope>:not(ul),:scope>ul>li>*'
/** After some minutes in front of the same page, and while the line is bad. */
const CALM_EVERY_MS = 30_000
const CALM_AFTER_MS = 5 * 60_000

const rootOf = (page: Document) => page.querySelector<HTMLElement>(ROOT)
const all = (of: Element, selector: string) => [...of.querySelectorAll<HTMLElement>(selector)]
const copyOf = (element: HTMLElement) => element.cloneNode(true) as HTMLElement

function partsOf(root: HTMLElement) {
  const tickets = all(root, TICKETS)
  const parts = tickets[0] ? tickets : all(root, PARTS)
  return new Map(parts.map((part, at) => [part.dataset.live ?? at, part]))
}

/** What is said of a part that changes; the time left until its cutoff is not. */
const wordsOf = (part: HTMLElement) =>
  all(part, 'h2,h3,[data-say],[role=status]')
    .map(({ textContent }) => textContent)
    .join(' ')

/** What changed, for those who listen. It is in the document before anything is put into it. */
const news = document.createElement('p')
news.role = 'status'
news.className = 'for-ears'

/** Matches no page. The server only sends a tag to a request that has one. */
let tag = '""'
let everyMs = 0
let since = Date.now()
let timer: ReturnType<typeof setTimeout>
/** The page as the server sent it: what is shown may have been translated. */
let sent: HTMLElement

// The script's element comes after what it keeps up to date.
const first = rootOf(document)
if (first) {
  document.body.appendChild(news)
  sent = copyOf(first)
  everyMs = Number(first.dataset.refresh)
  plan(everyMs)
  document.addEventListener('visibilitychange', () => {
    since = Date.now()
    plan(0)
  })
}

/** Reads the page again after a while, as long as the server asks for it. */
function plan(ms: number): void {
  clearTimeout(timer)
  if (everyMs && !document.hidden) timer = setTimeout(look, ms)
}

async function look(): Promise<void> {
  // Without a connection, or once logged out, the page keeps showing what it has.
  const isBad = await update().catch(() => true)
  const isCalm = isBad || Date.now() - since > CALM_AFTER_MS
  plan(isCalm ? Math.max(everyMs, CALM_EVERY_MS) : everyMs)
}

/** Reads the page again, at its own address; throws if that does not answer with the page. */
async function update(): Promise<void> {
  const response = await fetch('', { headers: { 'If-None-Match': tag } })
  if (response.redirected && first?.dataset.follow) location.replace(response.url)
  const html = await response.text()
  // It is the page that was read before; or something is pressed, and the press would end on
  // another element than it began on, and do nothing.
  if (response.status === 304 || document.querySelector('body:active')) return
  const [root, fresh] = [document, new DOMParser().parseFromString(html, 'text/html')].map(rootOf)
  if (!root || !fresh) throw response
  tag = response.headers.get('ETag') ?? tag
  everyMs = Number(fresh.dataset.refresh)
  replaceParts(root, fresh)
  dispatchEvent(new Event('refreshed'))
}

function replaceParts(root: HTMLElement, fresh: HTMLElement): void {
  const [shown, before, now] = [partsOf(root), partsOf(sent), partsOf(fresh)]
  sent = fresh
  if (now.has(0) && shown.size !== now.size) {
    replace(root, fresh)
    return
  }
  const told = [...now].flatMap(([key, part]) => {
    const [old, was] = [shown.get(key), before.get(key)]
    if (!old || !was || was.outerHTML === part.outerHTML) return []
    replace(old, part)
    const words = wordsOf(part)
    return words === wordsOf(was) ? [] : words
  })
  if (told[0]) news.textContent = told.join('\n')
}

/** Shows a copy in place of what is shown. What was unfolded stays open, and the focus stays. */
function replace(shown: HTMLElement, sentNow: HTMLElement): void {
  const fresh = copyOf(sentNow)
  const unfolded = shown.querySelectorAll('details')
  fresh.querySelectorAll('details').forEach((one, at) => {
    one.open ||= unfolded[at]?.open ?? false
  })
  const links = 'a,button,summary'
  const focused = all(shown, links).indexOf(document.activeElement as HTMLElement)
  shown.replaceWith(fresh)
  all(fresh, links)[focused]?.focus({ preventScroll: true })
}
